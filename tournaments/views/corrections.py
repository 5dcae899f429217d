"""Correcting a result of a closed round, or deciding it: what it changes is seen first (P6, P30, P31)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import permissions, selectors, services
from tournaments.forms import CorrectionForm
from tournaments.models import Match, RoundState
from tournaments.pairing import points_table
from tournaments.views.answers import attempt


@login_required
def correct(request: HttpRequest, public_id: str) -> HttpResponse:
    """The right result, then what it changes, then the reason: only what was seen is applied."""
    match = _directed(request, public_id)
    unit = points_table(match.round.stage.settings["points"]).unit
    form = CorrectionForm(request.POST or None, unit=unit, initial=_initial(match))
    context = _context(request, match) | {"form": form, "unit": unit}
    if request.method != "POST" or not form.is_valid():
        return render(request, PAGE, context, status=422 if request.method == "POST" else 200)
    if "apply" in request.POST and attempt(request, lambda: _apply(request, match, form), _("Corrected.")):
        return redirect("tournaments:match", public_id=public_id)
    try:
        seen = services.preview_correction(match=match, **form.result())
    except services.Refusal as refusal:
        form.add_error(None, str(refusal))
        return render(request, PAGE, context, status=422)
    context |= {"seen": seen, "words": selectors.correction_words(seen.effect)}
    return render(request, PAGE, context)


@login_required
@require_POST
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Open the correction window of a sealed round again: the organiser's word."""
    match = _directed(request, public_id)
    permissions.require_organiser(request.user, match.round.stage.tournament)
    reason = request.POST.get("reason", "")
    opening = lambda: services.reopen_round(  # noqa: E731
        rnd=match.round, reason=reason, by=request.user, now=timezone.now()
    )
    attempt(request, opening, _("Round %(n)d is open for corrections again.") % {"n": match.round.number})
    return redirect("tournaments:correct", public_id=public_id)


PAGE = "tournaments/organise/correct.html"


def _apply(request: HttpRequest, match: Match, form: CorrectionForm) -> None:
    data = form.cleaned_data
    kept = {key: data[key] for key in ("digest", "reason", "rule", "is_rated", "repair")}
    services.apply_correction(match=match, by=request.user, now=timezone.now(), **kept, **form.result())


def _directed(request: HttpRequest, public_id: str) -> Match:
    match = selectors.matches().filter(public_id=public_id).first()
    if match is None:
        raise Http404
    permissions.require_director(request.user, match.round.stage.tournament)
    return match


def _initial(match: Match) -> dict[str, Any]:
    first, second = match.sides.all()
    return {"first": first.game_points, "second": second.game_points, "deals": match.deals or None, "is_rated": True}


def _context(request: HttpRequest, match: Match) -> dict[str, Any]:
    return {
        "match": match,
        "round": match.round,
        "tournament": match.round.stage.tournament,
        "sides": list(match.sides.all()),
        "is_sealed": match.round.state == RoundState.SEALED,
        "may_organise": permissions.may_organise(request.user, match.round.stage.tournament),
    }
