import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0004_covering_history"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("occasion", models.CharField(max_length=60)),
                ("label", models.CharField(max_length=200)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("note", models.TextField(blank=True, default="")),
                ("as_of", models.DateTimeField()),
                ("published_at", models.DateTimeField()),
                ("system", models.CharField(max_length=40)),
                ("params", models.JSONField(default=dict)),
                ("code_version", models.CharField(max_length=20)),
                ("matches", models.PositiveIntegerField()),
                ("players", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("matches_digest", models.CharField(max_length=64)),
                ("matches_file", models.BinaryField()),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="lists", to="ratings.pool"
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="ratings.ratinglist",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="ratings.ratingrun",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingListRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveIntegerField()),
                ("rank", models.PositiveIntegerField(null=True)),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField(null=True)),
                ("matches", models.PositiveIntegerField()),
                ("opponents", models.PositiveIntegerField()),
                ("peak", models.FloatField()),
                ("provisional", models.BooleanField()),
                ("last_at", models.DateTimeField()),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="ratings.ratinglist"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="ratinglist",
            index=models.Index(fields=["pool", "-as_of", "-id"], name="rating_lists"),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.UniqueConstraint(fields=("pool", "occasion", "revision"), name="one_list_an_occasion"),
        ),
        migrations.AddConstraint(
            model_name="ratinglistrow",
            constraint=models.UniqueConstraint(fields=("list", "place"), name="one_row_a_place"),
        ),
    ]
