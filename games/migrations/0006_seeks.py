import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_closed_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Seek",
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
                ("terms", models.CharField(max_length=200)),
                ("rating", models.FloatField(null=True)),
                ("least", models.PositiveSmallIntegerField(null=True)),
                ("most", models.PositiveSmallIntegerField(null=True)),
                ("began_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="seeks", to="games.table"
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seek", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("table", None)), fields=["terms", "began_at"], name="seeks_that_wait"
                    )
                ],
            },
        ),
    ]
