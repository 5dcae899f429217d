"""The content of the home page: tournaments under way and soon, the latest results, the officials' desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Max, Q
from django.utils import timezone

from accounts.models import User
from clubs import selectors as clubs
from clubs.models import Club
from tournaments.event.selectors import finding
from tournaments.models import (
    Arena,
    Match,
    MatchState,
    Round,
    RoundState,
    SitAndGo,
    Tournament,
    TournamentState,
)
from tournaments.open_events.selectors import arena_tables, waiting

SOON = 8
TONIGHT = timedelta(hours=12)
LATEST = 6
OPEN_NOW = 2  # of each kind of open event


@dataclass(frozen=True, slots=True)
class Live:
    """A tournament under way, the number of its tables in play, and its latest published round."""

    tournament: Tournament
    playing: int
    round: int = 0


@dataclass(frozen=True, slots=True)
class Tonight:
    """The content of the home page: tournaments under way, those that begin within half a day, later ones, the latest
    results, and what one may join at once."""

    live: Sequence[Live]
    soon: Sequence[Tournament]
    later: Sequence[Tournament]
    results: Sequence[Match]
    sit_and_gos: Sequence[SitAndGo]
    arenas: Sequence[Arena]

    @property
    def listed(self) -> Sequence[Live]:
        """Those under way and those that begin soon, in the order of their beginning."""
        both = [*self.live, *(Live(one, 0) for one in self.soon)]
        return sorted(
            both, key=lambda one: (one.tournament.starts_at is None, one.tournament.starts_at, one.tournament.pk)
        )

    @property
    def tables(self) -> int:
        """The number of the tournaments' tables in play."""
        return sum(one.playing for one in self.live)


def tonight() -> Tonight:
    """Read the content of the home page."""
    running = finding.live(SOON)
    under_way = _under_way(running)
    now = timezone.now()
    coming, until = finding.upcoming(SOON), now + TONIGHT
    soon = [one for one in coming if one.starts_at and one.starts_at <= until]
    return Tonight(
        live=[Live(one, *under_way.get(one.pk, (0, 0))) for one in running],
        soon=soon,
        later=[one for one in coming if one not in soon],
        results=finding.latest_results(LATEST),
        sit_and_gos=waiting.that_wait(now, OPEN_NOW),
        arenas=list(arena_tables.to_come(now)[:OPEN_NOW]),
    )


@dataclass(frozen=True, slots=True)
class OfficialsDesk:
    """What the home page offers officials of clubs: their clubs, whether they may open tournaments, and the tournaments
    under way, soon or just over that they may run."""

    clubs: Sequence[Club]
    organises: bool
    tournaments: Sequence[Tournament]


def officials_desk(user: User) -> OfficialsDesk | None:
    """The desk of a person who is an official of a club; None for everybody else."""
    own = list(clubs.directed_by(user).filter(closed_at=None))
    if not own:
        return None
    now = timezone.now()
    to_run = Q(state=TournamentState.RUNNING) | Q(state=TournamentState.OPEN, starts_at__lte=now + TONIGHT)
    to_run |= Q(state=TournamentState.FINISHED, finished_at__gte=now - TONIGHT)  # a result may have to be put right
    found = finding.tournaments().filter(to_run, club__in=own)
    return OfficialsDesk(own, clubs.organised_by(user).exists(), list(found[:SOON]))


def _under_way(running: Sequence[Tournament]) -> dict[int, tuple[int, int]]:
    """The tables in play and the latest published round of each of these tournaments."""
    at_tables = Count("matches", filter=Q(matches__parent=None, matches__state=MatchState.PLAYING), distinct=True)
    rounds = Round.objects.filter(stage__tournament__in=running).exclude(state=RoundState.DRAFT).order_by()
    found = rounds.values_list("stage__tournament").annotate(playing=at_tables, last=Max("number"))
    return {key: (matches, number) for key, matches, number in found}
