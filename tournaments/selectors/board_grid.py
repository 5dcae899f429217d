"""The results grid of teams: one line a board under its match, open matches first, and which board is missing next."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Match, MatchState, Round, TeamBoard
from tournaments.selectors.finding import round_matches
from tournaments.selectors.teams import BOARD_PEOPLE

Place = tuple[int, int]  # table and board, as in 3.2


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A match of teams with its boards; `points` are those of the boards so far, None before there are any."""

    match: Match
    boards: tuple[TeamBoard, ...]
    points: tuple[int, int] | None

    @property
    def is_missing(self) -> bool:
        """Is there no result yet that stands?"""
        return self.match.state != MatchState.OVER


def place_of(board: TeamBoard) -> Place:
    """Where a board is played."""
    return board.match.table_no, board.number


def is_open(board: TeamBoard) -> bool:
    """Can a result be typed here: is there none yet that stands, and none to come from a live table?"""
    return board.state != MatchState.OVER and not board.table


def board_grid(rnd: Round) -> list[TeamLine]:
    """The matches of a round of teams with their boards, those with an open board first."""
    found: dict[int, list[TeamBoard]] = {}
    boards = TeamBoard.objects.filter(match__round=rnd).select_related("match", *BOARD_PEOPLE)
    for board in boards.order_by("match__table_no", "number"):
        found.setdefault(board.match_id, []).append(board)
    lines = [_line(match, found.get(match.pk, [])) for match in round_matches(rnd)]
    return sorted(lines, key=lambda line: (not line.is_missing, line.match.table_no))


def next_missing(lines: Sequence[TeamLine], after: Place | None = None) -> TeamBoard | None:
    """The next open board after this place, else the first."""
    missing = sorted((board for line in lines for board in line.boards if is_open(board)), key=place_of)
    later = [board for board in missing if after is not None and place_of(board) > after]
    return next(iter([*later, *missing]), None)


def _line(match: Match, boards: list[TeamBoard]) -> TeamLine:
    done = [board for board in boards if board.first_points is not None]
    points = sum(board.first_points or 0 for board in done), sum(board.second_points or 0 for board in done)
    return TeamLine(match, tuple(boards), points if done else None)
