"""What a hall screen shows: the round and its clock, pairings by name, standings, who is missing."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tournaments.models import (
    Entry,
    EntryStatus,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Screen,
    Tournament,
    TournamentState,
)
from tournaments.selectors import codes
from tournaments.selectors.brackets import BracketPart, bracket_parts
from tournaments.selectors.paper import NameLine, by_name, printable_round
from tournaments.selectors.standing import StandingRow, standings

BOTH, PAIRINGS, STANDINGS = "both", "pairings", "standings"
SHOWS = (BOTH, PAIRINGS, STANDINGS)


@dataclass(frozen=True, slots=True)
class HallView:
    """The state of a hall: `ends_at` when time is called (None: no time set), `missing` who should be here and is not,
    `open_tables` those without a result. While a bracket is played its `trees` stand in place of the standings."""

    tournament: Tournament
    round: Round | None
    names: list[NameLine] = field(default_factory=list)
    standings: list[StandingRow] = field(default_factory=list)
    missing: list[Entry] = field(default_factory=list)
    open_tables: list[int] = field(default_factory=list)
    ends_at: datetime | None = None
    results: int = 0
    matches: int = 0
    trees: list[BracketPart] = field(default_factory=list)


def screen_code(screen: Screen) -> str:
    """The code in a screen's address."""
    return codes.code("screen", screen.public_id)


def screen_by_code(code: str) -> Screen | None:
    """The screen that a code opens; a revoked one too, so that the page can say so."""
    screen = Screen.objects.select_related("tournament__club").filter(public_id=codes.identity(code)).first()
    return screen if screen is not None and codes.is_right(code, screen_code(screen)) else None


def hall(screen: Screen) -> HallView:
    """Everything that a hall sees now; drafts stay with the officials."""
    tournament = screen.tournament
    rnd = printable_round(tournament, None, with_draft=False)
    is_on = rnd is not None and rnd.state in (RoundState.PUBLISHED, RoundState.RUNNING)
    shown = standings(tournament) if screen.shows != PAIRINGS and tournament.state != TournamentState.OPEN else []
    if rnd is None:
        return HallView(tournament, None, standings=shown, missing=_not_here(tournament))
    is_tree = rnd.stage.has_bracket and tournament.state == TournamentState.RUNNING and screen.shows != PAIRINGS
    states = list(rnd.matches.order_by("table_no").values_list("table_no", "state"))
    return HallView(
        tournament,
        rnd,
        names=by_name(rnd) if is_on and screen.shows != STANDINGS else [],
        standings=[] if is_tree else shown,
        trees=bracket_parts(rnd.stage) if is_tree else [],
        missing=_missing(rnd) if is_on else [],
        open_tables=[no for no, state in states if state != MatchState.OVER] if rnd.state == RoundState.RUNNING else [],
        ends_at=_ends_at(rnd),
        results=sum(state == MatchState.OVER for _no, state in states),
        matches=len(states),
    )


def _not_here(tournament: Tournament) -> list[Entry]:
    """Before round 1: who is entered and not checked in."""
    waiting = (EntryStatus.ENTERED, EntryStatus.ABSENT)
    return list(tournament.entries.filter(status__in=waiting).order_by("name"))


def _missing(rnd: Round) -> list[Entry]:
    """Who was found not to be at the table of a match that is not over."""
    sides = MatchSide.objects.filter(match__round=rnd, missing_since__isnull=False)
    sides = sides.exclude(match__state=MatchState.OVER).select_related("seat__entry").order_by("match__table_no")
    return [side.seat.entry for side in sides]


def _ends_at(rnd: Round) -> datetime | None:
    if rnd.state != RoundState.RUNNING or rnd.started_at is None or not rnd.minutes:
        return None
    return rnd.started_at + timedelta(minutes=rnd.minutes)
