"""Events that players open themselves: arenas, as many games as one likes within a time, for points; sit-and-gos,
tournaments that begin with the last seat. Nobody directs them."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.models import new_public_id
from games import engine
from games.models import Table
from games.models.variants import rules_name


class Arena(models.Model):
    """An event of one game, with one clock, from `starts_at` to `ends_at`: no game begins after the end, and games
    under way are played out. `length` is that of a game (empty: one game to the target); without a `name` it is the
    site's own of this hour."""

    laws = "strict"

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=60)
    rules = models.CharField(_("rules"), max_length=engine.KEY_LETTERS)
    length = models.CharField(max_length=20, blank=True, default="")
    clock = models.JSONField()
    is_rated = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="arenas")
    opened_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="arena_ends_after_start")]
        indexes = [models.Index(fields=["-ends_at"], name="arenas_by_end")]

    def __str__(self) -> str:
        return self.name or _now("Arena of the hour")

    @property
    def rules_name(self) -> str:
        """The rules by their name."""
        return rules_name(self.rules)

    def is_on(self, now: datetime) -> bool:
        """May games begin now?"""
        return self.cancelled_at is None and self.starts_at <= now < self.ends_at

    def has_ended(self, now: datetime) -> bool:
        """Is its time over, or was it called off? Games that have begun may still be played."""
        return self.cancelled_at is not None or now >= self.ends_at


class ArenaPlayer(models.Model):
    """A player in an arena: points and wins so far, since when they wait for a game (None while they play or pause),
    when their page last asked, and their last opponent."""

    arena = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="arena_places")
    joined_at = models.DateTimeField()
    waits_since = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField()
    last = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    points = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["arena", "user"], name="one_place_in_an_arena")]

    def __str__(self) -> str:
        return f"{self.user}, {self.arena}"


class ArenaGame(models.Model):
    """A game of an arena at its live table: the players in seats A and B, and once it is over the points of each.
    `winner` is 0, 1 or None for a draw."""

    arena = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="games")
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="arena_game")
    first = models.ForeignKey(ArenaPlayer, on_delete=models.CASCADE, related_name="games_as_first")
    second = models.ForeignKey(ArenaPlayer, on_delete=models.CASCADE, related_name="games_as_second")
    over_at = models.DateTimeField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    first_points = models.PositiveSmallIntegerField(default=0)
    second_points = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["arena", "over_at"], name="arena_games_by_end")]

    def __str__(self) -> str:
        return f"{self.first.user} – {self.second.user}"


class SitAndGoKind(models.TextChoices):
    """The kind of tournament that begins once all seats are taken."""

    CUP = "cup", _("a cup: who loses is out")
    SWISS = "swiss", _("three rounds, everybody plays on")
    DUPLICATE = "duplicate", _("three rounds with the same cards at every table")


class SitAndGo(models.Model):
    """A small tournament that begins once its last seat is taken: `tournament` from then on. `closed_at` is when it
    began, or when the last person who waited left. One that the site has opened stays until `stays_until` though nobody
    waits, and the house takes its empty seats."""

    laws, length = "strict", ""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    rules = models.CharField(_("rules"), max_length=engine.KEY_LETTERS)
    kind = models.CharField(max_length=10, choices=SitAndGoKind.choices, default=SitAndGoKind.CUP)
    seats = models.PositiveSmallIntegerField()
    clock = models.JSONField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    stays_until = models.DateTimeField(null=True, blank=True)
    tournament = models.OneToOneField(
        "tournaments.Tournament", null=True, blank=True, on_delete=models.SET_NULL, related_name="sit_and_go"
    )

    class Meta:
        indexes = [
            models.Index(
                fields=["opened_at"], condition=Q(tournament=None, closed_at=None), name="sit_and_gos_that_wait"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules_name}, {self.seats}"

    @property
    def rules_name(self) -> str:
        """The rules by their name."""
        return rules_name(self.rules)


class SitAndGoPlace(models.Model):
    """Somebody who waits for a sit-and-go to begin, at most at one, and when their page asked last."""

    sit_and_go = models.ForeignKey(SitAndGo, on_delete=models.CASCADE, related_name="places")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sit_and_go_place")
    took_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}, {self.sit_and_go}"
