"""The results grid of teams (P31): a typed line for the keyboard, a small form a board; each saves its board alone."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import selectors, services
from tournaments.formats import team_terms
from tournaments.forms import ResultForm
from tournaments.models import Round, TeamBoard
from tournaments.selectors import board_grid
from tournaments.services import typed
from tournaments.views.answers import attempt
from tournaments.views.organiser import desk
from tournaments.views.public import byes

PAGE, REGION = "tournaments/organise/results.html", "tournaments/organise/_board_grid.html"


def results(request: HttpRequest, rnd: Round) -> HttpResponse:
    """The boards of a round of teams; the caller has seen that an official asks."""
    context: dict[str, Any] = {"quick_place": None, "quick_text": "", "quick_error": "", "wrong": {}}
    tournament = rnd.stage.tournament
    if request.method == "POST":
        done = _typed(request, rnd, context) if "line" in request.POST else _row(request, rnd, context)
        if done is not None and not request.htmx:
            address = reverse("tournaments:results", args=[tournament.slug, rnd.number])
            return redirect(f"{address}?after={done.match.table_no}.{done.number}")
        context["after"] = board_grid.place_of(done) if done is not None else None
    is_refused = bool(context["quick_error"] or context["wrong"])
    context |= _state(request, rnd, context)
    if request.htmx:
        return render(request, REGION, context)
    page = desk(request, tournament, "results") | context | {"region": REGION}
    return render(request, PAGE, page, status=422 if is_refused else 200)


def _typed(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> TeamBoard | None:
    """A typed line: table and board in their field or before the result. A place alone only chooses it."""
    place, text = typed.with_board(request.POST.get("line", ""))
    place = place if place is not None else typed.board_place(request.POST.get("table", ""))
    boards = TeamBoard.objects.filter(match__round=rnd).select_related("match__round__stage__tournament")
    board = boards.filter(match__table_no=place[0], number=place[1]).first() if place is not None else None
    context |= {"quick_place": place, "quick_text": text}
    if board is None:
        context["quick_error"] = _("There is no such board in this round: table and board, such as 1.2.")
        return None
    if not text:
        return None
    try:
        said = typed.read(text, selectors.length_of_match(board.match)).facts()
        services.record_board(board=board, by=request.user, now=timezone.now(), **said)
    except services.Refusal as refusal:
        context["quick_error"] = str(refusal)
        return None
    return board


def _row(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> TeamBoard | None:
    """The form of one board, or the word that the reported result is right."""
    boards = TeamBoard.objects.select_related("match__round__stage__tournament")
    board = get_object_or_404(boards, match__round=rnd, public_id=request.POST.get("board", ""))
    facts = {"board": board, "by": request.user, "now": timezone.now()}
    form = ResultForm(request.POST)
    if "confirm" in request.POST:
        done = attempt(request, lambda: services.confirm_board(**facts))
    else:
        done = form.is_valid() and attempt(request, lambda: services.record_board(**facts, **form.result()))
    if not done:
        context["wrong"] = {board.pk: form}
        return None
    return board


def _state(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> dict[str, Any]:
    """The grid as it stands now, and the board that the typed line is about: the chosen one, else the next missing."""
    rnd = Round.objects.select_related("stage__tournament__club").get(pk=rnd.pk)
    lines = board_grid.board_grid(rnd)
    by_place = {board_grid.place_of(board): board for line in lines for board in line.boards}
    after = context.get("after") or typed.board_place(request.GET.get("after", ""))
    chosen = by_place.get(context["quick_place"]) if context.get("after") is None else None
    is_running = rnd.state == "running"
    return {
        "tournament": rnd.stage.tournament,
        "round": rnd,
        "number": rnd.number,
        "current": selectors.current_round(rnd.stage.tournament),
        "lines": lines,
        "missing": sum(line.is_missing for line in lines),
        "missing_boards": sum(board.state != "over" for line in lines for board in line.boards),
        "quick": (chosen or board_grid.next_missing(lines, after)) if is_running else None,
        "quick_text": context["quick_text"] if context["quick_error"] else "",
        "counts_games": any(selectors.counts_games(line.match) for line in lines),
        "is_typed": is_running and any(not board.table for board in by_place.values()),
        "unit": team_terms(rnd.stage.settings).board_table.unit,
        **byes(rnd),
    }
