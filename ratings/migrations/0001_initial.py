import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Pool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("variants", models.JSONField(default=list, help_text="The keys of the variants that count here.")),
                ("system", models.CharField(default="elo", max_length=40)),
                ("params", models.JSONField(blank=True, default=dict)),
                ("dirty_from", models.DateTimeField(blank=True, null=True)),
                ("track", models.CharField(blank=True, db_default="", default="", max_length=20)),
                (
                    "beside",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tracks",
                        to="ratings.pool",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("beside", "track"), name="one_list_a_track")],
            },
        ),
        migrations.CreateModel(
            name="RatedMatch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("source", models.CharField(max_length=120, unique=True)),
                ("order_id", models.BigIntegerField(unique=True)),
                ("finished_at", models.DateTimeField()),
                ("score_a", models.FloatField()),
                ("margin", models.IntegerField(default=0)),
                ("deals", models.PositiveIntegerField(default=0)),
                ("expected_deals", models.PositiveIntegerField(default=0)),
                ("luck", models.FloatField(null=True)),
                ("kind", models.CharField(default="played", max_length=20)),
                ("weight", models.PositiveSmallIntegerField(default=1)),
                ("label", models.CharField(blank=True, default="", max_length=200)),
                ("link", models.CharField(blank=True, default="", max_length=200)),
                ("timed_out", models.BooleanField(db_default=False, default=False)),
                ("over_limit", models.BooleanField(default=False)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("annulled", models.BooleanField(default=False)),
                ("is_pending", models.BooleanField(default=True)),
                (
                    "a",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "b",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rated_matches", to="ratings.pool"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["pool", "finished_at", "order_id"], name="rated_match_order"),
                    models.Index(condition=models.Q(("is_pending", True)), fields=["pool"], name="rated_match_pending"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("a", models.F("b")), _negated=True), name="rated_match_two_players"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("score_a__in", (0.0, 0.5, 1.0))), name="rated_match_score"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("side", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                ("margin", models.IntegerField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="ratings.ratedmatch"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ("match_id", "seat"),
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seat"), name="one_player_a_rated_seat"),
                    models.UniqueConstraint(fields=("match", "player"), name="one_rated_seat_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("system", models.CharField(max_length=40)),
                ("params", models.JSONField(default=dict)),
                ("code_version", models.CharField(max_length=20)),
                (
                    "state",
                    models.CharField(
                        choices=[("shadow", "shadow"), ("live", "live"), ("replaced", "replaced")],
                        default="shadow",
                        max_length=10,
                    ),
                ),
                ("matches", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(null=True)),
                ("last_order_id", models.BigIntegerField(null=True)),
                ("input_digest", models.CharField(max_length=64)),
                ("bins", models.JSONField(null=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="ratings.pool"
                    ),
                ),
            ],
        ),
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
            options={
                "indexes": [models.Index(fields=["pool", "-as_of", "-id"], name="rating_lists")],
                "constraints": [
                    models.UniqueConstraint(fields=("pool", "occasion", "revision"), name="one_list_an_occasion")
                ],
            },
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
            options={"constraints": [models.UniqueConstraint(fields=("list", "place"), name="one_row_a_place")]},
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
        migrations.CreateModel(
            name="Correction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("matches", models.JSONField(default=list)),
                ("folded_at", models.DateTimeField(null=True)),
                ("players", models.PositiveIntegerField(default=0)),
                ("moved", models.JSONField(default=list)),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="corrections", to="ratings.pool"
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="ratings.ratingrun",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("folded_at", None)), fields=("pool",), name="one_open_correction_a_pool"
                    )
                ]
            },
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
                ("bins", models.JSONField(null=True)),
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
                    "opponent",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
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
            options={
                "indexes": [models.Index(fields=["run", "player", "seq"], include=("after",), name="change_history")]
            },
        ),
        migrations.CreateModel(
            name="PlayerRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.JSONField()),
                ("rating", models.FloatField()),
                ("deviation", models.FloatField(null=True)),
                ("matches", models.PositiveIntegerField()),
                ("opponents", models.PositiveIntegerField()),
                ("provisional", models.BooleanField()),
                ("last_at", models.DateTimeField()),
                ("rank", models.PositiveIntegerField(null=True)),
                ("peak", models.FloatField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="ratings", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pool",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to="ratings.pool"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("pool"),
                        models.OrderBy(models.F("rating"), descending=True),
                        models.F("player"),
                        condition=models.Q(("rank__isnull", False)),
                        name="rating_leaderboard",
                    ),
                    models.Index(
                        models.F("pool"),
                        models.OrderBy(models.F("rating"), descending=True),
                        models.F("player"),
                        condition=models.Q(("provisional", True)),
                        name="rating_provisional",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("pool", "player"), name="one_rating_per_pool")],
            },
        ),
        migrations.AddField(
            model_name="pool",
            name="run",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="ratings.ratingrun",
            ),
        ),
    ]
