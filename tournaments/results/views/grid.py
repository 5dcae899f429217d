"""The results page: the grid of its kind of round. Here that of single matches: a typed line for the keyboard, and a
small form in every row; each saves its row alone."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import signed_in
from tournaments.duplicate import selectors as duplicate
from tournaments.duplicate.views import deck_grid
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors import entry_sizes, finding
from tournaments.event.services import schedule
from tournaments.event.views import find
from tournaments.models import Match, MatchState, Round
from tournaments.results.selectors import grid
from tournaments.results.services import recording, result_lines
from tournaments.results.views import result_grids, typed_lines
from tournaments.results.views.board_grid import grid_of_boards
from tournaments.standings.selectors import versions
from tournaments.standings.selectors.rows.facts import slot_labels

REGION, OF_SEATS = "tournaments/results/_grid.html", "tournaments/results/seats/_grid.html"


@login_required
def results(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The page of a round's results, missing ones first; a typed line or the form of a row enters one."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    rounds = Round.objects.select_related(result_grids.WITH_CLUB)
    rnd = get_object_or_404(rounds, stage__tournament=tournament, number=number)
    rnd.stage.tournament = tournament  # with its stages, which are read once
    if entry_sizes.is_team(rnd.stage):
        return grid_of_boards(request, tournament, rnd)
    if duplicate.is_duplicate(rnd.stage):
        return deck_grid(request, rnd)
    region = REGION if rnd.stage.is_of_two else OF_SEATS
    return result_grids.answer(request, tournament, rnd, region, line=_line, row=_row, state=_state)


def _line(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """A typed line: the table's number in its field or before the result. A table alone only chooses it. Two figures
    with a blank between them can be table and winner or points: the page asks, unless the first is no table."""
    if typed_lines.is_left(request):
        return None
    typed, in_field = request.POST.get("line", ""), whole_number(request.POST.get("table", ""))
    is_named = False
    if sure := typed_lines.confirmed(request):
        table, text = whole_number(sure[0]), sure[1]
    else:
        named, text = result_lines.with_table(typed, rnd.stage)
        is_named = named is not None
        table = named if named is not None else in_field
    match = _at(rnd, table)
    if not sure:
        readings = typed_lines.readings_of_two_figures(typed, _at(rnd, in_field), match)
        if readings and (match is not None or len(readings) > 1):
            typed_lines.ask(context, in_field, typed, readings)
            return None
        if readings:  # the first figure is no table here: both are points
            match, table, text, is_named = _at(rnd, in_field), in_field, readings[0].text, False
    if match is None:
        nowhere = _("There is no such table in this round: 1 to %(n)d.") % {"n": rnd.matches.paired().count()}
        typed_lines.refuse_line(context, table, text, nowhere)
        return None
    record = partial(recording.record_result, match=match)
    done = typed_lines.enter_line(request, context, table, text, match, record, is_named=is_named)
    return str(table) if done else None


def _at(rnd: Round, table: int | None) -> Match | None:
    return rnd.matches.paired().filter(table_no=table).first() if table is not None else None


def _row(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """The form of one row: points or places, a forfeit, a winner's button, or the confirmation of what is reported."""
    match = get_object_or_404(Match, round=rnd, public_id=request.POST.get("match", ""))
    record, confirm = (partial(act, match=match) for act in (recording.record_result, recording.confirm_result))
    said = {}
    if "won" in request.POST:
        said = {"winner": whole_number(request.POST["won"])}
    done = result_grids.enter_form(request, context, match, record=record, confirm=confirm, **said)
    return str(match.table_no) if done else None


def _state(request: HttpRequest, rnd: Round, after: str, chosen: int | None) -> dict[str, Any]:
    """The present grid, and the table for the typed line: the chosen one, else the next one without a result."""
    now, user = timezone.now(), signed_in.user(request)
    version = versions.of_desk(rnd)
    lines = grid.grid(rnd, version)
    by_table = {line.match.table_no: line.match for line in lines}
    is_open = rnd.state == "running"
    quick = by_table.get(chosen) if chosen is not None else None
    missing = sum(line.is_missing for line in lines)
    reported = sum(line.match.state == MatchState.REPORTED for line in lines)
    own = grid.own_words(lines, user)
    return {
        "lines": lines,
        "seen": " ".join(f"{line.match.table_no}:{line.match.version}" for line in lines),
        "version": version,
        "missing": missing,
        "unsaid": missing - reported,
        "reported": reported,
        "quick": (quick or grid.next_missing(lines, whole_number(after), own)) if is_open else None,
        "undoable": grid.undoable(lines, user, now - schedule.UNDO_FOR) if is_open else set(),
        "is_typed": any(not line.match.table for line in lines) and is_open,
        "own": own,
        "played": finding.own_matches(user, rnd),
        "labels": slot_labels(rnd.stage),
    }
