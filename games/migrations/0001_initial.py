import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Chain",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("tournament", models.CharField(max_length=40, unique=True)),
                ("links", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="DailyDeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True)),
                ("ctx", models.TextField()),
                ("sealed", models.BinaryField()),
                ("commitment", models.CharField(max_length=64)),
                ("made_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("rules", models.CharField(max_length=40, verbose_name="rules")),
                ("options", models.JSONField(default=dict)),
                ("mode", models.CharField(default="strict", max_length=12)),
                ("settings", models.JSONField(default=dict)),
                ("ref", models.CharField(blank=True, default="", max_length=80)),
                ("label", models.CharField(blank=True, default="", max_length=200)),
                (
                    "status",
                    models.CharField(
                        choices=[("playing", "playing"), ("over", "over"), ("closed", "closed")],
                        default="playing",
                        max_length=8,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("epoch", models.PositiveIntegerField(default=0)),
                ("owner", models.CharField(max_length=60, null=True)),
                ("snapshot", models.BinaryField(null=True)),
                ("snapshot_format", models.PositiveSmallIntegerField(default=0)),
                ("deadline_at", models.DateTimeField(null=True)),
                ("result", models.JSONField(null=True)),
                ("is_held", models.BooleanField(default=False)),
                ("is_private", models.BooleanField(default=False)),
                ("opened_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("reported_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "playing")), fields=["deadline_at"], name="games_table_due"
                    ),
                    models.Index(condition=models.Q(("status", "playing")), fields=["owner"], name="games_table_owner"),
                    models.Index(
                        condition=models.Q(("reported_at", None), ("status", "over")),
                        fields=["finished_at"],
                        name="games_table_unreported",
                    ),
                    models.Index(fields=["ref"], name="games_table_ref"),
                ]
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("number", models.PositiveIntegerField()),
                ("dealer", models.PositiveSmallIntegerField(null=True)),
                ("winner", models.PositiveSmallIntegerField(null=True)),
                ("points", models.IntegerField(default=0)),
                ("type", models.CharField(max_length=20)),
                ("first_seq", models.PositiveIntegerField()),
                ("last_seq", models.PositiveIntegerField()),
                ("finished_at", models.DateTimeField(db_index=True)),
                ("entry", models.JSONField(db_default={}, default=dict)),
                ("luck", models.FloatField(null=True)),
                ("value", models.CharField(blank=True, db_default="", max_length=20)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="games.table"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("table", "number"), name="one_row_per_deal")]},
        ),
        migrations.CreateModel(
            name="LiveProcess",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, unique=True)),
                ("started_at", models.DateTimeField()),
                ("beat_at", models.DateTimeField()),
                ("down_at", models.DateTimeField(null=True)),
                ("gone", models.JSONField(default=dict)),
            ],
            options={"verbose_name_plural": "live processes"},
        ),
        migrations.CreateModel(
            name="ShuffleFigures",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(unique=True)),
                ("figures", models.JSONField()),
            ],
            options={"verbose_name_plural": "shuffle figures"},
        ),
        migrations.CreateModel(
            name="Problem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True)),
                ("v", models.PositiveIntegerField(default=0)),
                ("rules", models.CharField(max_length=40)),
                ("version", models.CharField(max_length=20)),
                ("position", models.JSONField()),
                ("answers", models.JSONField()),
                ("played", models.CharField(max_length=2)),
                ("made_at", models.DateTimeField()),
                (
                    "deal",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.deal"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Gathering",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("rules", models.CharField(max_length=40)),
                ("pace", models.CharField(max_length=10)),
                ("laws", models.CharField(default="strict", max_length=12)),
                ("is_rated", models.BooleanField(default=False)),
                ("length", models.CharField(blank=True, default="", max_length=20)),
                ("clock", models.JSONField(null=True)),
                ("level", models.CharField(max_length=20)),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gatherings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "declined_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="rematch", to="games.table"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gathering",
                        to="games.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DailyTry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="games.dailydeal"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_tries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="daily_try", to="games.table"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "daily tries",
                "constraints": [models.UniqueConstraint(fields=("deal", "user"), name="one_daily_try")],
            },
        ),
        migrations.CreateModel(
            name="ConductReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("words", models.CharField(max_length=300)),
                ("lines", models.JSONField(default=list)),
                ("at", models.DateTimeField()),
                ("handled_at", models.DateTimeField(null=True)),
                ("outcome", models.CharField(blank=True, default="", max_length=300)),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "handled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("handled_at", None)),
                        fields=("table", "by", "about"),
                        name="one_open_report",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("line_id", models.UUIDField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("phrase", models.CharField(blank=True, default="", max_length=20)),
                ("text", models.CharField(blank=True, default="", max_length=200)),
                ("heard_by", models.CharField(max_length=26)),
                ("at", models.DateTimeField(db_index=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chat_lines", to="games.table"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("table", "line_id"), name="one_line_per_name")]},
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
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenges_got",
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
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules", models.CharField(max_length=40)),
                ("sittings", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("deals", models.PositiveIntegerField(default=0)),
                ("deals_won", models.PositiveIntegerField(default=0)),
                ("gins", models.PositiveIntegerField(default=0)),
                ("undercuts", models.PositiveIntegerField(default=0)),
                ("wins_now", models.PositiveIntegerField(default=0)),
                ("wins_in_a_row", models.PositiveIntegerField(default=0)),
                ("gins_now", models.PositiveIntegerField(default=0)),
                ("gins_in_a_row", models.PositiveIntegerField(default=0)),
                ("best_deal", models.PositiveIntegerField(default=0)),
                ("best_win", models.PositiveIntegerField(default=0)),
                ("best_total", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(null=True)),
                ("last_table", models.BigIntegerField(default=0)),
                (
                    "best_deal_at",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.deal"
                    ),
                ),
                (
                    "best_total_at",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.table"
                    ),
                ),
                (
                    "best_win_at",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="games.table"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tallies", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "indexes": [
                    models.Index(fields=["rules", "-wins_in_a_row"], name="tally_wins_in_a_row"),
                    models.Index(fields=["rules", "-gins_in_a_row"], name="tally_gins_in_a_row"),
                    models.Index(fields=["rules", "-best_deal"], name="tally_best_deal"),
                    models.Index(fields=["rules", "-best_win"], name="tally_best_win"),
                    models.Index(fields=["rules", "-best_total"], name="tally_best_total"),
                    models.Index(fields=["rules", "-gins"], name="tally_gins"),
                    models.Index(fields=["rules", "-undercuts"], name="tally_undercuts"),
                    models.Index(fields=["rules", "-won"], name="tally_won"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "rules"), name="one_tally_per_player_and_preset")
                ],
            },
        ),
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
            name="Analysis",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.CharField(max_length=20)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("stopped", "stopped"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("total", models.PositiveSmallIntegerField(default=0)),
                ("decisions", models.JSONField(default=list)),
                ("asked_at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="analyses", to="games.deal"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "version"), name="one_analysis_per_deal_and_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("by", "of"), name="followed_once")]},
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mutes", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("by", "of"), name="one_mute_per_pair")]},
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "gathering",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="games.gathering"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("gathering", "seat"), name="one_person_per_place"),
                    models.UniqueConstraint(fields=("gathering", "user"), name="one_place_per_person"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProblemAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("card", models.CharField(max_length=2)),
                ("at", models.DateTimeField()),
                (
                    "problem",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="given", to="games.problem"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="problem_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("problem", "user"), name="one_problem_answer")]},
        ),
        migrations.CreateModel(
            name="Silence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("lifted_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="silences", to="games.table"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("lifted_at", None)), fields=("table", "user"), name="one_silence_in_force"
                    )
                ]
            },
        ),
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
                ("stays_until", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seeks", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="seeks", to="games.table"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("table", None)), fields=["terms", "began_at"], name="seeks_that_wait"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("stays_until", None)), fields=("user",), name="one_search_for_each_person"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("stays_until__isnull", False)),
                        fields=("user",),
                        name="one_search_by_days_for_each",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("house_level", models.CharField(blank=True, default="", max_length=20)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.table"
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat"), name="one_user_per_seat"),
                    models.UniqueConstraint(fields=("table", "user"), name="one_seat_per_user_and_table"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("cmd_id", models.UUIDField()),
                ("board", models.PositiveSmallIntegerField(default=0)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("player", "player"),
                            ("director", "director"),
                            ("clock", "clock"),
                            ("system", "system"),
                        ],
                        default="player",
                        max_length=8,
                    ),
                ),
                ("action", models.JSONField()),
                ("at", models.DateTimeField()),
                ("spent_ms", models.PositiveIntegerField(default=0)),
                ("lag_ms", models.PositiveIntegerField(default=0)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plays",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("kind", "director")), fields=["table", "seq"], name="games_play_director"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seq"), name="one_play_per_version"),
                    models.UniqueConstraint(fields=("table", "cmd_id"), name="one_play_per_command"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DealSecret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deal", models.PositiveIntegerField()),
                ("board", models.PositiveSmallIntegerField(db_default=0)),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                ("ctx", models.TextField()),
                ("sealed", models.BinaryField()),
                ("commitment", models.CharField(max_length=64)),
                ("dealer", models.PositiveSmallIntegerField(null=True)),
                ("suits", models.CharField(db_default="CDHS", max_length=4)),
                ("link", models.PositiveIntegerField(null=True)),
                ("before", models.CharField(blank=True, db_default="", max_length=64)),
                ("head", models.CharField(blank=True, db_default="", max_length=64)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="secrets", to="games.table"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("link", None)), fields=["id"], name="games_secret_unlinked"),
                    models.Index(fields=["link"], name="games_secret_link"),
                    models.Index(
                        condition=models.Q(("dealer", None), _negated=True),
                        fields=["commitment"],
                        name="games_secret_shared",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "deal", "board", "attempt"), name="one_secret_per_attempt")
                ],
            },
        ),
    ]
