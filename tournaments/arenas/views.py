"""The pages of arenas: all of them, one with its table and what one does there."""

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
from doors.limits import NewTournaments, limited
from games.forms import terms_words
from tournaments.arenas import selectors, services
from tournaments.arenas.forms import ArenaForm
from tournaments.errors import Invalid, Refusal
from tournaments.event.views import attempt
from tournaments.models import Arena


@require_safe
def arenas(request: HttpRequest) -> HttpResponse:
    """Arenas that are on, to come, and lately over."""
    now = timezone.now()
    coming = list(selectors.to_come(now))
    context = {
        "on": [one for one in coming if one.is_on(now)],
        "coming": [one for one in coming if not one.is_on(now)],
        "over": selectors.over_lately(now),
    }
    return render(request, "tournaments/arenas/arenas.html", context)


@login_required
@limited(NewTournaments)
def new(request: HttpRequest) -> HttpResponse:
    """Open an arena."""
    form = ArenaForm(request.POST or None, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        try:
            made = services.open_arena(**signed_in.asked(request), **form.cleaned_data)
            return redirect("tournaments:arena", public_id=made.public_id)
        except Invalid as bad:
            form.add_error(bad.field if bad.field in form.fields else None, str(bad))
        except Refusal as refused:
            form.add_error(None, str(refused))
    status = 422 if form.errors else 200
    return render(request, "tournaments/arenas/new.html", {"form": form}, status=status)


@require_safe
def arena(request: HttpRequest, public_id: str) -> HttpResponse:
    """An arena with its table. For who waits there it asks again by itself, and leads to the next game."""
    found = get_object_or_404(selectors.arenas(), public_id=public_id)
    now, part = timezone.now(), polling.is_part(request)
    mine = selectors.place_of(found, request.user if isinstance(request.user, User) else None)
    game = services.keep_waiting(player=mine, now=now) if mine else None
    if game is not None and part and "waits" in request.GET:
        return polling.lead_to(reverse("games:table", args=[game.table.public_id]), part=part)
    if mine is not None:
        mine.refresh_from_db()
    rows = selectors.table_of(found)
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
    answer = render(request, f"tournaments/arenas/{'_' if part else ''}arena.html", context)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@require_POST
@login_required
def take_part(request: HttpRequest, public_id: str) -> HttpResponse:
    """Join (`do` is join), pause (pause), or call the arena off (call_off)."""
    found = get_object_or_404(Arena, public_id=public_id)
    user, now = signed_in.user(request), timezone.now()
    do = request.POST.get("do")
    if do == "call_off":
        attempt(request, lambda: services.call_off(arena=found, by=user, now=now), _("The arena is called off."))
    elif do == "pause":
        services.pause(arena=found, user=user)
    else:
        attempt(request, lambda: services.join(arena=found, user=user, now=now))
    return redirect("tournaments:arena", public_id=found.public_id)
