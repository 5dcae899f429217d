"""The pages of events that players open themselves: the list, one arena with its table, one sit-and-go."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from accounts.models import User
from doors import polling
from doors.once import once
from games.forms import terms_words
from tournaments.errors import Invalid, Refusal
from tournaments.event.views import attempt
from tournaments.models import Arena, SitAndGo
from tournaments.open_events.forms import ArenaForm, SitAndGoForm
from tournaments.open_events.selectors import arena_tables, waiting
from tournaments.open_events.services import arenas, sit_and_gos


@require_safe
def open_events(request: HttpRequest) -> HttpResponse:
    """Sit-and-gos that wait for players, and arenas under way, to come, and just over."""
    now = timezone.now()
    coming = list(arena_tables.to_come(now))
    context = {
        "sit_and_gos": waiting.that_wait(now),
        "on": [one for one in coming if one.is_on(now)],
        "coming": [one for one in coming if not one.is_on(now)],
        "over": arena_tables.over_lately(now),
        "hourly": settings.HOURLY_EVENTS,
    }
    return render(request, "tournaments/open_events/open_events.html", context)


@login_required
@once
def new_arena(request: HttpRequest) -> HttpResponse:
    """Open an arena."""
    return _opened(request, ArenaForm, arenas.open_arena, "arena")


@login_required
@once
def new_sit_and_go(request: HttpRequest) -> HttpResponse:
    """Open a sit-and-go, and take its first seat."""
    return _opened(request, SitAndGoForm, sit_and_gos.open_sit_and_go, "sit_and_go")


def _opened(
    request: HttpRequest, kind: type[forms.Form], open_one: Callable[..., Arena | SitAndGo], what: str
) -> HttpResponse:
    """Show the form that opens an event, or redirect to the event that it has opened."""
    form = kind(request.POST or None, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        try:
            made = open_one(**signed_in.asked(request), **form.cleaned_data)
            return redirect(f"tournaments:{what.replace('_', '-')}", public_id=made.public_id)
        except Invalid as bad:
            form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        except Refusal as refused:
            form.add_error(None, str(refused))
    status = 422 if form.errors else 200
    return render(request, f"tournaments/open_events/new_{what}.html", {"form": form}, status=status)


@require_safe
def arena(request: HttpRequest, public_id: str) -> HttpResponse:
    """An arena with its table. For a player who waits the page refreshes itself and leads to the next game."""
    found = get_object_or_404(arena_tables.arenas(), public_id=public_id)
    now, part = timezone.now(), polling.is_part(request)
    mine = arena_tables.place_of(found, request.user if isinstance(request.user, User) else None)
    game = arenas.keep_waiting(player=mine, now=now) if mine else None
    if game is not None and part and "waits" in request.GET:
        return polling.lead_to(reverse("games:table", args=[game.table.public_id]), part=part)
    if mine is not None:
        mine.refresh_from_db()
    rows = arena_tables.table_of(found)
    context = {
        "arena": found,
        "mine": mine,
        "game": game,
        "rows": rows,
        "words": terms_words(found),
        "is_on": found.is_on(now),
        "has_ended": found.has_ended(now),
        "playing": sum(bool(row.table) for row in rows) // 2,
        "may_call_off": request.user.pk == found.by_id and not found.games.exists(),
    }
    return _page(request, "arena", context)


@require_POST
@login_required
def take_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """Join (`do` is join), pause (pause), or call the arena off (call_off)."""
    found = get_object_or_404(Arena, public_id=public_id)
    user, now = signed_in.user(request), timezone.now()
    do = request.POST.get("do")
    if do == "call_off":
        attempt(request, lambda: arenas.call_off(arena=found, by=user, now=now), _("The arena is called off."))
    elif do == "pause":
        arenas.pause(arena=found, user=user)
    else:
        attempt(request, lambda: arenas.join(arena=found, user=user, now=now))
    return redirect("tournaments:arena", public_id=found.public_id)


@require_safe
def sit_and_go(request: HttpRequest, public_id: str) -> HttpResponse:
    """A sit-and-go that waits. The page refreshes itself and leads to the tournament once that begins."""
    found = get_object_or_404(waiting.sit_and_gos(), public_id=public_id)
    part, user = polling.is_part(request), request.user if isinstance(request.user, User) else None
    is_mine = user is not None and found.places.filter(user=user).exists()
    if is_mine and user is not None and found.tournament is None:
        attempt(request, lambda: sit_and_gos.take_seat(found=found, user=user, now=timezone.now()))
        found.refresh_from_db()
    if found.tournament is not None:
        return polling.lead_to(reverse("tournaments:detail", args=[found.tournament.slug]), part=part)
    people = waiting.seated(found)
    context: dict[str, Any] = {
        "event": found,
        "people": people,
        "empty": range(found.seats - len(people)),
        "is_mine": is_mine,
        "words": terms_words(found),
    }
    return _page(request, "sit_and_go", context)


@require_POST
@login_required
def seat(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat (`do` is sit), or leave it (leave)."""
    found = get_object_or_404(SitAndGo, public_id=public_id)
    user, now = signed_in.user(request), timezone.now()
    if request.POST.get("do") == "leave":
        sit_and_gos.stand_up(found=found, user=user, now=now)
        return redirect("tournaments:open-events")
    attempt(request, lambda: sit_and_gos.take_seat(found=found, user=user, now=now))
    return redirect("tournaments:sit-and-go", public_id=found.public_id)


def _page(request: HttpRequest, what: str, context: dict[str, Any]) -> HttpResponse:
    """The whole page, or the part that refreshes itself."""
    part = "_" if polling.is_part(request) else ""
    answer = render(request, f"tournaments/open_events/{part}{what}.html", context)
    patch_cache_control(answer, private=True, no_store=True)
    return answer
