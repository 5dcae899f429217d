import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="KeptMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("to", models.CharField(max_length=320)),
                ("sender", models.CharField(max_length=320)),
                ("subject", models.CharField(max_length=300)),
                ("text", models.TextField()),
                ("headers", models.JSONField(default=dict)),
                ("at", models.DateTimeField()),
            ],
            options={"ordering": ["-pk"]},
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("key", models.CharField(max_length=150)),
                ("batch", models.CharField(db_index=True, max_length=24)),
                ("kind", models.CharField(max_length=30)),
                ("text", models.CharField(max_length=40)),
                ("parts", models.JSONField(default=dict)),
                ("link", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("is_shown", models.BooleanField(default=True)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="told", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "-at"], name="notices_inbox"),
                    models.Index(
                        condition=models.Q(("is_shown", True), ("read_at", None)),
                        fields=["user"],
                        name="notices_unread",
                    ),
                    models.Index(fields=["at"], name="notices_by_age"),
                    models.Index(fields=["key"], name="notices_by_key"),
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="notices_told_once")],
            },
        ),
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=120)),
                ("auth", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=80)),
                ("made_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=5)),
                ("batch", models.CharField(db_index=True, max_length=24)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits"),
                            ("taken", "being sent"),
                            ("sent", "sent"),
                            ("refused", "refused"),
                            ("dropped", "not needed"),
                            ("unknown", "not known"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("said", models.CharField(blank=True, default="", max_length=300)),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="notices.notice"
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notices.pushdevice",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("device", None)), fields=("notice", "channel"), name="notices_one_mail"
                    ),
                    models.UniqueConstraint(fields=("notice", "device"), name="notices_one_push_a_device"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(blank=True, default="", max_length=10, verbose_name="language")),
                ("choices", models.JSONField(default=dict)),
                ("quiet_from", models.TimeField(blank=True, null=True, verbose_name="from")),
                ("quiet_until", models.TimeField(blank=True, null=True, verbose_name="until")),
                ("bounced", models.EmailField(blank=True, default="", max_length=254)),
                ("bounced_words", models.CharField(blank=True, default="", max_length=300)),
                ("bounced_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reader", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
    ]
