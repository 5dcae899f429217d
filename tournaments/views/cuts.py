"""Who goes on from one stage to the next: shown, confirmed, taken back, or left out."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import selectors, services
from tournaments.models import Entry, RoundState, Stage, StageState
from tournaments.views.answers import attempt
from tournaments.views.night import directed
from tournaments.views.organiser import desk


@login_required
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages of a tournament with what is next: a cut to confirm, one to take back, a stage to leave out."""
    tournament = directed(request, slug)
    if request.method == "POST":
        stage = get_object_or_404(Stage, tournament=tournament, number=request.POST.get("stage", ""))
        attempt(request, _act(request, stage), _("Done."))
        return redirect("tournaments:stages", slug=slug)
    known = list(tournament.stages.select_related("source", "tournament").order_by("number"))
    context = desk(request, tournament, "stages") | {"lines": [_line(stage) for stage in known]}
    context["is_playing"] = any(stage.state == StageState.RUNNING for stage in known)
    return render(request, "tournaments/organise/stages.html", context)


def _line(stage: Stage) -> dict[str, Any]:
    """One stage for the page; with its cut, where that is due."""
    is_due = selectors.is_cut_due(stage)
    is_fresh = stage.state == StageState.RUNNING and stage.source_id is not None
    return {
        "stage": stage,
        "is_due": is_due,
        "cut": services.preview_cut(stage=stage) if is_due else None,
        "may_undo": is_fresh and not stage.rounds.exclude(state=RoundState.DRAFT).exists(),
    }


def _act(request: HttpRequest, stage: Stage) -> Callable[[], Any]:
    """What was pressed: confirm (with the order of play-offs, if any), undo or leave out."""
    reason = request.POST.get("reason", "")
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


def _decided(request: HttpRequest, stage: Stage) -> list[list[Entry]]:
    """The orders of the play-offs: for each, the entries by the place that was given to them."""
    places: dict[str, list[tuple[int, str]]] = {}
    for key, value in request.POST.items():
        if key.startswith("place-") and value.isascii() and value.isdigit():
            _place, which, public_id = key.split("-", 2)
            places.setdefault(which, []).append((int(value[:4]), public_id))
    known = {entry.public_id: entry for entry in stage.tournament.entries.all()}
    return [[known[one] for _n, one in sorted(found) if one in known] for _which, found in sorted(places.items())]
