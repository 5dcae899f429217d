"""What a result slip opens: the match behind a code, and how its result stands."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import EntryMember, Match, MatchState, RoundState, SlipReport
from tournaments.selectors import codes
from tournaments.selectors.finding import matches

CLOSED = (RoundState.CLOSED, RoundState.SEALED)


@dataclass(frozen=True, slots=True)
class SlipState:
    """How a match stands for who holds its slip. `stage`: early (the round has not begun), live (played at a live
    table), open, reported (one side has entered it), differs (both sides have, and not the same), over, closed."""

    stage: str
    reports: tuple[SlipReport, ...] = ()
    reporter: int | None = None  # 0 or 1: who entered what waits for confirmation; None: nobody, or an official

    @property
    def is_open(self) -> bool:
        """Can a side enter something?"""
        return self.stage in ("open", "reported", "differs")


def by_code(code: str) -> Match | None:
    """The match that a slip's code opens."""
    match = matches().filter(public_id=codes.identity(code)).first()
    return match if match is not None and codes.is_right(code, codes.slip_code(match)) else None


def by_letters(table_no: int, letters: str) -> Match | None:
    """The match of a running round at this table whose slip bears these letters."""
    found = matches().filter(round__state=RoundState.RUNNING, table_no=table_no)
    return next((match for match in found if codes.is_right(letters, codes.slip_letters(match))), None)


def slip_state(match: Match) -> SlipState:
    """How the match behind a slip stands."""
    reports = tuple(match.slip_reports.all())
    reporter = _reporter(match, reports)
    if match.round.state in CLOSED:
        return SlipState("closed", reports, reporter)
    if match.table:
        return SlipState("live", reports)
    if match.state == MatchState.OVER:
        return SlipState("over", reports, reporter)
    if match.round.state != RoundState.RUNNING:
        return SlipState("early")
    if match.state != MatchState.REPORTED:
        return SlipState("open", reports)
    return SlipState("differs" if differ(match, reports) else "reported", reports, reporter)


def differ(match: Match, reports: Iterable[SlipReport]) -> bool:
    """Has a side entered another result than the one that waits for confirmation?"""
    return any(((one.first, one.second), one.games) != (match.game_points, match.games) for one in reports)


def _reporter(match: Match, reports: tuple[SlipReport, ...]) -> int | None:
    """The side that reported first: by its slip, else as a signed-in player."""
    if reports:
        return reports[0].order
    played = (side for side in match.sides.all() for member in side.entry.members.all() if _entered(match, member))
    return next((side.order for side in played), None)


def _entered(match: Match, member: EntryMember) -> bool:
    return match.entered_by_id is not None and member.user_id == match.entered_by_id
