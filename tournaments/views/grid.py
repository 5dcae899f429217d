"""The results grid (P31): a typed line for the keyboard, and a small form in every row; each saves its row alone."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import permissions, selectors, services
from tournaments.forms import ResultForm, whole_number
from tournaments.models import Match, Round
from tournaments.selectors import duplicate, grid
from tournaments.services import clockwork, typed
from tournaments.views import board_grid
from tournaments.views.answers import attempt
from tournaments.views.duplicate import deck_grid
from tournaments.views.organiser import desk
from tournaments.views.public import byes, find

PAGE, REGION = "tournaments/organise/results.html", "tournaments/organise/_grid.html"


@login_required
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The results of a round, missing ones first; a typed line or a row's form enters one."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    rounds = Round.objects.select_related("stage__tournament")
    rnd = get_object_or_404(rounds, stage__tournament=tournament, number=number)
    if selectors.is_team(rnd.stage):
        return board_grid.results(request, rnd)
    if duplicate.is_duplicate(rnd.stage):
        return deck_grid(request, rnd)
    context: dict[str, Any] = {"quick_table": None, "quick_text": "", "quick_error": "", "wrong": {}}
    if request.method == "POST":
        done = _typed(request, rnd, context) if "line" in request.POST else _row(request, rnd, context)
        if done is not None and not request.htmx:
            return redirect(f"{reverse('tournaments:results', args=[slug, number])}?after={done.table_no}")
        context["after"] = done.table_no if done is not None else None
    is_refused = bool(context["quick_error"] or context["wrong"])
    context |= _state(request, rnd, context)
    if request.htmx:
        return render(request, REGION, context)
    page = desk(request, tournament, "results") | context | {"region": REGION}
    return render(request, PAGE, page, status=422 if is_refused else 200)


def _typed(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> Match | None:
    """A typed line: the table's number in its field or before the result. A table alone only chooses it."""
    table, text = typed.with_table(request.POST.get("line", ""))
    table = table if table is not None else whole_number(request.POST.get("table", ""))
    match = rnd.matches.filter(table_no=table).first() if table is not None else None
    context |= {"quick_table": table, "quick_text": text}
    if match is None:
        context["quick_error"] = _("There is no such table in this round: 1 to %(n)d.") % {"n": rnd.matches.count()}
        return None
    if not text:
        return None
    try:
        said = typed.read(text, selectors.length_of_match(match)).facts()
        services.record_result(match=match, by=request.user, now=timezone.now(), **said)
    except services.Refusal as refusal:
        context["quick_error"] = str(refusal)
        return None
    return match


def _row(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> Match | None:
    """The form of one row: points, a forfeit, a winner's button, or the word that the reported result is right."""
    match = get_object_or_404(Match, round=rnd, public_id=request.POST.get("match", ""))
    facts = {"match": match, "by": request.user, "now": timezone.now()}
    form = ResultForm(request.POST)
    if "confirm" in request.POST:
        done = attempt(request, lambda: services.confirm_result(**facts))
    elif "won" in request.POST:
        won, version = (whole_number(request.POST.get(key, "")) for key in ("won", "version"))
        done = attempt(request, lambda: services.record_result(winner=won, version=version, **facts))
    else:
        done = form.is_valid() and attempt(request, lambda: services.record_result(**facts, **form.result()))
    if not done:
        context["wrong"] = {match.pk: form}
        return None
    return match


def _state(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> dict[str, Any]:
    """The grid as it stands now, and the table that the typed line is about: the chosen one, else the next missing."""
    rnd = Round.objects.select_related("stage__tournament__club").get(pk=rnd.pk)
    now = timezone.now()
    lines = grid.grid(rnd)
    by_table = {line.match.table_no: line.match for line in lines}
    after = context.get("after") or whole_number(request.GET.get("after", ""))
    chosen = by_table.get(context["quick_table"]) if context.get("after") is None else None
    missing = [line for line in lines if line.is_missing]
    is_open = rnd.state == "running"
    return {
        "tournament": rnd.stage.tournament,
        "round": rnd,
        "number": rnd.number,
        "current": selectors.current_round(rnd.stage.tournament),
        "lines": lines,
        "missing": len(missing),
        "quick": (chosen or grid.next_missing(lines, after)) if is_open else None,
        "quick_text": context["quick_text"] if context["quick_error"] else "",
        "undoable": grid.undoable(lines, request.user, now - clockwork.UNDO_FOR) if is_open else set(),
        "is_typed": any(not line.match.table for line in lines) and is_open,
        "labels": selectors.slot_labels(rnd.stage),
        **byes(rnd),
    }
