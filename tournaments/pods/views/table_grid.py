"""The results grid of a round at tables of three and more: a typed line, and a form in every row."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import signed_in
from tournaments import errors
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors.pods import own_pods
from tournaments.event.services import schedule
from tournaments.models import MatchState, Pod, Round, Tournament
from tournaments.pods.forms import PodResultForm, initial_of
from tournaments.pods.selectors import table_lines
from tournaments.pods.services import recording, result_lines
from tournaments.results.views import result_grids
from tournaments.standings.selectors import versions

REGION = "tournaments/pods/_grid.html"


def results(request: HttpRequest, tournament: Tournament, rnd: Round) -> HttpResponse:
    """The results of a round at tables of three and more; a typed line or a row's form enters one. The caller has
    checked the permission."""
    return result_grids.answer(request, tournament, rnd, REGION, line=_line, row=_row, state=_state)


def _line(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """A typed line: the table's number in its field, or before the result with a colon. A table alone only chooses
    it."""
    table, text = result_lines.with_table(request.POST.get("line", ""))
    table = table if table is not None else whole_number(request.POST.get("table", ""))
    pod = rnd.pods.filter(table_no=table).first() if table is not None else None
    if pod is None:
        nowhere = _("There is no such table in this round: 1 to %(n)d.") % {"n": rnd.pods.count()}
        result_grids.refuse_line(context, table, text, nowhere)
        return None
    context |= {"quick_place": table, "quick_text": text}
    if not text:
        return None
    try:
        facts = result_lines.read(text, pod.pod_seats.count())
        version = result_grids.seen(request, table)
        entered = recording.record_result(pod=pod, version=version, **signed_in.asked(request), **facts)
        result_grids.say_what_waits(request, entered)
    except errors.Refusal as refusal:
        context["quick_error"] = str(refusal)
        return None
    return str(table)


def _row(request: HttpRequest, rnd: Round, context: dict[str, Any]) -> str | None:
    """The form of one row: scores, places, absences, or the confirmation of the reported result."""
    pod = get_object_or_404(Pod, round=rnd, public_id=request.POST.get("pod", ""))
    form = PodResultForm(request.POST, seats=list(pod.pod_seats.select_related("seat__entry")))
    facts = signed_in.asked(request)
    try:
        if "confirm" in request.POST:
            recording.confirm_result(pod=pod, version=result_grids.version_of(request), **facts)
        elif form.is_valid():
            version = form.cleaned_data["version"]
            entered = recording.record_result(pod=pod, version=version, **form.result(), **facts)
            result_grids.say_what_waits(request, entered)
    except errors.Refusal as refusal:
        form.is_valid()
        form.add_error(None, str(refusal))
    if form.errors and "confirm" not in request.POST:
        context["wrong"] = {pod.pk: form}
        return None
    return str(pod.table_no)


def _state(request: HttpRequest, rnd: Round, after: str, chosen: int | None) -> dict[str, Any]:
    """The grid as it stands now, and the table that the typed line is about: the chosen one, else the next missing."""
    now, user = timezone.now(), signed_in.user(request)
    lines = table_lines.grid(rnd)
    by_table = {line.pod.table_no: line.pod for line in lines}
    is_open = rnd.state == "running"
    quick = by_table.get(chosen) if chosen is not None else None
    missing = sum(line.is_missing for line in lines)
    reported = sum(line.pod.state == MatchState.REPORTED for line in lines)
    own = table_lines.own_words(lines, user)
    seats = {line.pod.pk: list(line.pod.pod_seats.all()) for line in lines}
    forms = {
        line.pod.pk: PodResultForm(
            seats=seats[line.pod.pk], initial=initial_of(seats[line.pod.pk], line.pod.is_by_places)
        )
        for line in lines
    }
    return {
        "lines": lines,
        "seen": " ".join(f"{line.pod.table_no}:{line.pod.version}" for line in lines),
        "forms": forms,
        "version": versions.of_desk(rnd),
        "missing": missing,
        "unsaid": missing - reported,
        "reported": reported,
        "quick": (quick or table_lines.next_missing(lines, whole_number(after), own)) if is_open else None,
        "undoable": table_lines.undoable(lines, user, now - schedule.UNDO_FOR) if is_open else set(),
        "is_typed": any(not line.pod.table for line in lines) and is_open,
        "own": own,
        "played": own_pods(user, rnd),
    }
