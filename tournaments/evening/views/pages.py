"""The organiser's pages: a new tournament, its set-up and entries; begin, pair, close."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from clubs import selectors as clubs
from doors.once import once
from tournaments import errors as refusals
from tournaments.entries.services import copying
from tournaments.evening.selectors import waiting
from tournaments.event import permissions
from tournaments.event.forms.copying import CopyForm, SeriesForm
from tournaments.event.forms.desk import ConditionsForm
from tournaments.event.forms.parts import parts_of
from tournaments.event.selectors import finding
from tournaments.event.selectors.undated import undated_name
from tournaments.event.views import attempt, desk, directed, find, live
from tournaments.models import PairingJob, Round, Tournament
from tournaments.rounds import selectors as rounds_selectors
from tournaments.rounds.services import jobs, pairing_requests, running
from tournaments.stages.services import conditions
from tournaments.stages.services import progression as stages_services
from tournaments.standings.selectors import standings


@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The tournaments that the visitor may direct."""
    context = {
        "tournaments": finding.directed_by(request.user)[:100],
        "clubs": finding.organised_by(request.user),
    }
    return render(request, "tournaments/evening/mine.html", context)


@login_required
@once
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy the tournament: at once for the next evening (`again`), by the form (`copy`), or as a series, whose evenings
    are shown first."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    posted, facts = request.POST, signed_in.asked(request)
    form = CopyForm(posted if "copy" in posted else None, initial=_copied(tournament, facts["now"]))
    asked = posted if {"show", "series"} & posted.keys() else None
    series = SeriesForm(asked, initial=_rule(tournament, facts["now"]), auto_id="series_%s")
    context = desk(request, tournament, "copy") | {"form": form, "series_form": series}
    try:
        if "again" in posted or ("copy" in posted and form.is_valid()):
            wish = form.copy(tournament) if "copy" in posted else {}
            made = copying.copy_tournament(tournament=tournament, **wish, **facts)
            messages.success(request, _("%(name)s is copied. Look over its day and time.") % {"name": tournament.name})
            return redirect("tournaments:setup", slug=made.slug)
        made_now = _make_series(request, tournament, series) if "series" in posted and series.is_valid() else None
        if made_now:
            return redirect("tournaments:series", slug=made_now[0].slug)
        if series.is_bound and series.is_valid():
            rule = series.rule()
            context["evenings"] = copying.evenings_of(tournament=tournament, now=facts["now"], **rule)
            context["series_name"] = rule["name"]
    except refusals.Invalid as invalid:
        wrong = form if form.is_bound else series
        wrong.add_error(invalid.field if invalid.field in wrong.fields else None, str(invalid))
    status = 422 if form.errors or series.errors else 200
    return render(request, "tournaments/evening/copy.html", context, status=status)


def _make_series(request: HttpRequest, tournament: Tournament, series: SeriesForm) -> list[Tournament]:
    evenings = copying.copy_series(tournament=tournament, **series.series(), **signed_in.asked(request))
    if n := len(evenings):
        words = ngettext("%(n)d evening is on the list.", "%(n)d evenings are on the list.", n)
        messages.success(request, words % {"n": n})
    return evenings


def _copied(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """The initial values of the form for a copy."""
    at = copying.next_evening(tournament, now)
    return {"name": undated_name(tournament), "starts_at": at.replace(tzinfo=None) if at else None}


def _rule(tournament: Tournament, now: datetime) -> dict[str, Any]:
    """The initial rule of a series: the name, the weekday and the hour of the tournament itself."""
    rule: dict[str, Any] = {"name": undated_name(tournament), "every": 1}
    at = copying.next_evening(tournament, now)
    return rule | {"since": at.date(), "at": at.time()} if at else rule


@login_required
@require_safe
def tonight(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the evening: its steps, the tasks before the next one, the tables, the players who need something."""
    tournament = directed(request, slug)
    context = desk(request, tournament, "tonight")
    context["evening"] = evening = waiting.tonight(tournament, context["all_rounds"], signed_in.user(request))
    context["menus"] = evening.menus
    return live(request, "tournaments/evening/tonight.html", "tournaments/evening/_tonight.html", context)


@login_required
def setup(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the tournament's conditions."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    form = ConditionsForm.of(tournament, request.POST or None)
    if request.method == "POST" and form.is_valid():
        change = lambda: conditions.change_conditions(  # noqa: E731
            tournament=tournament, **signed_in.asked(request), **form.conditions(tournament)
        )
        if attempt(request, change, _("Saved.")):
            return redirect("tournaments:setup", slug=slug)
    context = desk(request, tournament, "setup") | {"form": form, "open_appeals": finding.appeals(tournament)}
    context |= {"parts": parts_of(form, tournament), "officials": clubs.officials(tournament.club)}
    return render(request, "tournaments/evening/setup.html", context)


@login_required
@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the entries and begin the tournament; without automatic rounds, round 1 is paired at once."""
    tournament = directed(request, slug)
    done = attempt(request, lambda: stages_services.begin(tournament=tournament, **signed_in.asked(request)))
    if finding.ladder_stage(tournament) is not None:
        return redirect("tournaments:organise-ladder", slug=slug)
    if done and not tournament.settings.get("automatic"):
        return pair(request, slug)
    if done:
        messages.success(request, _("The tournament has begun: its rounds come by themselves."))
    return redirect("tournaments:pairings", slug=slug, number=1)


@login_required
@require_POST
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    """Pair the next round of every running stage into drafts. Where it cannot be, the page of the ways out says why."""
    tournament = directed(request, slug)
    reason = request.POST.get("open_reason", "")
    asked = signed_in.asked(request)
    made: list[pairing_requests.Asked] = []

    def pairing() -> None:
        try:
            made.extend(pairing_requests.pair_next(tournament=tournament, open_reason=reason, **asked))
        except refusals.NoPairing:
            if rounds_selectors.blocked(finding.main_stage(tournament)) is None:
                raise

    if not attempt(request, pairing):
        return redirect("tournaments:pairings", slug=slug, number=_last_number(tournament))
    if not made:
        return redirect("tournaments:blocked", slug=slug)
    return redirect("tournaments:pairings", slug=slug, number=made[-1].number)


@login_required
@require_safe
def pairing_progress(request: HttpRequest, slug: str) -> HttpResponse:
    """The progress of pairing a large field, as a fragment; at the end, the page with the draft."""
    tournament = directed(request, slug)
    job = rounds_selectors.pairing_job(tournament)
    if job is not None and job.is_open:
        return render(request, "tournaments/rounds/_pairing_job.html", {"tournament": tournament, "job": job})
    number = job.number if job else _last_number(tournament)
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = reverse("tournaments:pairings", args=[slug, number])
    return answer


@login_required
@require_POST
def cancel_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Cancel the pairing of a large field."""
    tournament = directed(request, slug)
    job = get_object_or_404(PairingJob, stage__tournament=tournament, public_id=request.POST.get("job", ""))
    taking = lambda: jobs.cancel_pairing(job=job, **signed_in.asked(request))  # noqa: E731
    attempt(request, taking, _("The pairing is cancelled: nothing has changed."))
    return redirect("tournaments:pairings", slug=slug, number=_last_number(tournament))


def _last_number(tournament: Tournament) -> int:
    current = standings.current_round(tournament)
    return current.number if current else 1


@login_required
@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """End the tournament after its last closed round."""
    tournament = directed(request, slug)
    reason = request.POST.get("reason", "")[:200]
    ending = lambda: stages_services.finish(  # noqa: E731
        tournament=tournament, reason=reason, **signed_in.asked(request)
    )
    if not attempt(request, ending, _("The tournament is over: these are the final standings.")):
        return redirect("tournaments:setup" if finding.appeals(tournament) else "tournaments:tonight", slug=slug)
    return redirect("tournaments:tonight", slug=slug)


@login_required
@once
@require_POST
def add_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Add one more round after the last planned one."""
    tournament = directed(request, slug)
    adding = lambda: conditions.add_round(tournament=tournament, **signed_in.asked(request))  # noqa: E731
    attempt(request, adding, _("One more round can be paired."))
    return redirect("tournaments:tonight", slug=slug)


@login_required
@require_POST
def drop_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a round that was added by mistake."""
    tournament = directed(request, slug)
    dropping = lambda: conditions.drop_added_round(tournament=tournament, **signed_in.asked(request))  # noqa: E731
    attempt(request, dropping, _("The added round is taken back."))
    return redirect("tournaments:tonight", slug=slug)


@login_required
@require_POST
def set_rounds(request: HttpRequest, slug: str, rounds: int) -> HttpResponse:
    """Plan `rounds` rounds, as the warning offers, and return to the page of the evening."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    change = lambda: conditions.change_conditions(  # noqa: E731
        tournament=tournament, rounds=rounds, **signed_in.asked(request)
    )
    said = ngettext("%(n)d round is planned.", "%(n)d rounds are planned.", rounds) % {"n": rounds}
    attempt(request, change, said)
    return redirect("tournaments:tonight", slug=slug)


@login_required
@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close a round whose results are in, without waiting for the clock; the page of the evening says what follows."""
    tournament = directed(request, slug)
    rnd = get_object_or_404(Round, stage__tournament=tournament, number=number)
    closing = lambda: running.close_round(rnd=rnd, **signed_in.asked(request))  # noqa: E731
    if not attempt(request, closing, _("Round %(n)d is closed.") % {"n": number}):
        return redirect("tournaments:results", slug=slug, number=number)
    return redirect("tournaments:tonight", slug=slug)
