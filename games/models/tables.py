"""Tables, their seats, the log of plays, and the processes that own tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from games import engine
from games.models.variants import rules_name


class Status(models.TextChoices):
    """The status of a sitting: under play, over with a result, or closed before anybody had moved."""

    PLAYING = "playing", _("playing")
    OVER = "over", _("over")
    CLOSED = "closed", _("closed")


class Kind(models.TextChoices):
    """Who made a play: a player, a director, the clock, or the table itself (chance, credit)."""

    PLAYER = "player", _("player")
    DIRECTOR = "director", _("director")
    CLOCK = "clock", _("clock")
    SYSTEM = "system", _("system")


BY_DAYS = models.Q(settings__by_days=True)  # of tables with a clock of days (games.live.setup.clock)


class Table(models.Model):
    """One sitting: a rule set, seats and a log. `snapshot` is a sealed cache of the state that the log gives;
    `deadline_at` is when the table must move by itself (a deal, a flag); the tournament app writes `ref` and `label`.
    `is_held`: other tables play the same decks, so only its own seats see it until the tournament app releases it.
    `is_private`: a casual table that nobody may watch; even after its end only its players see its deals."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    rules = models.CharField(_("rules"), max_length=engine.KEY_LETTERS)
    options = models.JSONField(default=dict)
    mode = models.CharField(max_length=12, default="strict")
    settings = models.JSONField(default=dict)
    ref = models.CharField(max_length=80, blank=True, default="")
    label = models.CharField(max_length=200, blank=True, default="")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLAYING)
    version = models.PositiveIntegerField(default=0)
    epoch = models.PositiveIntegerField(default=0)
    owner = models.CharField(max_length=60, null=True)
    snapshot = models.BinaryField(null=True)
    snapshot_format = models.PositiveSmallIntegerField(default=0)
    deadline_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)
    is_held = models.BooleanField(default=False)
    is_private = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    reported_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["deadline_at"], condition=models.Q(status="playing"), name="games_table_due"),
            models.Index(fields=["owner"], condition=models.Q(status="playing"), name="games_table_owner"),
            models.Index(
                fields=["finished_at"],
                condition=models.Q(status="over", reported_at=None),
                name="games_table_unreported",
            ),
            models.Index(fields=["ref"], name="games_table_ref"),
        ]

    def __str__(self) -> str:
        return self.label or self.public_id

    @property
    def rules_name(self) -> str:
        """The name of the rules: that of the club whose they are, where it was chosen there."""
        return self.settings.get("rules_called") or rules_name(self.rules)


class Seat(models.Model):
    """A place at a table: 0 is A, 1 is B … `house_level` names the house player's strength, empty for a person."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    house_level = models.CharField(max_length=20, blank=True, default="")

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_user_per_seat"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_per_user_and_table"),
        ]

    def __str__(self) -> str:
        return f"{engine.codec.seat_to_json(self.seat)}: {self.user}"


class Play(models.Model):
    """One row of a table's log, never changed: `seq` is the version of the table that it makes. Long after the sitting
    most of them go into a row of `PackedPlays`; read them by `games.live.store.logbook`."""

    # no index of its own: `one_play_per_version` begins with it, and every move would have to write it
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plays", db_index=False)
    seq = models.PositiveIntegerField()
    cmd_id = models.UUIDField()
    board = models.PositiveSmallIntegerField(default=0)
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PLAYER)
    action = models.JSONField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    spent_ms = models.PositiveIntegerField(default=0)
    lag_ms = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_play_per_version"),
            models.UniqueConstraint(fields=["table", "cmd_id"], name="one_play_per_command"),
        ]
        indexes = [
            models.Index(fields=["table", "seq"], condition=models.Q(kind="director"), name="games_play_director"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.action}"


class PackedPlays(models.Model):
    """The log of a sitting that has been over for days, but for the plays that stay rows, compressed
    (`games.live.store.packed`). Written once, never changed; `digest` is the SHA-256 of the content before it was
    compressed."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="packed", primary_key=True)
    format = models.PositiveSmallIntegerField()
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    content = models.BinaryField()
    digest = models.BinaryField()

    class Meta:
        verbose_name_plural = "packed plays"

    def __str__(self) -> str:
        return f"{self.count} plays, {self.first_seq} to {self.last_seq}"


class LiveProcess(models.Model):
    """A process that owns tables. Its name is shard and boot. With each beat it says that it lives, and lists the
    disconnected players at its tables: by table and seat letter, the Unix time in seconds when their grace ends."""

    name = models.CharField(max_length=60, unique=True)
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()
    down_at = models.DateTimeField(null=True)
    gone = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "live processes"

    def __str__(self) -> str:
        return self.name
