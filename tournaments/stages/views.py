"""Who goes on from one stage to the next: shown, confirmed, taken back, or left out."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import permissions, selectors, services
from tournaments.forms import SignUpForm, StageForm, whole_number
from tournaments.models import Entry, RoundState, Stage, StageState
from tournaments.selectors import cuts, sign_ups
from tournaments.views.answers import attempt
from tournaments.views.night import directed
from tournaments.views.organiser import desk


@login_required
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages of a tournament with what is next: a cut to confirm, one to take back, a stage to leave out."""
    tournament = directed(request, slug)
    if request.method == "POST":
        number = whole_number(request.POST.get("stage", ""))
        stage = get_object_or_404(Stage, tournament=tournament, number=number or 0)
        attempt(request, _act(request, stage), _("Done."))
        return redirect("tournaments:stages", slug=slug)
    known = list(tournament.stages.select_related("source", "tournament").order_by("number"))
    context = desk(request, tournament, "stages") | {"lines": [_line(stage) for stage in known]}
    context["is_playing"] = any(stage.state == StageState.RUNNING for stage in known)
    return render(request, "tournaments/organise/stages.html", context)


def _line(stage: Stage) -> dict[str, Any]:
    """One stage for the page; with its cut, where that is due."""
    is_due = selectors.is_cut_due(stage)
    is_published = stage.rounds.exclude(state=RoundState.DRAFT).exists()
    is_fresh = stage.state == StageState.RUNNING and stage.source_id is not None
    return {
        "stage": stage,
        "is_due": is_due,
        "sign_ups": (offers := sign_ups.open_sign_ups(stage)),
        "may_sign_up": sign_ups.may_sign_up(stage) if offers else [],
        "cut": services.preview_cut(stage=stage) if is_due else None,
        "may_undo": is_fresh and not is_published,
        "is_outdated": is_fresh and not is_published and cuts.is_outdated(stage),
        "form": StageForm(stage=stage) if not is_published and stage.state != StageState.FINISHED else None,
    }


def _act(request: HttpRequest, stage: Stage) -> Callable[[], Any]:
    """What was pressed: confirm (with the order of play-offs, if any), undo, leave out, or change the settings."""
    reason = request.POST.get("reason", "")
    if "change" in request.POST:
        permissions.require_organiser(request.user, stage.tournament)
        return lambda: _change(request, stage)
    if "sign_up" in request.POST:
        return lambda: _sign_up(request, stage)
    facts: dict[str, Any] = {"stage": stage, "by": request.user, "now": timezone.now(), "reason": reason}
    if "undo" in request.POST:
        return lambda: services.undo_cut(**facts)
    if "skip" in request.POST:
        return lambda: services.skip_stage(**facts)
    decided = _decided(request, stage)
    digest = request.POST.get("digest", "")
    if decided:
        # The places were open when the page was shown: what is confirmed now is the order that was typed.
        return lambda: services.cut_stage(
            digest=services.preview_cut(stage=stage, decided=decided).digest, decided=decided, **facts
        )
    return lambda: services.cut_stage(digest=digest, **facts)


def _sign_up(request: HttpRequest, stage: Stage) -> None:
    form = SignUpForm(request.POST, entries=sign_ups.may_sign_up(stage))
    if not form.is_valid():
        raise services.Refusal(" ".join(str(one) for errors in form.errors.values() for one in errors))
    try:
        services.sign_up(stage=stage, by=request.user, now=timezone.now(), **form.cleaned_data)
    except ValueError as bad:
        raise services.Invalid("name", str(bad)) from bad


def _change(request: HttpRequest, stage: Stage) -> None:
    form = StageForm(request.POST, stage=stage)
    if not form.is_valid():
        raise services.Refusal(" ".join(str(one) for errors in form.errors.values() for one in errors))
    services.change_stage(stage=stage, by=request.user, now=timezone.now(), **form.changes())


def _decided(request: HttpRequest, stage: Stage) -> list[list[Entry]]:
    """The orders of the play-offs: for each, the entries by the place that was given to them."""
    places: dict[str, list[tuple[int, str]]] = {}
    for key, value in request.POST.items():
        if key.startswith("place-") and value.isascii() and value.isdigit():
            _place, which, public_id = key.split("-", 2)
            places.setdefault(which, []).append((int(value[:4]), public_id))
    known = {entry.public_id: entry for entry in stage.tournament.entries.all()}
    return [[known[one] for _n, one in sorted(found) if one in known] for _which, found in sorted(places.items())]
