"""The times of matches in a league: the players agree on one, the director sets it or rules."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from doors.once import once
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.event.views import attempt, desk, directed, live
from tournaments.league import selectors
from tournaments.league.forms import DirectedTimeForm, MatchTimeForm
from tournaments.league.services import appointments
from tournaments.models import Match, RoundState

ANSWERS: dict[str, tuple[Callable[..., Any], Any]] = {
    "accept": (appointments.accept_time, gettext_lazy("Agreed.")),
    "decline": (appointments.decline_time, gettext_lazy("Declined.")),
    "withdraw": (appointments.withdraw_time, gettext_lazy("Taken back.")),
}


@require_safe
def match_time(request: HttpRequest, public_id: str) -> HttpResponse:
    """The time of a match: proposals, the agreed time, the deadlines."""
    match, page = _found(request, public_id)
    form = MatchTimeForm(row=page.row, zone=page.own_zone)
    return live(
        request, "tournaments/league/time.html", "tournaments/league/_time.html", _context(match, page) | {"form": form}
    )


@login_required
@once
@require_POST
def propose(request: HttpRequest, public_id: str) -> HttpResponse:
    """A player proposes a time."""
    match, page = _found(request, public_id)
    form = MatchTimeForm(request.POST, row=page.row, zone=page.own_zone)
    if form.is_valid():
        facts = {**signed_in.asked(request), **form.time()}
        try:
            appointments.propose_time(match=match, **facts)
        except errors.Invalid as invalid:
            form.add_error("at", str(invalid))
        except errors.Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            attempt(request, lambda: None, _("Proposed. The other side answers."))
            return redirect("tournaments:match-time", public_id=public_id)
    return render(request, "tournaments/league/time.html", _context(match, page) | {"form": form}, status=422)


@login_required
@require_POST
def answer(request: HttpRequest, public_id: str, proposal: str) -> HttpResponse:
    """A player accepts or declines a proposal, or takes the own one back."""
    match, _row = _found(request, public_id)
    found = ANSWERS.get(request.POST.get("answer", ""))
    if found is None:
        raise Http404
    act = lambda: found[0](match=match, proposal=proposal, **signed_in.asked(request))  # noqa: E731
    attempt(request, act, str(found[1]))
    return redirect("tournaments:match-time", public_id=public_id)


@login_required
@require_safe
def times(request: HttpRequest, slug: str) -> HttpResponse:
    """The matches of a league that are to be played, those that wait for the director first."""
    tournament = directed(request, slug)
    context = desk(request, tournament, "times") | {"rows": selectors.unplayed(tournament), "now": timezone.now()}
    context["is_all_played"] = any(rnd.state != RoundState.DRAFT for rnd in context["all_rounds"])
    return live(request, "tournaments/league/times.html", "tournaments/league/_times.html", context)


@login_required
@require_POST
def set_time(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The director sets the time of a match (in the tournament's zone), or decides it as not played."""
    tournament = directed(request, slug)
    match = get_object_or_404(Match, public_id=public_id, round__stage__tournament=tournament)
    form = DirectedTimeForm(request.POST)
    asked = signed_in.asked(request)
    if not form.is_valid() or not (form.cleaned_data["at"] or form.cleaned_data["loser"]):
        attempt(request, lambda: _refuse())
    elif form.cleaned_data["loser"]:
        attempt(request, lambda: appointments.forfeit_match(match=match, **asked, **form.ruling()), _("Decided."))
    else:
        at = form.cleaned_data["at"].replace(tzinfo=tournament.zone)
        reason = form.cleaned_data["reason"]
        attempt(
            request, lambda: appointments.set_time(match=match, at=at, reason=reason, **asked), _("The time is set.")
        )
    return redirect("tournaments:times", slug=slug)


def _refuse() -> None:
    raise errors.Invalid("at", _("Give a day and time, or say who loses."))


def _found(request: HttpRequest, public_id: str) -> tuple[Match, selectors.AppointmentPage]:
    match = finding.matches().filter(public_id=public_id).first()
    page = selectors.appointment_page(match, request.user, timezone.now()) if match is not None else None
    if match is None or page is None:
        raise Http404
    return match, page


def _context(match: Match, page: selectors.AppointmentPage) -> dict[str, Any]:
    return {
        "match": match,
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "sides": list(match.sides.all()),
        "page": page,
        "row": page.row,
        "now": timezone.now(),
        "has_two_zones": page.zone.key != page.own_zone.key,
    }
