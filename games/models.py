"""Tables, their seats, the log of plays, sealed deal secrets, finished deals, and the processes that own tables."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from games import engine


def can_be_played_live(rules: engine.RuleSet) -> bool:
    """What the table page plays today: gin for two on the pad, from an upcard, with the verbs take, draw, throw, knock
    and gin. The engine plays the whole family; the other tables follow."""
    is_plain = rules.kernel.name == "gin" and rules.seating.name == "two" and rules.sheet.name == "pad"
    more_verbs = rules.doubling or rules.big_gin_bonus is not None or rules.last_discard != "dead"
    return is_plain and not more_verbs and rules.deal == "upcard" and rules.stake is None and rules.laws == "strict"


LIVE_VARIANTS = {key: rules for key, rules in engine.VARIANTS.items() if can_be_played_live(rules)}


class Status(models.TextChoices):
    """Where a sitting stands."""

    PLAYING = "playing", _("playing")
    OVER = "over", _("over")


class Kind(models.TextChoices):
    """Who made a play: a player, a director, the clock, or the table itself (chance, credit)."""

    PLAYER = "player", _("player")
    DIRECTOR = "director", _("director")
    CLOCK = "clock", _("clock")
    SYSTEM = "system", _("system")


class Table(models.Model):
    """One sitting: a rule set, seats and a log. `snapshot` is a sealed cache of what the log says; `deadline_at` is
    when the table must move by itself (a deal, a flag); `ref` and `label` are whatever the floor above wrote there."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    rules = models.CharField(_("rules"), max_length=40)
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
        """The rules by their name."""
        return engine.VARIANTS[self.rules].name if self.rules in engine.VARIANTS else self.rules


class Seat(models.Model):
    """A place at a table: 0 is A, 1 is B. `house_level` names the house player's strength, empty for a person."""

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
        return f"{'ABCDEFGH'[self.seat]}: {self.user}"


class Play(models.Model):
    """One row of a table's log, never changed: `seq` is the version of the table that it makes."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plays")
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

    def __str__(self) -> str:
        return f"{self.seq}: {self.action}"


class DealSecret(models.Model):
    """What a deck follows from: `ctx` (public), 32 sealed bytes, and the commitment that was published before the deal.
    `deal` 0 is the drawing for the first deal."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="secrets")
    deal = models.PositiveIntegerField()
    attempt = models.PositiveSmallIntegerField(default=1)
    ctx = models.TextField()
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "deal", "attempt"], name="one_secret_per_attempt")]

    def __str__(self) -> str:
        return f"deal {self.deal}, attempt {self.attempt}"


class Deal(models.Model):
    """A deal that is over, for the archive: who won what, and which plays of the log it is made of."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveIntegerField(default=0)
    type = models.CharField(max_length=20)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    finished_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_row_per_deal")]

    def __str__(self) -> str:
        return f"deal {self.number}"


class LiveProcess(models.Model):
    """A process that owns tables: its name is shard and boot, its beat says that it lives."""

    name = models.CharField(max_length=60, unique=True)
    started_at = models.DateTimeField()
    beat_at = models.DateTimeField()
    down_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "live processes"

    def __str__(self) -> str:
        return self.name
