"""The organiser's pages: a new tournament, its set-up, its entries, check-in (P27 to P29)."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import permissions, selectors, services
from tournaments.forms import ConditionsForm, GuestForm, RosterForm, TeamForm, TournamentForm
from tournaments.forms.desk import HOUSE_LEVELS
from tournaments.models import Mode, Tournament
from tournaments.views.answers import attempt
from tournaments.views.public import find


def desk(request: HttpRequest, tournament: Tournament, step: str) -> dict[str, Any]:
    """What every page of the organiser shows: the steps of the night and where it stands."""
    rounds = sorted(selectors.rounds(tournament, with_drafts=True), key=lambda rnd: rnd.number)
    return {
        "tournament": tournament,
        "stage": selectors.main_stage(tournament),
        "step": step,
        "all_rounds": rounds,
        "current": rounds[-1] if rounds else None,
        "steps": selectors.steps(tournament, rounds),
        "may_organise": permissions.may_organise(request.user, tournament),
    }


@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """P27: the tournaments that one may direct."""
    context = {
        "tournaments": selectors.directed_by(request.user)[:100],
        "clubs": selectors.organised_by(request.user),
    }
    return render(request, "tournaments/organise/mine.html", context)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """P27: a new tournament on one screen."""
    clubs = selectors.organised_by(request.user)
    if not clubs.exists():
        raise PermissionDenied(_("Organisers of a club create tournaments. Ask yours, or found a club."))
    form = TournamentForm(request.POST or None, clubs=clubs)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_tournament(by=request.user, now=timezone.now(), **form.conditions())
        except services.Invalid as invalid:
            form.add_error(invalid.field if invalid.field in form.fields else None, str(invalid))
        else:
            return redirect("tournaments:entries", slug=made.slug)
    context = {"form": form, "plan": _plan(form) if form.is_bound else None}
    return render(request, "tournaments/organise/new.html", context)


@login_required
@require_safe
def new_plan(request: HttpRequest) -> HttpResponse:
    """P27: the plan of the evening while the form is being filled, as a fragment."""
    form = TournamentForm(request.GET, clubs=selectors.organised_by(request.user))
    return render(request, "tournaments/organise/_plan.html", {"plan": _plan(form)})


def _plan(form: TournamentForm) -> selectors.Plan | None:
    """What the choices so far lead to; nothing while they cannot be."""
    form.is_valid()
    data = form.cleaned_data
    try:
        specs = services.planned(data.get("template", ""), form.options())
    except services.Invalid:
        return None
    facts = form.settings() | {"zone": data.get("timezone") or "UTC"}
    return selectors.plan_of(specs, starts_at=form.start(), **facts)


@login_required
def setup(request: HttpRequest, slug: str) -> HttpResponse:
    """P28: the conditions."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    form = ConditionsForm.of(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        change = lambda: services.change_conditions(  # noqa: E731
            tournament=tournament, by=request.user, now=timezone.now(), **form.conditions(tournament)
        )
        if attempt(request, change, _("Saved.")):
            return redirect("tournaments:setup", slug=slug)
    return render(request, "tournaments/organise/setup.html", desk(request, tournament, "setup") | {"form": form})


@login_required
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """P28: entries; a roster is shown first as it would be taken, and taken when accepted."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    form = RosterForm(request.POST or None, request.FILES or None)
    context = desk(request, tournament, "entries")
    if request.method == "POST" and form.is_valid():
        content = form.content()
        is_accepted = "accept" in request.POST
        try:
            report = services.import_entries(
                tournament=tournament,
                text=content,
                dry_run=not is_accepted,
                by=request.user,
                now=timezone.now(),
                seen=request.POST.get("seen", ""),
            )
        except services.Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            if report.is_done:
                return _entered(request, slug, report)
            context |= {"report": report, "content": content if isinstance(content, str) else report.text}
    context |= {
        "form": form,
        "guest_form": GuestForm(),
        "house_levels": [] if tournament.mode == Mode.IN_PERSON else HOUSE_LEVELS,
        "size": selectors.size_of(tournament),
        "team_form": TeamForm(),
        "entrants": selectors.entrants(tournament),
    }
    return render(request, "tournaments/organise/entries.html", context)


@login_required
@require_POST
def add_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """P29: a guest in two fields; once the tournament runs, checked in at once. Or the house at a level (`house`)."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    form = GuestForm(request.POST)
    if house := request.POST.get("house"):
        add = lambda: services.enter(tournament=tournament, house=house, by=request.user, now=timezone.now())  # noqa: E731
        attempt(request, add, _("Entered."))
    elif form.is_valid():
        attempt(request, lambda: _add(request, tournament, form.cleaned_data), _("Entered."))
    else:
        attempt(request, lambda: _refuse(form))
    return redirect(
        (request.POST.get("back") == "checkin" and "tournaments:checkin") or "tournaments:entries", slug=slug
    )


def _add(request: HttpRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    try:
        entry = services.enter(tournament=tournament, by=request.user, now=timezone.now(), **data)
    except ValueError as bad:
        raise services.Invalid("name", str(bad)) from bad
    if tournament.state != "open" or request.POST.get("back") == "checkin":
        services.check_in(entry=entry, by=request.user, now=timezone.now())


def _refuse(form: GuestForm) -> None:
    raise services.Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))


def _entered(request: HttpRequest, slug: str, report: services.ImportReport) -> HttpResponse:
    attempt(request, lambda: None, _("%(count)d entered.") % {"count": report.entered})
    return redirect("tournaments:entries", slug=slug)
