"""The organiser's page of points and tie-breaks (P28)."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import permissions, selectors, services
from tournaments.forms import EqualsForm
from tournaments.models import RoundState
from tournaments.views.answers import attempt
from tournaments.views.organiser import desk
from tournaments.views.public import find


@login_required
def equals(request: HttpRequest, slug: str) -> HttpResponse:
    """Points table and tie-breaks of the stage that is played; fixed once published, but for the tie-breaks."""
    tournament = find(slug)
    permissions.require_organiser(request.user, tournament)
    stage = selectors.main_stage(tournament)
    if "tiebreaks" not in stage.settings:
        raise Http404  # a bracket gives each place once
    is_fixed = stage.rounds.exclude(state=RoundState.DRAFT).exists()
    form = EqualsForm(request.POST or None, stage=stage, is_fixed=is_fixed)
    if request.method == "POST" and form.is_valid():
        change = lambda: services.change_stage(  # noqa: E731
            stage=stage, by=request.user, now=timezone.now(), **form.changes()
        )
        if attempt(request, change, _("Saved.")):
            return redirect("tournaments:equals", slug=slug)
    context = desk(request, tournament, "setup") | {"form": form, "is_fixed": is_fixed}
    context["offered"] = selectors.tiebreaks_on_offer(is_round_robin=stage.is_round_robin)
    return render(request, "tournaments/organise/equals.html", context, status=200 if not form.errors else 422)
