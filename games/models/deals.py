"""Records of sittings: sealed shuffles and their chain, finished deals, their analyses, players' tallies."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from games import engine
from games.models.tables import Table

UNFINISHED = "unfinished"  # the type of a deal that the end of its sitting cut short
VOID = engine.DEALT_AGAIN  # types of deals that count for nothing
RECORDS = (  # of a player by one preset, in the order in which they are shown; fields of `Tally`
    "wins_in_a_row",
    "gins_in_a_row",
    "best_deal",
    "best_win",
    "best_total",
    "gins",
    "undercuts",
    "won",
)
TO_THE_END = ("played", "time")  # how a sitting ends that nobody has left: to its length, or time was called


class DealSecret(models.Model):
    """The secret that determines a deck: `ctx` (public), 32 sealed bytes, and the commitment that was published before
    the deal. `deal` 0 is the drawing for the first deal; every `board` has a deck of its own. A shared deck exists from
    the opening of the table, with the seat that deals it (`dealer`) and the `suits` that replace C, D, H and S. `link`
    is its number in the chain of its tournament, `before` and `head` are the chain's heads before it and with it; null
    and empty until the next sweep."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="secrets")
    deal = models.PositiveIntegerField()
    board = models.PositiveSmallIntegerField(db_default=0)
    attempt = models.PositiveSmallIntegerField(default=1)
    ctx = models.TextField()
    sealed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    dealer = models.PositiveSmallIntegerField(null=True)
    suits = models.CharField(max_length=4, db_default="CDHS")
    link = models.PositiveIntegerField(null=True)
    before = models.CharField(max_length=64, blank=True, db_default="")
    head = models.CharField(max_length=64, blank=True, db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "deal", "board", "attempt"], name="one_secret_per_attempt")
        ]
        indexes = [
            models.Index(fields=["id"], condition=models.Q(link=None), name="games_secret_unlinked"),
            models.Index(fields=["link"], name="games_secret_link"),
            models.Index(fields=["commitment"], condition=~models.Q(dealer=None), name="games_secret_shared"),
        ]

    def __str__(self) -> str:
        return f"deal {self.deal}, attempt {self.attempt}"


class Chain(models.Model):
    """The length and the head of the chain of a tournament's shuffles; the chain "casual" is for all tables without
    one."""

    tournament = models.CharField(max_length=40, unique=True)
    links = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.links}"


class ShuffleFigures(models.Model):
    """The statistics of all final deals, as they were computed one night."""

    made_at = models.DateTimeField(unique=True)
    figures = models.JSONField()

    class Meta:
        verbose_name_plural = "shuffle figures"

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"


class ShuffleMonth(models.Model):
    """The shuffles of the tables that ended in a month, as they were counted last: the number of tables, a digest of
    what the counts were made of, and the counts. It only spares work: without it all is counted again."""

    month = models.CharField(max_length=7, unique=True)
    tables = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    counts = models.JSONField()

    def __str__(self) -> str:
        return self.month


class Deal(models.Model):
    """A finished deal in the archive: who won what, and which plays of the log it consists of. `entry` holds what its
    sheet needs besides: fields of the engine's DealResult that differ from their defaults, and for teams the result of
    each of the `boards`. `luck` is the part of the result that was luck, in points for seat 0, by the value function
    `value`; null if none judges the deal."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(default=0)
    type = models.CharField(max_length=20)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    finished_at = models.DateTimeField(db_index=True)
    entry = models.JSONField(default=dict, db_default={})
    luck = models.FloatField(null=True)
    value = models.CharField(max_length=20, blank=True, db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_row_per_deal")]

    def __str__(self) -> str:
        return f"deal {self.number}"


class AnalysisState(models.TextChoices):
    """The states of an analysis: waiting, running, done, failed, or stopped by the person who asked for it."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    STOPPED = "stopped", _("stopped")


class Analysis(models.Model):
    """The value of each decision of a finished deal, by one `version` of the house's analysis. `done` of `total`
    decisions are judged; `decisions` has a row for each judged one, in order."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="analyses")
    version = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=AnalysisState.choices, default=AnalysisState.WAITING)
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    decisions = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "analyses"
        constraints = [models.UniqueConstraint(fields=["deal", "version"], name="one_analysis_per_deal_and_version")]

    def __str__(self) -> str:
        return f"{self.version} of {self.deal}"

    @property
    def is_open(self) -> bool:
        """Is the analysis still waiting or running?"""
        return self.state in (AnalysisState.WAITING, AnalysisState.RUNNING)


class Tally(models.Model):
    """The totals of a player's finished sittings by one preset: a fold of `Table` and `Deal` rows in the order in which
    the sittings ended, up to `last_table`. `wins_now` and `gins_now` are the current streaks of sittings won and of
    deals ended with gin. `deals` is 0 if it is not known who played in which deal (games.live.finished.tallies)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tallies")
    rules = models.CharField(max_length=engine.KEY_LETTERS)
    sittings = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    deals_won = models.PositiveIntegerField(default=0)
    gins = models.PositiveIntegerField(default=0)
    undercuts = models.PositiveIntegerField(default=0)
    wins_now = models.PositiveIntegerField(default=0)
    wins_in_a_row = models.PositiveIntegerField(default=0)
    gins_now = models.PositiveIntegerField(default=0)
    gins_in_a_row = models.PositiveIntegerField(default=0)
    best_deal = models.PositiveIntegerField(default=0)
    best_deal_at = models.ForeignKey(Deal, null=True, on_delete=models.SET_NULL, related_name="+")
    best_win = models.PositiveIntegerField(default=0)
    best_win_at = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    best_total = models.PositiveIntegerField(default=0)
    best_total_at = models.ForeignKey(Table, null=True, on_delete=models.SET_NULL, related_name="+")
    last_at = models.DateTimeField(null=True)
    last_table = models.BigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["player", "rules"], name="one_tally_per_player_and_preset")]
        indexes = [models.Index(fields=["rules", f"-{kind}"], name=f"tally_{kind}") for kind in RECORDS]

    def __str__(self) -> str:
        return f"{self.player}: {self.rules}"
