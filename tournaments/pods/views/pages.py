"""The page of a table of three and more, and entering its result by hand."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from tournaments import errors
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.selectors.consent import event_words
from tournaments.event.selectors.pods import pods
from tournaments.event.views import attempt, live
from tournaments.matches.selectors import table_of
from tournaments.models import MatchState, Pod, RoundState
from tournaments.pods import permissions as may
from tournaments.pods.forms import PodResultForm
from tournaments.pods.selectors import sheets, slips, tables
from tournaments.pods.services import playing, recording
from tournaments.results.views import result_grids


@require_safe
def pod_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Before, during and after a table."""
    pod = find(public_id)
    return live(request, "tournaments/pods/pod.html", "tournaments/pods/_pod.html", _context(request, pod))


@login_required
@require_POST
def result(request: HttpRequest, public_id: str) -> HttpResponse:
    """Enter the result; an official's is final, a player's waits for another at the table."""
    pod = find(public_id)
    may.require_report(request.user, pod)
    form = PodResultForm(request.POST, seats=list(pod.pod_seats.all()))
    is_final = may.enters_finally(request.user, pod)
    said: dict[str, Any] = {"is_final": is_final, **signed_in.asked(request)}
    if form.is_valid():
        try:
            recording.record_result(pod=pod, version=form.cleaned_data["version"], **said, **form.result())
        except errors.Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            done = _("Recorded.") if is_final else _("Sent. Another player at the table confirms it.")
            attempt(request, lambda: None, done)
            return redirect("tournaments:pod", public_id=public_id)
    context = _context(request, find(public_id)) | {"form": form}
    return render(request, "tournaments/pods/pod.html", context, status=422)


@login_required
@require_POST
def confirm(request: HttpRequest, public_id: str) -> HttpResponse:
    """Confirm the reported result."""
    pod = find(public_id)
    may.require_confirm(request.user, pod)
    version = result_grids.version_of(request)
    confirming = partial(recording.confirm_result, pod=pod, **signed_in.asked(request), version=version)
    attempt(request, confirming, _("Confirmed."))
    return redirect("tournaments:pod", public_id=public_id)


@login_required
@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back the result that one entered in the last ten seconds."""
    pod = find(public_id)
    may.require_report(request.user, pod)
    attempt(request, lambda: recording.undo_result(pod=pod, **signed_in.asked(request)), _("Taken back."))
    if request.POST.get("back") == "grid":
        return redirect("tournaments:results", slug=pod.round.stage.tournament.slug, number=pod.round.number)
    return redirect("tournaments:pod", public_id=public_id)


@login_required
@require_POST
def missing(request: HttpRequest, public_id: str) -> HttpResponse:
    """Flag a seat as missing, or as come after all."""
    pod = find(public_id)
    may.require_report(request.user, pod)
    order = whole_number(request.POST.get("seat", ""))
    act = playing.clear_missing if request.POST.get("here") else playing.flag_missing
    attempt(request, lambda: act(pod=pod, order=-1 if order is None else order, **signed_in.asked(request)))
    return redirect("tournaments:pod", public_id=public_id)


def find(public_id: str) -> Pod:
    """A table of a published round, or 404."""
    pod = pods().filter(public_id=public_id).first()
    if pod is None:
        raise Http404
    return pod


def _context(request: HttpRequest, pod: Pod) -> dict[str, Any]:
    seats, tournament = list(pod.pod_seats.all()), pod.round.stage.tournament
    may_direct, may_report = permissions.may_direct(request.user, tournament), may.may_report(request.user, pod)
    plays, is_open = permissions.plays_in(request.user, pod), pod.round.state == RoundState.RUNNING
    table = table_of(pod)
    reports = list(pod.reports.all())
    return {
        "pod": pod,
        "round": pod.round,
        "tournament": tournament,
        "seats": seats,
        "missing_seats": [seat for seat in seats if seat.missing_since],
        "plays": plays,
        "may_direct": may_direct,
        "deals": tables.deals_of(pod, request.user),
        "rated": tables.rated_pod(pod),
        "unrated": event_words(tournament) if pod.state == MatchState.OVER else "",
        "is_live": table is not None and pod.state == MatchState.PLAYING,
        "may_enter": may_report and is_open and table is None and pod.state != MatchState.OVER,
        "may_confirm": may.may_confirm(request.user, pod)
        and pod.state == MatchState.REPORTED
        and not slips.is_own_word(pod, request.user, reports),
        "may_undo": pod.entered_by_id is not None
        and pod.entered_by_id == request.user.pk
        and recording.can_undo(pod, timezone.now()),
        "may_flag": may_report and is_open and pod.state in (MatchState.PAIRED, MatchState.PLAYING),
        "may_correct": pod.state == MatchState.OVER and pod.round.is_over and may_direct and not plays,
        **sheets.sheet_facts(pod),
        "rulings": pod.rulings.select_related("by"),
        "form": PodResultForm(seats=seats, initial={"version": pod.version}),
    }
