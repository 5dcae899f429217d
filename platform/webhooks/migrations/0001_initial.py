import django.db.models.deletion
from django.db import migrations, models

import accounts.models
import webhooks.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Endpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("url", models.CharField(max_length=500)),
                ("kinds", models.JSONField(default=list)),
                ("secret", models.TextField()),
                ("old_secret", models.TextField(blank=True, default="")),
                ("old_until", models.DateTimeField(null=True)),
                (
                    "off_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "it is on"),
                            ("by_hand", "turned off by an organiser"),
                            ("failing", "it took nothing for three days"),
                            ("gone", "it answered 410: it is gone for good"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("off_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("busy_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="clubs.club"
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=webhooks.models.new_message_id, editable=False, max_length=40, unique=True
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("body", models.TextField()),
                ("created_at", models.DateTimeField(db_index=True)),
                (
                    "club",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "to be sent"),
                            ("delivered", "taken"),
                            ("failed", "given up"),
                            ("left_out", "left out: too many were waiting"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("due_at", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("tries_before", models.PositiveIntegerField(default=0)),
                (
                    "endpoint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.endpoint"
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="webhooks.message"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["endpoint", "due_at"], name="webhooks_waiting"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("message", "endpoint"), name="one_delivery_per_endpoint")
                ],
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("milliseconds", models.PositiveIntegerField(default=0)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("answer", models.TextField(blank=True, default="")),
                ("fault", models.CharField(blank=True, default="", max_length=200)),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="webhooks.delivery"
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
    ]
