"""Hall screens (P23): the screen itself, for whoever has its address, and the organiser's list of them."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments import permissions
from tournaments.models import Screen, Tournament
from tournaments.selectors import screens as reading
from tournaments.selectors.paper import qr_svg
from tournaments.services import screens
from tournaments.views.answers import attempt, live
from tournaments.views.organiser import desk
from tournaments.views.public import find

SHOWS = {
    reading.BOTH: gettext_lazy("pairings and standings (or the bracket), in turn"),
    reading.PAIRINGS: gettext_lazy("pairings"),
    reading.STANDINGS: gettext_lazy("standings (or the bracket)"),
}


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The hall screen: no login; refreshes in place; 404 for a wrong address, 410 for a revoked one."""
    found = reading.screen_by_code(code)
    if found is None:
        raise Http404
    if found.revoked_at is not None:
        return render(request, "tournaments/screens/revoked.html", {"tournament": found.tournament}, status=410)
    context = {"screen": found, "code": code, "hall": reading.hall(found), "tournament": found.tournament}
    return live(request, "tournaments/screens/screen.html", "tournaments/screens/_hall.html", context)


@login_required
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """The screens of a tournament: put up, change, announce, revoke."""
    tournament = find(slug)
    permissions.require_director(request.user, tournament)
    if request.method == "POST":
        attempt(request, lambda: _act(request, tournament), _("Done."))
        return redirect("tournaments:screens", slug=slug)
    context = desk(request, tournament, "screens")
    rows = [_row(request, one) for one in tournament.screens.filter(revoked_at=None)]
    context |= {"screens": rows, "shows": SHOWS}
    return render(request, "tournaments/screens/manage.html", context)


def _act(request: HttpRequest, tournament: Tournament) -> None:
    facts: dict[str, Any] = {"by": request.user, "now": timezone.now()}
    wish = {key: request.POST.get(key, "") for key in ("name", "shows", "announcement")}
    if "new" in request.POST:
        screens.put_up_screen(tournament=tournament, **wish, **facts)
        return
    found = get_object_or_404(Screen, tournament=tournament, public_id=request.POST.get("screen", ""))
    if "revoke" in request.POST:
        screens.revoke_screen(screen=found, **facts)
    else:
        screens.change_screen(screen=found, **wish, **facts)


def _row(request: HttpRequest, found: Screen) -> dict[str, Any]:
    address = request.build_absolute_uri(reverse("tournaments:screen", args=[reading.screen_code(found)]))
    return {"screen": found, "address": address, "qr": qr_svg(address)}
