"""What the pages put together from the floors below: what is on, what is next for me, what a player has played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from clubs.models import Club
from games import engine
from games.models import Deal, Seat, Status, Table
from ratings import selectors as ratings
from ratings.models import Change, PlayerRating, RatedMatch
from tournaments.models import Entry, Match, MatchSide, MatchState, RoundState, Tournament, TournamentState

SOON = 8
LATEST = 8
PAGE = 30
PUBLIC = (RoundState.PUBLISHED, RoundState.RUNNING, RoundState.CLOSED, RoundState.SEALED)
SIDES = Prefetch(
    "sides", MatchSide.objects.select_related("seat__entry").prefetch_related("seat__entry__members__user")
)
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
class Tonight:
    """What is on: tournaments under way, those that come, the latest results."""

    live: Sequence[Tournament]
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
    running = Tournament.objects.filter(state=TournamentState.RUNNING).select_related("club")
    playing = Count(
        "stages__rounds__matches", filter=Q(stages__rounds__matches__state=MatchState.PLAYING), distinct=True
    )
    return Tonight(
        live=list(running.annotate(playing=playing).order_by("-starts_at", "-pk")[:SOON]),
        coming=list(coming()[:SOON]),
        results=list(results()[:LATEST]),
    )


def coming() -> QuerySet[Tournament]:
    """Tournaments that one may still enter, the next first, with the number of entries."""
    opened = Tournament.objects.filter(state=TournamentState.OPEN).select_related("club")
    return opened.annotate(entered=Count("entries")).order_by("starts_at", "pk")


def results() -> QuerySet[Match]:
    """Finished matches of rounds that everybody may see, latest first."""
    over = Match.objects.filter(state=MatchState.OVER, round__state__in=PUBLIC, finished_at__isnull=False)
    return over.select_related("round__stage__tournament").prefetch_related(SIDES).order_by("-finished_at", "-pk")


# ---- me


def my_matches(user: User) -> list[Match]:
    """The matches that wait for this person or are being played, in rounds that are published."""
    waiting = Match.objects.filter(
        sides__seat__entry__members__user=user,
        round__state__in=(RoundState.PUBLISHED, RoundState.RUNNING),
    ).exclude(state=MatchState.OVER)
    return list(waiting.select_related("round__stage__tournament").prefetch_related(SIDES).order_by("-state", "pk")[:5])


def my_tables(user: User) -> list[Table]:
    """The tables at which this person sits and that are still being played."""
    seated = Table.objects.filter(status=Status.PLAYING, seats__user=user)
    return list(seated.prefetch_related(seats()).order_by("-opened_at")[:5])


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


def played(player: User, *, versus: User | None = None, before: datetime | None = None) -> list[Played]:
    """One page of the player's finished matches, latest first."""
    matches = list(ratings.matches_of(player, versus=versus, before=before)[:PAGE])
    changes = ratings.changes_by(player, matches)
    return [_played(player, match, changes.get(match.pk)) for match in matches]


def entries_of(player: User) -> QuerySet[Entry]:
    """The player's entries in tournaments, latest first."""
    entries = Entry.objects.filter(members__user=player).select_related("tournament__club")
    return entries.order_by("-tournament__starts_at", "-pk")


def _played(player: User, match: RatedMatch, change: Change | None) -> Played:
    if match.a_id == player.pk:
        return Played(match, match.b, match.score_a, match.margin, change)
    return Played(match, match.a, 1 - match.score_a, -match.margin, change)


# ---- archive


def seats() -> Prefetch:
    """The seats of tables with who sat in them."""
    return Prefetch("seats", Seat.objects.select_related("user").order_by("seat"))


def deals(*, player: str = "", variant: str = "", outcome: str = "", before: int | None = None) -> QuerySet[Deal]:
    """Deals of sittings that are over, latest first: of players whose name holds `player` (or with this public id),
    of a variant, with an outcome; those before the deal row `before`."""
    found = Deal.objects.filter(table__status=Status.OVER)
    if player:
        seated = Seat.objects.filter(Q(user__name__icontains=player) | Q(user__public_id=player))
        found = found.filter(table__in=seated.values("table"))
    found = found.filter(table__rules=variant) if variant else found
    found = found.filter(type=outcome) if outcome else found
    found = found.filter(pk__lt=before) if before else found
    table_seats = Prefetch("table__seats", Seat.objects.select_related("user").order_by("seat"))
    return found.select_related("table").prefetch_related(table_seats).order_by("-pk")


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


# ---- clubs


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """A club's tournaments with the number of entries, latest first."""
    return club.tournaments.annotate(entered=Count("entries")).order_by("-starts_at", "-pk")
