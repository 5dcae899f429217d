"""The cuts between stages: show which entries qualify, confirm, undo, or leave a stage out."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts import signed_in
from doors.fields import error_lines
from tournaments import errors as refusals
from tournaments.event import permissions
from tournaments.event.forms.desk import whole_number
from tournaments.event.services import creating
from tournaments.event.views import about, attempt, desk, directed, find, live
from tournaments.models import Entry, RoundState, Stage, StageState
from tournaments.stages import selectors as stages_selectors
from tournaments.stages.forms import SignUpForm, StageForm
from tournaments.stages.services import knockouts, progression, sign_ups
from tournaments.standings.selectors import standings

# What a button of a stage has done, by its name; "cut" is the one that confirms who goes on.
DONE = {
    "change": gettext_lazy("The settings of the stage are saved."),
    "remove": gettext_lazy("The knockout is taken out."),
    "sign_up": gettext_lazy("Signed up for this stage."),
    "undo": gettext_lazy("The cut is undone."),
    "skip": gettext_lazy("The stage is left out."),
    "cut": gettext_lazy("It is confirmed who goes on: pair the next round."),
}


@login_required
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """The stages of a tournament with the next step: a cut to confirm or to undo, or a stage to leave out."""
    tournament = directed(request, slug)
    if request.method == "POST" and "add" in request.POST:
        permissions.require_organiser(request.user, tournament)
        players = whole_number(request.POST.get("players", "")) or 0
        made: list[Stage] = []
        facts = signed_in.asked(request)
        if attempt(
            request, lambda: made.append(knockouts.add_knockout(tournament=tournament, players=players, **facts))
        ):
            is_due = stages_selectors.is_cut_due(tournament.stages.select_related("source").get(pk=made[0].pk))
            later = _("The knockout is added: when the last round before it is closed, you confirm who goes on.")
            messages.success(request, _("The knockout is added: confirm who goes on.") if is_due else later)
        return redirect("tournaments:stages", slug=slug)
    if request.method == "POST":
        number = whole_number(request.POST.get("stage", ""))
        stage = get_object_or_404(Stage, tournament=tournament, number=number or 0)
        button = next((name for name in DONE if name in request.POST), "cut")
        attempt(request, _act(request, stage), str(DONE[button]))
        return redirect("tournaments:stages", slug=slug)
    known = list(tournament.stages.select_related("source", "tournament").order_by("number"))
    context = desk(request, tournament, "stages") | {"lines": [_line(stage) for stage in known]}
    context["no_knockout"] = knockouts.why_none(tournament) if len(known) == 1 else None
    context["may_add"] = len(known) == 1 and context["no_knockout"] is None
    is_due = any(line["is_due"] for line in context["lines"])
    context["is_pairing_due"] = len(known) > 1 and not is_due and standings.is_pairing_due(tournament)
    context["is_played"] = standings.is_end_due(tournament)
    return render(request, "tournaments/stages/stages.html", context)


def _line(stage: Stage) -> dict[str, Any]:
    """One stage for the page, with its cut if that is due."""
    is_due = stages_selectors.is_cut_due(stage)
    is_published = stage.rounds.exclude(state=RoundState.DRAFT).exists()
    is_fresh = stage.state == StageState.RUNNING and stage.source_id is not None
    return {
        "stage": stage,
        "is_due": is_due,
        "sign_ups": (offers := stages_selectors.open_sign_ups(stage)),
        "may_sign_up": stages_selectors.may_sign_up(stage) if offers else [],
        "cut": progression.preview_cut(stage=stage) if is_due else None,
        "may_remove": knockouts.may_remove(stage),
        "may_undo": is_fresh and not is_published,
        "is_outdated": is_fresh and not is_published and stages_selectors.is_outdated(stage),
        "form": StageForm(stage=stage) if not is_published and stage.state != StageState.FINISHED else None,
    }


def _act(request: HttpRequest, stage: Stage) -> Callable[[], Any]:
    """Carry out a button: confirm a cut (with the order of play-offs, if any), undo it, leave a stage out, or change
    the settings."""
    reason = request.POST.get("reason", "")
    if "change" in request.POST:
        permissions.require_organiser(request.user, stage.tournament)
        return lambda: _change(request, stage)
    if "remove" in request.POST:
        permissions.require_organiser(request.user, stage.tournament)
        return lambda: knockouts.remove_knockout(stage=stage, **signed_in.asked(request))
    if "sign_up" in request.POST:
        return lambda: _sign_up(request, stage)
    facts: dict[str, Any] = {"stage": stage, **signed_in.asked(request), "reason": reason}
    if "undo" in request.POST:
        return lambda: progression.undo_cut(**facts)
    if "skip" in request.POST:
        return lambda: progression.skip_stage(**facts)
    decided = _decided(request, stage)
    digest = request.POST.get("digest", "")
    if decided:
        # The places were open when the page was shown: what is confirmed now is the order that was typed.
        return lambda: progression.cut_stage(
            digest=progression.preview_cut(stage=stage, decided=decided).digest, decided=decided, **facts
        )
    return lambda: progression.cut_stage(digest=digest, **facts)


def _sign_up(request: HttpRequest, stage: Stage) -> None:
    form = SignUpForm(request.POST, entries=stages_selectors.may_sign_up(stage))
    if not form.is_valid():
        raise refusals.Refusal(" ".join(error_lines(form)))
    try:
        sign_ups.sign_up(stage=stage, **signed_in.asked(request), **form.cleaned_data)
    except ValueError as bad:
        raise refusals.Invalid("name", str(bad)) from bad


def _change(request: HttpRequest, stage: Stage) -> None:
    form = StageForm(request.POST, stage=stage)
    if not form.is_valid():
        raise refusals.Refusal(" ".join(error_lines(form)))
    creating.change_stage(stage=stage, **signed_in.asked(request), **form.changes())


def _decided(request: HttpRequest, stage: Stage) -> list[list[Entry]]:
    """For each play-off, the entries in the order of their places."""
    places: dict[str, list[tuple[int, str]]] = {}
    for key in request.POST:
        value = request.POST.get(key, "")
        if key.startswith("place-") and value.isascii() and value.isdigit():
            _place, which, public_id = key.split("-", 2)
            places.setdefault(which, []).append((int(value[:4]), public_id))
    known = {entry.public_id: entry for entry in stage.tournament.entries.all()}
    return [[known[one] for _n, one in sorted(found) if one in known] for _which, found in sorted(places.items())]


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of a stage, in which every match is a link."""
    tournament = find(slug)
    context = about(request, tournament, "bracket")
    trees = [stage for stage in context["stages"] if stage.has_bracket]
    if not trees:
        raise Http404
    stage = _tree_of(request, trees)
    context |= {"stage": stage, "trees": trees, "parts": stages_selectors.bracket_parts(stage)}
    return live(request, "tournaments/stages/bracket.html", "tournaments/stages/_bracket.html", context)


def _tree_of(request: HttpRequest, trees: list[Stage]) -> Stage:
    """The bracket that is asked for, else the first that has begun."""
    number = whole_number(request.GET.get("stage", ""))
    if number is not None and all(stage.number != number for stage in trees):
        raise Http404
    begun = [stage for stage in trees if stage.state != StageState.WAITING]
    return next((stage for stage in trees if stage.number == number), (begun or trees)[0])
