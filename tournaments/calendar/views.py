"""The calendars for programs, and the page on which a user finds their own calendar."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts import signed_in
from clubs.models import Club
from doors.addresses import shared_address
from doors.limits import Limit, limited
from tournaments.calendar import selectors, services
from tournaments.event.views import find
from tournaments.models import CalendarKey


class Feeds(Limit):
    """The limit for downloads of calendars."""

    scope, rate, rate_of_address, methods = "feeds", "60/min", "600/min", ("GET", "HEAD")


def _calendar(content: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)


@require_safe
@limited(Feeds)
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar of a tournament."""
    return _calendar(selectors.of_tournament(find(slug)), slug)


@require_safe
@limited(Feeds)
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar of a club."""
    return _calendar(selectors.of_club(get_object_or_404(Club, slug=slug), timezone.now()), slug)


@require_safe
@cache_control(private=True, no_cache=True)
@limited(Feeds)
def player(request: HttpRequest, key: str) -> HttpResponse:
    """The calendar of a player, for a program that knows its secret address."""
    user = selectors.user_of(key)
    if user is None:
        raise Http404
    return _calendar(selectors.of_player(user, timezone.now()), "gin")


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The page of the user's own calendar; POST makes, renews or removes its address."""
    user = signed_in.user(request)
    if request.method == "POST":
        if request.POST.get("do") == "close":
            services.close(user=user)
            messages.success(request, _("Your calendar has no address any more."))
        else:
            services.renew(user=user, now=timezone.now())
            messages.success(request, _("Your calendar has a new address."))
        return redirect("tournaments:my-calendar")
    found = CalendarKey.objects.filter(user=user).first()
    address = found and shared_address(request, reverse("tournaments:player-calendar", args=[found.key]))
    return render(request, "tournaments/calendar/mine.html", {"key": found, "address": address})
