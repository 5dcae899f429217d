import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_seeks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Unchallenged",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="unchallenged",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("rules", models.CharField(max_length=40)),
                ("laws", models.CharField(default="strict", max_length=12)),
                ("length", models.CharField(blank=True, default="", max_length=20)),
                ("clock", models.JSONField(null=True)),
                ("is_rated", models.BooleanField(default=False)),
                ("made_at", models.DateTimeField()),
                ("lapses_at", models.DateTimeField()),
                (
                    "answer",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("taken_back", "taken back"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenge",
                        to="games.table",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_got",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["made_at"], name="games_challenge_age")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answer", "open")), fields=("by", "to"), name="one_open_challenge_a_pair"
                    )
                ],
            },
        ),
    ]
