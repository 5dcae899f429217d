"""What the pages put together from the floors below: what is on, what is next for me, what a player has played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from clubs.models import Club
from games import engine
from games import selectors as games
from games.models import Deal, Seat, Status, Table
from ratings import selectors as ratings
from ratings.models import Change, PlayerRating, RatedMatch
from tournaments import selectors as tournaments
from tournaments.models import Match, MatchState, Tournament

SOON = 8
LATEST = 8
PAGE = 25
OUTCOMES = {
    "knock": _("knock"),
    "gin": _("gin"),
    "big_gin": _("big gin"),
    "undercut": _("undercut"),
    "tie": _("tie"),
    "dead": _("dead deal"),
    "no_winner": _("no winner"),
    "void": _("void"),
}


@dataclass(frozen=True, slots=True)
class Live:
    """A tournament under way, and how many of its tables are being played at."""

    tournament: Tournament
    playing: int


@dataclass(frozen=True, slots=True)
class Tonight:
    """What is on: tournaments under way, those that come, the latest results."""

    live: Sequence[Live]
    coming: Sequence[Tournament]
    results: Sequence[Match]


@dataclass(frozen=True, slots=True)
class Played:
    """One finished match from a player's side."""

    match: RatedMatch
    opponent: User
    score: float
    margin: int
    change: Change | None

    @property
    def gain(self) -> float | None:
        """Rating points won or lost, None when the match is not rated."""
        return self.change and self.change.after - self.change.before


@dataclass(frozen=True, slots=True)
class Graph:
    """A player's standing on one list and how it came about."""

    row: PlayerRating
    points: Sequence[ratings.Point]


def tonight() -> Tonight:
    """For the home page: running tournaments with their tables in play, the next ones, and the latest results."""
    running = tournaments.live(SOON)
    playing = Match.objects.filter(state=MatchState.PLAYING, round__stage__tournament__in=running)
    tables = dict(playing.values_list("round__stage__tournament").annotate(Count("pk")))
    return Tonight(
        live=[Live(one, tables.get(one.pk, 0)) for one in running],
        coming=tournaments.upcoming(SOON),
        results=tournaments.latest_results(LATEST),
    )


# ---- me


def my_matches(user: User) -> list[Match]:
    """The matches that wait for this person or are being played: those at a table first."""
    return sorted(tournaments.current_matches(user), key=lambda match: match.state != MatchState.PLAYING)[:5]


def my_tables(user: User) -> list[Table]:
    """The tables without a tournament at which this person sits and that are still being played."""
    return list(games.playing_for(user).filter(ref="")[:5])


def my_clubs(user: User) -> QuerySet[Club]:
    """The clubs that this person belongs to."""
    return Club.objects.filter(memberships__user=user).order_by("name")


# ---- players


def players(search: str) -> QuerySet[User]:
    """Active players whose name holds `search`, with their clubs, by name."""
    found = User.objects.filter(is_active=True).exclude(name="")
    found = found.filter(name__icontains=search) if search else found
    return found.prefetch_related("memberships__club", "ratings__pool").order_by("name", "pk")


def graphs(player: User, *, points: int = 200) -> list[Graph]:
    """Every list that the player is on, with the points of its graph."""
    return [Graph(row, ratings.history(player, row.pool, points=points)) for row in ratings.ratings_of(player)]


def played(player: User, *, versus: User | None = None, before: datetime | None = None) -> tuple[list[Played], bool]:
    """One page of the player's finished matches, latest first, and whether there are older ones."""
    matches = list(ratings.matches_of(player, versus=versus, before=before)[: PAGE + 1])
    changes = ratings.changes_by(player, matches)
    return [_played(player, match, changes.get(match.pk)) for match in matches[:PAGE]], len(matches) > PAGE


def _played(player: User, match: RatedMatch, change: Change | None) -> Played:
    if match.a_id == player.pk:
        return Played(match, match.b, match.score_a, match.margin, change)
    return Played(match, match.a, 1 - match.score_a, -match.margin, change)


# ---- archive


def deals(*, player: str = "", variant: str = "", outcome: str = "", before: int | None = None) -> QuerySet[Deal]:
    """Deals of sittings that are over, latest first: of players whose name holds `player` (or with this public id),
    of a variant, with an outcome; those before the deal row `before`."""
    found = games.deals()
    if player:
        seated = Seat.objects.filter(Q(user__name__icontains=player) | Q(user__public_id=player))
        found = found.filter(table__in=seated.values("table"))
    found = found.filter(table__rules=variant) if variant else found
    found = found.filter(type=outcome) if outcome else found
    found = found.filter(pk__lt=before) if before else found
    return found.order_by("-pk")


def variants_played() -> dict[str, str]:
    """The variants of which the archive holds deals, by key with their names."""
    keys = Table.objects.filter(status=Status.OVER).order_by("rules").values_list("rules", flat=True).distinct()
    return {key: variant_name(key) for key in keys}


def outcomes_seen() -> dict[str, str]:
    """The ways in which the archive's deals ended, by key with their names."""
    keys = Deal.objects.order_by("type").values_list("type", flat=True).distinct()
    return {key: outcome_name(key) for key in keys}


def variant_name(key: str) -> str:
    """The name of a variant, its key when it is not known here."""
    rules = engine.VARIANTS.get(key)
    return rules.name if rules else key


def outcome_name(key: str) -> str:
    """How a deal ended, in words."""
    return str(OUTCOMES.get(key, key.replace("_", " ")))
