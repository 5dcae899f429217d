"""The organiser's evening: begin, pair, close."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import permissions, selectors, services
from tournaments.models import PairingJob, Round, Tournament
from tournaments.views.answers import attempt
from tournaments.views.public import find


def directed(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, for its officials; 403 names whom to ask."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    return tournament


@login_required
@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the entries and let the tournament begin; one that is not automatic is paired at once."""
    tournament = directed(request, slug)
    done = attempt(request, lambda: services.begin(tournament=tournament, by=request.user, now=timezone.now()))
    if selectors.ladder_stage(tournament) is not None:
        return redirect("tournaments:organise-ladder", slug=slug)
    if done and not tournament.settings.get("automatic"):
        return pair(request, slug)
    if done:
        messages.success(request, _("The tournament has begun: its rounds come by themselves."))
    return redirect("tournaments:pairings", slug=slug, number=1)


@login_required
@require_POST
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    """Pair the next round of every stage that runs into drafts."""
    tournament = directed(request, slug)
    facts = {"by": request.user, "now": timezone.now(), "open_reason": request.POST.get("open_reason", "")}
    made: list[services.Asked] = []
    if not attempt(request, lambda: made.extend(services.pair_next(tournament=tournament, **facts))):
        if selectors.blocked(selectors.main_stage(find(slug))) is not None:
            return redirect("tournaments:blocked", slug=slug)
        return redirect("tournaments:pairings", slug=slug, number=_last_number(tournament))
    return redirect("tournaments:pairings", slug=slug, number=made[-1].number)


@login_required
@require_safe
def pairing_progress(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the pairing of a large field is, as a fragment; when it has ended the page with its draft."""
    tournament = directed(request, slug)
    job = selectors.pairing_job(tournament)
    if job is not None and job.is_open:
        return render(request, "tournaments/organise/_pairing_job.html", {"tournament": tournament, "job": job})
    number = job.number if job else _last_number(tournament)
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = reverse("tournaments:pairings", args=[slug, number])
    return answer


@login_required
@require_POST
def cancel_pairing(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the pairing of a large field back."""
    tournament = directed(request, slug)
    job = get_object_or_404(PairingJob, stage__tournament=tournament, public_id=request.POST.get("job", ""))
    taking = lambda: services.cancel_pairing(job=job, by=request.user, now=timezone.now())  # noqa: E731
    attempt(request, taking, _("The pairing is cancelled: nothing has changed."))
    return redirect("tournaments:pairings", slug=slug, number=_last_number(tournament))


def _last_number(tournament: Tournament) -> int:
    current = selectors.current_round(tournament)
    return current.number if current else 1


@login_required
@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """End the tournament after its last closed round."""
    tournament = directed(request, slug)
    ending = lambda: services.finish(tournament=tournament, by=request.user, now=timezone.now())  # noqa: E731
    attempt(request, ending, _("The tournament is over: these are the final standings."))
    return redirect("tournaments:standings", slug=slug)


@login_required
@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close a round whose results are in, without waiting for the clock."""
    tournament = directed(request, slug)
    rnd = get_object_or_404(Round, stage__tournament=tournament, number=number)
    closing = lambda: services.close_round(rnd=rnd, by=request.user, now=timezone.now())  # noqa: E731
    if not attempt(request, closing, _("Round %(n)d is closed.") % {"n": number}):
        return redirect("tournaments:results", slug=slug, number=number)
    if any(selectors.is_cut_due(stage) for stage in tournament.stages.select_related("source")):
        return redirect("tournaments:stages", slug=slug)
    return redirect("tournaments:standings", slug=slug)
