"""The results grid of team matches: a typed line for the keyboard, and a small form at every board."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.event.selectors import lengths
from tournaments.formats import team_terms
from tournaments.models import Match, Round, Tournament
from tournaments.results.selectors import board_grid
from tournaments.results.services import recording, result_lines
from tournaments.results.views import result_grids, typed_lines
from tournaments.standings.selectors import versions

REGION = "tournaments/results/boards/_grid.html"


def grid_of_boards(request: HttpRequest, tournament: Tournament, rnd: Round) -> HttpResponse:
    """The boards of a round of teams; the caller has checked that an official asks."""
    return result_grids.answer(request, tournament, rnd, REGION, line=_line, row=_row, state=_state)


def _line(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """A typed line: table and board in their field or before the result. A place alone only chooses it."""
    if typed_lines.is_left(request):
        return None
    is_named = False
    if sure := typed_lines.confirmed(request):
        place, text = result_lines.board_place(sure[0]), sure[1]
    else:
        named, text = result_lines.with_board(request.POST.get("line", ""))
        is_named = named is not None
        place = named if named is not None else result_lines.board_place(request.POST.get("table", ""))
    boards = Match.objects.of_boards().filter(round=rnd).select_related("parent", "round__stage__tournament")
    board = boards.filter(parent__table_no=place[0], number=place[1]).first() if place is not None else None
    if board is None:
        nowhere = _("There is no such board in this round: table and board, such as 1.2.")
        typed_lines.refuse_line(context, place, text, nowhere)
        return None
    record = partial(recording.record_result, match=board)
    done = typed_lines.enter_line(request, context, place, text, board, record, is_named=is_named)
    return _where(board) if done else None


def _row(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """The form of one board, or the confirmation of the reported result."""
    boards = Match.objects.of_boards().select_related("parent", "round__stage__tournament")
    board = get_object_or_404(boards, round=rnd, public_id=request.POST.get("board", ""))
    record, confirm = (partial(act, match=board) for act in (recording.record_result, recording.confirm_result))
    done = result_grids.enter_form(request, context, board, record=record, confirm=confirm)
    return _where(board) if done else None


def _where(board: Match) -> str:
    return "{}.{}".format(*board_grid.place_of(board))


def _state(request: HttpRequest, rnd: Round, after: str, chosen: board_grid.Place | int | None) -> dict[str, Any]:
    """The present grid, and the board for the typed line: the chosen one (for a chosen table its first open board),
    else the next one without a result."""
    lines = board_grid.board_grid(rnd)
    by_place = {board_grid.place_of(board): board for line in lines for board in line.boards}
    is_running = rnd.state == "running"
    quick = by_place.get(chosen) if isinstance(chosen, tuple) else None
    behind = (chosen, 0) if isinstance(chosen, int) else result_lines.board_place(after)
    return {
        "lines": lines,
        "version": versions.of_desk(rnd),
        "seen": " ".join(f"{where[0]}.{where[1]}:{board.version}" for where, board in by_place.items()),
        "missing": sum(line.is_missing for line in lines),
        "missing_boards": sum(board.state != "over" for line in lines for board in line.boards),
        "quick": (quick or board_grid.next_missing(lines, behind)) if is_running else None,
        "counts_games": any(lengths.counts_games(line.match) for line in lines),
        "is_typed": is_running and any(not board.table for board in by_place.values()),
        "unit": team_terms(rnd.stage.settings).board_table.unit,
    }
