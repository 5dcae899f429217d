"""The organiser's evening: begin, pair, close."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import permissions, selectors, services
from tournaments.models import Round, Tournament
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
    pairing = lambda: services.pair_next(  # noqa: E731
        tournament=tournament, by=request.user, now=timezone.now(), open_reason=request.POST.get("open_reason", "")
    )
    if not attempt(request, pairing) and selectors.blocked(selectors.main_stage(find(slug))) is not None:
        return redirect("tournaments:blocked", slug=slug)
    current = selectors.current_round(tournament)
    return redirect("tournaments:pairings", slug=slug, number=current.number if current else 1)


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
