"""The results grid of teams (P31): a typed line for the keyboard, a small form a board; each saves its board alone."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments import selectors, services
from tournaments.formats import team_terms
from tournaments.models import Round, TeamBoard, Tournament
from tournaments.selectors import board_grid
from tournaments.services import typed
from tournaments.views import result_grids

REGION = "tournaments/organise/_board_grid.html"


def results(request: HttpRequest, tournament: Tournament, rnd: Round) -> HttpResponse:
    """The boards of a round of teams; the caller has seen that an official asks."""
    return result_grids.answer(request, tournament, rnd, REGION, line=_line, row=_row, state=_state)


def _line(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """A typed line: table and board in their field or before the result. A place alone only chooses it."""
    place, text = typed.with_board(request.POST.get("line", ""))
    place = place if place is not None else typed.board_place(request.POST.get("table", ""))
    boards = TeamBoard.objects.filter(match__round=rnd).select_related("match__round__stage__tournament")
    board = boards.filter(match__table_no=place[0], number=place[1]).first() if place is not None else None
    nowhere = _("There is no such board in this round: table and board, such as 1.2.")
    record = partial(services.record_board, board=board)
    match = board.match if board is not None else None
    done = result_grids.enter_line(request, context, place, text, match, nowhere, record)
    return _where(board) if done and board is not None else None


def _row(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """The form of one board, or the word that the reported result is right."""
    boards = TeamBoard.objects.select_related("match__round__stage__tournament")
    board = get_object_or_404(boards, match__round=rnd, public_id=request.POST.get("board", ""))
    record, confirm = (partial(act, board=board) for act in (services.record_board, services.confirm_board))
    done = result_grids.enter_form(request, context, board.pk, record=record, confirm=confirm)
    return _where(board) if done else None


def _where(board: TeamBoard) -> str:
    return "{}.{}".format(*board_grid.place_of(board))


def _state(request: HttpRequest, rnd: Round, after: str, chosen: board_grid.Place | None) -> dict[str, Any]:
    """The grid as it stands now, and the board that the typed line is about: the chosen one, else the next missing."""
    lines = board_grid.board_grid(rnd)
    by_place = {board_grid.place_of(board): board for line in lines for board in line.boards}
    is_running = rnd.state == "running"
    quick = by_place.get(chosen) if chosen is not None else None
    return {
        "lines": lines,
        "missing": sum(line.is_missing for line in lines),
        "missing_boards": sum(board.state != "over" for line in lines for board in line.boards),
        "quick": (quick or board_grid.next_missing(lines, typed.board_place(after))) if is_running else None,
        "counts_games": any(selectors.counts_games(line.match) for line in lines),
        "is_typed": is_running and any(not board.table for board in by_place.values()),
        "unit": team_terms(rnd.stage.settings).board_table.unit,
    }
