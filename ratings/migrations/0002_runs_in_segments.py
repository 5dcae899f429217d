"""Histories in segments, checkpoints, and changes under a key of their own."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.DeleteModel(name="Change"),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "run_id", "player_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
                ("deviation", models.FloatField(null=True)),
                ("expected", models.FloatField()),
                ("score", models.FloatField()),
                ("margin", models.IntegerField()),
                ("luck", models.FloatField(null=True)),
                ("k", models.FloatField()),
                ("played_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="ratings.ratedmatch",
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="ratings.ratingrun",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["run", "player", "seq"], name="change_history")]},
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
                ("last_order_id", models.BigIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("players", models.PositiveIntegerField()),
                ("states", models.BinaryField()),
                ("met", models.BinaryField()),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="checkpoints", to="ratings.ratingrun"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("run", "seq"), name="one_checkpoint_here")]},
        ),
        migrations.CreateModel(
            name="PoolSegment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("from_seq", models.PositiveIntegerField()),
                ("to_seq", models.PositiveIntegerField(default=2147483647)),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="segments", to="ratings.pool"
                    ),
                ),
                (
                    "run",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="segment", to="ratings.ratingrun"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("pool", "from_seq"), name="one_segment_from_here"),
                    models.CheckConstraint(
                        condition=models.Q(("from_seq__lte", models.F("to_seq"))), name="segment_runs_forward"
                    ),
                ]
            },
        ),
    ]
