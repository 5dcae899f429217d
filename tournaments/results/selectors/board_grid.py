"""The results grid of team matches: one row for each match with its boards, and the next board without a result."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.event.selectors import sitters
from tournaments.event.selectors.finding import BOARD_SIDES, round_matches
from tournaments.models import Match, MatchState, Round
from tournaments.results.selectors import slips

Place = tuple[int, int]  # table and board, as in 3.2


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A match of teams in the grid of results. `points` are each side's points from the boards so far, None before
    there are any; `disputed` are the boards (by key) whose sides have reported different results."""

    match: Match
    boards: tuple[Match, ...]
    points: tuple[int, int] | None
    disputed: frozenset[int]

    @property
    def is_missing(self) -> bool:
        """Has the match no final result yet?"""
        return self.match.state != MatchState.OVER


def place_of(board: Match) -> Place:
    """The place of a board: the table of its match, and its number there."""
    return board.whole.table_no, board.number


def is_open(board: Match) -> bool:
    """Can a result be typed for this board, because it has no final one and no live table that will bring one?"""
    return board.state != MatchState.OVER and not board.table


def board_grid(rnd: Round) -> list[TeamLine]:
    """The matches of a round of teams with their boards; matches without a final result come first."""
    found: dict[int, list[Match]] = {}
    boards = list(Match.objects.of_boards().filter(round=rnd).prefetch_related(BOARD_SIDES, "slip_reports"))
    sitters.seat_partners(boards, rnd, rnd.stage.tournament.variant)
    matches = round_matches(rnd)
    known = {match.pk: match for match in matches}
    for board in boards:
        board.parent, board.round = known[board.parent_id or 0], rnd
        found.setdefault(board.parent.pk, []).append(board)
    lines = [_line(match, found.get(match.pk, [])) for match in matches]
    return sorted(lines, key=lambda line: (not line.is_missing, line.match.table_no))


def next_missing(lines: Sequence[TeamLine], after: Place | None = None) -> Match | None:
    """The first board without a result after this place, else the first one of all."""
    missing = sorted((board for line in lines for board in line.boards if is_open(board)), key=place_of)
    later = [board for board in missing if after is not None and place_of(board) > after]
    return next(iter([*later, *missing]), None)


def _line(match: Match, boards: list[Match]) -> TeamLine:
    done = [board for board in boards if board.points[0] is not None]
    disputed = frozenset(board.pk for board in boards if slips.are_disputed(board))
    return TeamLine(match, tuple(boards), points_of(done) if done else None, disputed)


def points_of(boards: Sequence[Match]) -> tuple[int, int]:
    """The points of both sides from these boards."""
    first, second = (sum(board.points[order] or 0 for board in boards) for order in (0, 1))
    return first, second
