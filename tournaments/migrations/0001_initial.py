import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import accounts.models
import tournaments.models
import tournaments.models.announcements


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("clubs", "0001_initial"),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("slug", models.SlugField(max_length=80, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("variant", models.CharField(max_length=40, verbose_name="rules")),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("online", "online, at live tables"),
                            ("in_person", "in person"),
                            ("mixed", "in person and online mixed"),
                        ],
                        default="online",
                        max_length=10,
                        verbose_name="played",
                    ),
                ),
                ("timezone", models.CharField(default="UTC", max_length=60, verbose_name="time zone")),
                ("starts_at", models.DateTimeField(blank=True, null=True, verbose_name="starts")),
                ("place", models.CharField(blank=True, default="", max_length=120, verbose_name="place")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open for entries"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("cancelled", "cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("settings", models.JSONField(blank=True, default=dict)),
                ("is_rated", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("cancel_reason", models.CharField(blank=True, db_default="", default="", max_length=200)),
                ("series", models.CharField(blank=True, db_default="", default="", editable=False, max_length=12)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tournaments", to="clubs.club"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["state", "-starts_at"], name="tournaments_by_state")]},
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("partners", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "club",
                    models.CharField(blank=True, db_default="", default="", max_length=60, verbose_name="club or town"),
                ),
                ("label", models.CharField(blank=True, db_default="", default="", max_length=40, verbose_name="label")),
                ("tpn", models.PositiveIntegerField(blank=True, null=True)),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("given_seed", models.PositiveIntegerField(blank=True, null=True)),
                ("rating_at_entry", models.PositiveIntegerField(blank=True, null=True, verbose_name="rating")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("entered", "entered"),
                            ("waiting", "on the waiting list"),
                            ("checked_in", "checked in"),
                            ("absent", "absent"),
                            ("withdrawn", "withdrawn"),
                            ("expelled", "expelled"),
                        ],
                        default="entered",
                        max_length=12,
                    ),
                ),
                ("is_remote", models.BooleanField(default=False, verbose_name="plays online")),
                ("joined_round", models.PositiveSmallIntegerField(default=1)),
                ("margin_correction", models.SmallIntegerField(default=0)),
                ("entered_at", models.DateTimeField()),
                (
                    "left_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "tpn"), name="one_entry_per_start_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("name", models.CharField(blank=True, default="", max_length=60, verbose_name="name")),
                ("format", models.CharField(default="swiss", max_length=40)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "to come"), ("running", "running"), ("finished", "finished")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("settings", models.JSONField(default=dict)),
                ("feed", models.JSONField(blank=True, default=dict)),
                ("disputed", models.JSONField(blank=True, default=dict)),
                ("version", models.PositiveIntegerField(default=1)),
                ("seed", models.CharField(default=tournaments.models.new_seed, max_length=32)),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="followers",
                        to="tournaments.stage",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stages", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="one_stage_per_number")],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("published", "published"),
                            ("running", "running"),
                            ("closed", "closed"),
                            ("sealed", "sealed"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("confirmation", models.CharField(blank=True, db_default="", default="", max_length=8)),
                ("paired_at", models.DateTimeField()),
                ("published_at", models.DateTimeField(null=True)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("called_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("sealed_at", models.DateTimeField(null=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="tournaments.stage"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("stage", "number"), name="one_round_per_number")],
            },
        ),
        migrations.CreateModel(
            name="SitAndGo",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("rules", models.CharField(max_length=40, verbose_name="rules")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("cup", "a cup: who loses is out"),
                            ("swiss", "three rounds, everybody plays on"),
                            ("duplicate", "three rounds with the same cards at every table"),
                        ],
                        default="cup",
                        max_length=10,
                    ),
                ),
                ("seats", models.PositiveSmallIntegerField()),
                ("clock", models.JSONField()),
                ("opened_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sit_and_go",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at", None), ("tournament", None)),
                        fields=["opened_at"],
                        name="sit_and_gos_that_wait",
                    )
                ]
            },
        ),
        migrations.CreateModel(
            name="Arena",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("rules", models.CharField(max_length=40, verbose_name="rules")),
                ("length", models.CharField(blank=True, default="", max_length=20)),
                ("clock", models.JSONField()),
                ("is_rated", models.BooleanField(default=False)),
                ("opened_at", models.DateTimeField()),
                ("starts_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField()),
                ("cancelled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="arenas", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["-ends_at"], name="arenas_by_end")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="arena_ends_after_start"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ArenaPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("joined_at", models.DateTimeField()),
                ("waits_since", models.DateTimeField(blank=True, null=True)),
                ("seen_at", models.DateTimeField()),
                ("points", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveIntegerField(default=0)),
                (
                    "arena",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="tournaments.arena"
                    ),
                ),
                (
                    "last",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.arenaplayer",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="arena_places",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("arena", "user"), name="one_place_in_an_arena")]},
        ),
        migrations.CreateModel(
            name="ArenaGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("over_at", models.DateTimeField(blank=True, null=True)),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("first_points", models.PositiveSmallIntegerField(default=0)),
                ("second_points", models.PositiveSmallIntegerField(default=0)),
                (
                    "arena",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="tournaments.arena"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="arena_game", to="games.table"
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games_as_first",
                        to="tournaments.arenaplayer",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games_as_second",
                        to="tournaments.arenaplayer",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["arena", "over_at"], name="arena_games_by_end")]},
        ),
        migrations.CreateModel(
            name="CalendarKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tournaments.models.announcements.new_key, max_length=24, unique=True)),
                ("made_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calendar_key",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("number", models.PositiveSmallIntegerField(default=0)),
                ("table_no", models.PositiveIntegerField()),
                ("slot", models.CharField(blank=True, default="", max_length=20)),
                ("length", models.CharField(blank=True, default="", max_length=20)),
                ("is_live", models.BooleanField(default=False)),
                ("is_void", models.BooleanField(default=False)),
                ("advances", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("paired", "paired"),
                            ("playing", "playing"),
                            ("reported", "to be confirmed"),
                            ("over", "over"),
                        ],
                        default="paired",
                        max_length=10,
                    ),
                ),
                ("result_kind", models.CharField(blank=True, default="", max_length=16)),
                ("deals", models.PositiveIntegerField(default=0)),
                ("is_shutout", models.BooleanField(default=False)),
                ("is_by_places", models.BooleanField(default=False)),
                ("table", models.CharField(blank=True, db_index=True, default="", max_length=12)),
                ("is_elsewhere", models.BooleanField(default=False)),
                ("is_unwitnessed", models.BooleanField(default=False)),
                ("entered_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="tournaments.round"
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="boards",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
                "ordering": ["table_no", "number"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("parent", None), ("state", "over")),
                        fields=["-finished_at", "-id"],
                        name="tournaments_results",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("parent", None)), fields=("round", "table_no"), name="one_match_per_table"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("parent__isnull", False)),
                        fields=("parent", "number"),
                        name="one_board_per_number",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("number", 0), ("parent", None)),
                            models.Q(("number__gt", 0), ("parent__isnull", False), ("table_no", 0)),
                            _connector="OR",
                        ),
                        name="boards_have_numbers",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Challenge",
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
                            ("open", "waits for an answer"),
                            ("accepted", "to be played"),
                            ("played", "played"),
                            ("declined", "declined"),
                            ("lapsed", "not answered in time"),
                            ("unplayed", "not played in time"),
                            ("taken_back", "taken back"),
                            ("called_off", "called off"),
                            ("annulled", "annulled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("answer_by", models.DateTimeField()),
                ("play_by", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="challenges_made",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="challenges_had",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="challenge",
                        to="tournaments.match",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="challenges", to="tournaments.stage"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("open", "accepted"))),
                        fields=("by",),
                        name="one_challenge_made",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("open", "accepted"))),
                        fields=("to",),
                        name="one_challenge_had",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by", models.F("to")), _negated=True), name="challenge_of_two"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ByeRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("reason", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField()),
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
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bye_requests", to="tournaments.entry"
                    ),
                ),
            ],
            options={
                "ordering": ["round_number"],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "round_number"), name="one_bye_request_per_round")
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.PositiveSmallIntegerField(default=0)),
                ("is_captain", models.BooleanField(default=False)),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("refused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.entry"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entry_members",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["order"],
                "constraints": [models.UniqueConstraint(fields=("tournament", "user"), name="one_entry_per_person")],
            },
        ),
        migrations.CreateModel(
            name="LineUpPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                ("board", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up_places",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.entrymember"
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "board"],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "round_number", "board"), name="one_member_per_board"),
                    models.UniqueConstraint(fields=("entry", "round_number", "member"), name="one_board_per_member"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DeckScore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deck", models.PositiveSmallIntegerField()),
                ("play", models.PositiveSmallIntegerField(default=0)),
                ("points", models.IntegerField(null=True)),
                ("entered_at", models.DateTimeField()),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deck_scores", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ["deck", "play"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "deck", "play"), name="one_score_per_deck_and_play")
                ],
            },
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("open_from", models.DateTimeField()),
                ("due_by", models.DateTimeField()),
                ("settle_by", models.DateTimeField()),
                ("default_at", models.DateTimeField(blank=True, null=True)),
                ("notice_hours", models.PositiveSmallIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "no time yet"), ("agreed", "time agreed"), ("queued", "with the director")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField(blank=True, null=True)),
                ("is_default", models.BooleanField(default=False)),
                ("turn", models.PositiveIntegerField(default=0)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="appointment", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ["settle_by", "match__table_no"],
                "indexes": [models.Index(fields=["state", "settle_by"], name="appointments_by_state")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("open_from__lte", models.F("settle_by")), ("settle_by__lte", models.F("due_by"))
                        ),
                        name="window_in_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("at__isnull", False), ("state", "agreed")),
                            models.Q(models.Q(("state", "agreed"), _negated=True), ("at__isnull", True)),
                            _connector="OR",
                        ),
                        name="agreed_has_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
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
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="payment", to="tournaments.entry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("table", models.CharField(blank=True, default="", max_length=12)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("call", "call"),
                            ("dispute", "reports differ"),
                            ("no_show", "not there"),
                            ("disconnect", "gone from the table"),
                            ("desk", "opened at the desk"),
                            ("conduct", "conduct"),
                        ],
                        default="call",
                        max_length=12,
                    ),
                ),
                ("words", models.CharField(blank=True, default="", max_length=300)),
                ("lines", models.JSONField(default=list)),
                ("opened_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(null=True)),
                ("handled_at", models.DateTimeField(null=True)),
                ("outcome", models.CharField(blank=True, default="", max_length=300)),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cases", to="tournaments.match"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cases", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ["opened_at", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("handled_at", None)), fields=["tournament"], name="tournaments_open_cases"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("turn", models.PositiveIntegerField()),
                ("order", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "proposed"),
                            ("accepted", "accepted"),
                            ("declined", "declined"),
                            ("withdrawn", "taken back"),
                            ("past", "past"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "appointment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="tournaments.appointment",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("appointment", "turn", "order", "number"), name="one_proposal_per_number"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("appointment", "turn", "at"),
                        name="one_open_proposal_per_time",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "accepted")),
                        fields=("appointment", "turn"),
                        name="one_accepted_proposal_per_turn",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("number__lte", 3), ("order__lte", 1)),
                        name="up_to_three_proposals_a_side",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PairingRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("engine", models.CharField(default="card", max_length=20)),
                ("version", models.CharField(max_length=20)),
                ("input", models.JSONField()),
                ("output", models.JSONField()),
                ("trace", models.JSONField()),
                ("at", models.DateTimeField()),
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
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="tournaments.round"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="RoundDeck",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("ctx", models.TextField()),
                ("sealed", models.BinaryField()),
                ("commitment", models.CharField(max_length=64)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="decks", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("round", "number"), name="one_deck_of_a_number")],
            },
        ),
        migrations.CreateModel(
            name="RoundSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="tournaments.entry"
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournaments.round"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("round", "entry"), name="one_seat_per_entry_and_round")]
            },
        ),
        migrations.CreateModel(
            name="MatchSide",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField(blank=True, null=True)),
                ("game_points", models.IntegerField(blank=True, null=True)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("deals_won", models.PositiveIntegerField(default=0)),
                ("games_won", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("margin", models.IntegerField(default=0)),
                ("is_absent", models.BooleanField(default=False)),
                ("missing_since", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sides", to="tournaments.match"
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="side",
                        to="tournaments.roundseat",
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="at_boards",
                        to="tournaments.matchside",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="at_boards",
                        to="tournaments.entrymember",
                    ),
                ),
            ],
            options={
                "ordering": ["order"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "order"), name="one_side_per_order"),
                    models.UniqueConstraint(fields=("parent", "member"), name="member_sits_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("member", None), ("parent", None), ("seat__isnull", False)),
                            models.Q(("parent__isnull", False), ("seat", None)),
                            _connector="OR",
                        ),
                        name="a_seat_or_at_a_board",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bye", to="tournaments.roundseat"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("since", models.DateField(verbose_name="first day")),
                ("until", models.DateField(verbose_name="last day")),
                ("series", models.CharField(blank=True, default="", max_length=120)),
                ("scoring", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("kept", models.JSONField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seasons", to="clubs.club"
                    ),
                ),
                (
                    "final",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="final_of",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["club", "-since"], name="seasons_by_day")],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"), django.db.models.functions.text.Lower("name"), name="one_season_per_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("until__gte", models.F("since"))), name="season_ends_after_it_begins"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("key", models.CharField(max_length=40)),
                ("deal", models.JSONField(blank=True, null=True)),
                ("at", models.DateTimeField()),
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
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sheet_lines", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="one_sheet_line_per_number"),
                    models.UniqueConstraint(fields=("match", "key"), name="one_sheet_line_per_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SitAndGoPlace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("took_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                (
                    "sit_and_go",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="tournaments.sitandgo"
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sit_and_go_place",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SlipReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("order", models.PositiveSmallIntegerField()),
                ("figures", models.JSONField(default=list)),
                ("games", models.JSONField(default=list)),
                ("is_by_places", models.BooleanField(default=False)),
                ("deals", models.PositiveIntegerField(default=0)),
                ("key", models.CharField(blank=True, db_default="", default="", max_length=40)),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="slip_reports", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [models.UniqueConstraint(fields=("match", "order"), name="one_slip_report_per_side")],
            },
        ),
        migrations.CreateModel(
            name="PairingJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("open_reason", models.TextField(blank=True, default="")),
                ("is_automatic", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(null=True)),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("groups", models.PositiveSmallIntegerField(default=0)),
                ("code", models.CharField(blank=True, default="", max_length=30)),
                ("text", models.TextField(blank=True, default="")),
                ("answer", models.JSONField(default=dict)),
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
                    "instead_of",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.round",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tournaments.round",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pairing_jobs", to="tournaments.stage"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["waiting", "running"])),
                        fields=("stage",),
                        name="one_open_pairing_per_stage",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LadderEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=10)),
                ("place", models.PositiveIntegerField(default=0)),
                ("is_lost", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, default="", max_length=500)),
                ("at", models.DateTimeField()),
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
                    "challenge",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournaments.challenge",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ladder_events",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="tournaments.stage"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "number"), name="one_event_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("entry__isnull", False), ("challenge__isnull", False), _connector="OR"),
                        name="event_of_something",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StageEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seed", models.PositiveIntegerField()),
                ("group", models.PositiveSmallIntegerField(default=0)),
                ("carried", models.IntegerField(default=0)),
                ("late", models.CharField(blank=True, default="", max_length=12)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stage_entries",
                        to="tournaments.entry",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="field", to="tournaments.stage"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "stage entries",
                "ordering": ["seed"],
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "entry"), name="one_place_per_entry_and_stage"),
                    models.UniqueConstraint(fields=("stage", "seed"), name="one_entry_per_seed"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableRuling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("table", models.CharField(db_index=True, max_length=12)),
                ("seq", models.PositiveIntegerField()),
                ("rule", models.CharField(blank=True, default="", max_length=20)),
                ("words", models.CharField(max_length=500)),
                ("reason", models.CharField(max_length=300)),
                ("at", models.DateTimeField()),
                ("appealed_at", models.DateTimeField(null=True)),
                ("appeal", models.CharField(blank=True, default="", max_length=300)),
                ("decided_at", models.DateTimeField(null=True)),
                ("is_upheld", models.BooleanField(null=True)),
                ("decision", models.CharField(blank=True, default="", max_length=300)),
                (
                    "appealed_by",
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
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="tournaments.case"
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("table", ""), _negated=True),
                        fields=("table", "seq"),
                        name="one_ruling_per_play",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                ("reason", models.CharField(max_length=500)),
                ("rule", models.CharField(blank=True, default="", max_length=20)),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("is_rated", models.BooleanField(default=True)),
                ("at", models.DateTimeField()),
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
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="tournaments.match"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("counts", models.BooleanField()),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="tournaments.season"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("season", "tournament"), name="one_word_per_event")]
            },
        ),
        migrations.CreateModel(
            name="Screen",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("shows", models.CharField(default="both", max_length=12, verbose_name="shows")),
                ("announcement", models.CharField(blank=True, default="", max_length=200, verbose_name="announcement")),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="screens", to="tournaments.tournament"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.CreateModel(
            name="PrizeList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("currency", models.CharField(blank=True, default="", max_length=8)),
                ("is_one_each", models.BooleanField(default=True)),
                ("is_shared", models.BooleanField(db_default=True, default=True)),
                ("categories", models.JSONField(default=list)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_list",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PairRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(choices=[("hard", "never"), ("soft", "rather not")], default="hard", max_length=4),
                ),
                ("from_round", models.PositiveSmallIntegerField(default=1)),
                ("to_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, default="", max_length=200)),
                ("entries", models.ManyToManyField(related_name="pair_rules", to="tournaments.entry")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pair_rules",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HistoryElsewhere",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entries", models.JSONField(default=list)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history_elsewhere",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"verbose_name_plural": "histories elsewhere"},
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(default=accounts.models.new_public_id, editable=False, max_length=12, unique=True),
                ),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("table_no", models.PositiveIntegerField(blank=True, null=True)),
                ("words", models.CharField(max_length=500)),
                ("told", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(null=True)),
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
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={"ordering": ["-pk"]},
        ),
        migrations.CreateModel(
            name="Trophy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("place", "place in the table"), ("attendance", "best attendance")], max_length=10
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(default=1)),
                ("figure", models.CharField(max_length=20)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trophies", to="tournaments.season"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="trophies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "trophies",
                "ordering": ["-kind", "place", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "user", "kind"), name="one_trophy_of_a_kind")
                ],
            },
        ),
    ]
