import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models
import clubs.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("timezone", models.CharField(default="UTC", max_length=60, verbose_name="time zone")),
                (
                    "asks_to_join",
                    models.BooleanField(db_default=False, default=True, verbose_name="officials let newcomers in"),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("approved_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "approved_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Noticeboard",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="board",
                        serialize=False,
                        to="clubs.club",
                    ),
                ),
                ("meets", models.CharField(blank=True, default="", max_length=120, verbose_name="when and where")),
                ("about", models.TextField(blank=True, default="", max_length=2000, verbose_name="description")),
                ("note", models.CharField(blank=True, default="", max_length=400, verbose_name="note")),
                ("colour", models.CharField(blank=True, default="", max_length=7, verbose_name="colour")),
                ("logo", models.BinaryField(blank=True, null=True)),
                ("logo_key", models.CharField(blank=True, default="", max_length=16)),
            ],
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                ("is_accepted", models.BooleanField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "name",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at", None)), fields=("name", "by"), name="one_open_claim"
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(default=clubs.models.new_token, editable=False, max_length=24, unique=True)),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail")),
                ("invited_at", models.DateTimeField()),
                ("mailed_at", models.DateTimeField(null=True)),
                ("accepted_at", models.DateTimeField(null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="clubs.club"
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("accepted_at", None), models.Q(("email", ""), _negated=True)),
                        fields=("club", "email"),
                        name="one_open_invitation",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="JoinRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="note")),
                ("asked_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                ("is_let_in", models.BooleanField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="join_requests", to="clubs.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="join_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("club", "user"), name="one_request_per_person")]},
        ),
        migrations.CreateModel(
            name="PastOffice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="past_offices", to="clubs.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_offices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("player", "player"), ("director", "director"), ("organiser", "organiser")],
                        default="player",
                        max_length=12,
                    ),
                ),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("is_visitor", models.BooleanField(db_default=False, default=False)),
                ("consents_at", models.DateTimeField(blank=True, null=True)),
                ("directs_since", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="clubs.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("club", "user"), name="one_membership_per_club")]},
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("removed_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="removals", to="clubs.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="removals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("club", "user"), name="one_removal_per_club")]},
        ),
    ]
