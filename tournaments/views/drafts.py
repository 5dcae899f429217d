"""P30: the draft of a round with its warnings; changed by hand, paired anew, published."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import permissions, selectors, services
from tournaments.forms import BYES, EDITS, EditForm, whole_number
from tournaments.models import Entry, Match, Mode, Round, RoundState
from tournaments.selectors import cuts
from tournaments.views.answers import attempt
from tournaments.views.organiser import desk
from tournaments.views.public import byes, find


@login_required
def pairings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The pairings of a round as its officials see them; a change with new warnings is shown first and asks why."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    more: dict[str, Any] = {}
    if request.method == "POST":
        rounds = Round.objects.select_related("stage__tournament")
        more = _act(request, get_object_or_404(rounds, stage__tournament=tournament, number=number))
        if not more:
            return redirect("tournaments:pairings", slug=slug, number=number)
    context = desk(request, tournament, "pairings") | {
        "number": number,
        "job": selectors.pairing_job(tournament),
        **more,
    }
    rnd = context["round"] = next((one for one in context["all_rounds"] if one.number == number), None)
    if rnd is not None:
        context |= _draft(rnd) if rnd.state == RoundState.DRAFT else _pairs(rnd)
    return render(request, "tournaments/organise/pairings.html", context, status=422 if more else 200)


@login_required
@require_safe
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a change of the draft would do, while it is being chosen: warnings and the difference, as a fragment."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    rnd = get_object_or_404(
        Round.objects.select_related("stage__tournament"),
        stage__tournament=tournament,
        number=number,
        state=RoundState.DRAFT,
    )
    form = EditForm(request.GET, entries=_in_round(rnd))
    if not form.is_valid():
        return HttpResponse("")
    try:
        context: dict[str, Any] = {"preview": services.preview_edit(rnd=rnd, **form.change())}
    except services.Refusal as refusal:
        context = {"refusal": str(refusal)}
    return render(request, "tournaments/organise/_change.html", context)


def _act(request: HttpRequest, rnd: Round) -> dict[str, Any]:
    """Do what was pressed on the draft: publish, pair anew, or change it. What is to be shown where it is not done."""
    facts = {"by": request.user, "now": timezone.now()}
    version = whole_number(request.POST.get("version", "")) or 0
    if "publish" in request.POST:
        publishing = lambda: services.publish_round(rnd=rnd, version=version, **facts)  # noqa: E731
        attempt(request, publishing, _("Round %(n)d is published.") % {"n": rnd.number})
        return {}
    if "again" in request.POST:
        said = {"version": version, "open_reason": request.POST.get("open_reason", "")}
        made: list[services.Asked] = []
        if attempt(request, lambda: made.append(services.pair_again(rnd=rnd, **said, **facts))):
            attempt(request, lambda: None, _("Paired anew.") if isinstance(made[0], Round) else "")
        return {}
    if "venue" in request.POST:
        match = get_object_or_404(Match, round=rnd, public_id=request.POST["venue"])
        is_live = request.POST.get("live") == "1"
        attempt(request, lambda: services.set_live(match=match, is_live=is_live, **facts), _("Changed."))
        return {}
    form = EditForm(request.POST, entries=_in_round(rnd))
    if not form.is_valid():
        return {"form": form}
    changing = lambda: services.edit_draft(  # noqa: E731
        rnd=rnd, version=version, reason=form.cleaned_data["reason"], **form.change(), **facts
    )
    try:
        changing()
    except services.NeedsReason:
        return {"form": form, "preview": services.preview_edit(rnd=rnd, **form.change())}
    except services.Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Changed."))
    return {}


def _draft(rnd: Round) -> dict[str, Any]:
    found = selectors.desk_of(rnd)
    warnings, differs = selectors.draft_check(found)
    lines = found.lines
    return {
        "lines": [line for line in lines if line.bye != "zero"],
        "away": [line for line in lines if line.bye == "zero"],
        "choices": sorted((entry for line in lines for entry in line.entries), key=lambda entry: entry.name.casefold()),
        "warnings": warnings,
        "differs": differs,
        "edits": EDITS,
        "kinds": BYES,
        "venues": selectors.round_matches(rnd) if rnd.stage.tournament.mode == Mode.MIXED else [],
        "whys": selectors.whys_of(rnd, found),
        "kept_apart": selectors.kept_apart_words(found),
        "is_outdated": cuts.is_outdated(rnd.stage),
        "labels": selectors.slot_labels(rnd.stage),
    }


def _pairs(rnd: Round) -> dict[str, Any]:
    labels = selectors.slot_labels(rnd.stage)
    return {"matches": selectors.round_matches(rnd), "whys": selectors.whys_of(rnd), "labels": labels, **byes(rnd)}


def _in_round(rnd: Round) -> Any:
    return Entry.objects.filter(seats__round=rnd).order_by("name")
