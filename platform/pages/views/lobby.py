"""The lobby: find an opponent, accept an open search, or play the house if nobody comes."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests, names, signed_in
from accounts.models import User
from doors import polling
from games import selectors as games
from games.forms import CLOCKS, LEVEL_NAMES, USUAL_CLOCK, SeekForm, level_choices, terms_words
from games.live.setup import terms
from games.models import Seek
from games.players import USUAL_LEVEL
from games.services import following, seeks
from games.services import tables as table_services
from pages.selectors import watched_tables
from ratings.selectors import players as rated_players
from tournaments.open_events.selectors import arena_tables, waiting

MOST_EVENTS = 3  # of a kind


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """Look for an opponent, by this form or by that of the page Play, then wait on a separate page."""
    if request.method != "POST":
        rules = request.GET.get("rules", SeekForm.RULES)
        form = SeekForm(initial={"rules": rules, "is_rated": request.user.is_authenticated, "or_house": True})
        return render(request, "pages/lobby/find.html", {"form": form})
    form = SeekForm(request.POST)
    try:
        if form.is_valid():
            player = guests.player_here(request)
            wish = form.wish(_rating_in(player, form.cleaned_data["rules"]), seeks.level_for(player))
            seeks.seek(user=player, wish=wish, now=timezone.now())
            return redirect("pages:seeking")
    except table_services.BadTable as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
    except (table_services.CannotSit, guests.TooManyGuests) as refused:
        return _back(request, refused)
    return render(request, "pages/lobby/find.html", {"form": form}, status=422)


@require_POST
def another(request: HttpRequest, public_id: str) -> HttpResponse:
    """Look for another opponent by the terms of a casual table, as somebody who sat there."""
    table, player = games.table(public_id), guests.player_of(request)
    if table is None or player is None or table.ref or games.seat_of(table, player) is None:
        raise Http404
    usual = CLOCKS[USUAL_CLOCK][1]
    rating, level = _rating_in(player, table.rules), seeks.level_for(player)
    wish = seeks.wish_like(table, rating=rating, clock=usual, level=level)
    try:
        seeks.seek(user=player, wish=wish, now=timezone.now())
    except (table_services.BadTable, table_services.CannotSit) as refused:
        return _back(request, refused)
    return redirect("pages:seeking")


@require_safe
def seeking(request: HttpRequest) -> HttpResponse:
    """The page of a person who looks for an opponent; it refreshes itself, and leads to the table once there is one."""
    part = polling.is_part(request)
    player = guests.player_of(request)
    own = games.seek_of(player) if player else None
    if own is None:
        return polling.lead_to(reverse("games:practice"), part=part)
    now = timezone.now()
    own = seeks.keep_looking(seek=own, now=now)
    if own.table is not None:
        return polling.lead_to(reverse("games:table", args=[own.table.public_id]), part=part)
    context = {
        "seek": own,
        "words": terms_words(own),
        "open": _open(player),
        "levels": level_choices(),
        "level": own.level or USUAL_LEVEL,
        "level_name": LEVEL_NAMES.get(own.level, own.level),
        "is_late": now - own.began_at >= seeks.HOUSE_AFTER,
    }
    return _fresh(render(request, f"pages/lobby/{'_' if part else ''}seeking.html", context))


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open searches, a live part of the page Play. A visitor who opens this part by itself is led to the page."""
    if not polling.is_part(request):
        return redirect("games:practice")
    now, player = timezone.now(), guests.player_of(request)
    mine = games.staying_seek(player, now) if player else None
    context: dict[str, Any] = {
        "open": _open(player),
        "mine": mine and (mine, terms_words(mine)),
        "sit_and_gos": waiting.that_wait(now, MOST_EVENTS),
        "arenas": arena_tables.to_come(now)[:MOST_EVENTS],
    }
    if isinstance(request.user, User):
        found = games.open_challenges(request.user, now)
        context["followed"] = games.followed_by(request.user, now)
        context["challenges"] = [(one, terms_words(one)) for one in found]
    return _fresh(render(request, "pages/lobby/_both.html", context))


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """The tables most worth watching, a part of the page Play."""
    return _fresh(
        render(request, "pages/lobby/_hottest.html", {"tables": watched_tables.hottest_tables(), "is_asked": True})
    )


@require_safe
def together(request: HttpRequest) -> HttpResponse:
    """Up to four of the tables most worth watching, side by side. While there is none the page refreshes itself."""
    boards, here = watched_tables.hottest_boards(guests.player_of(request)), reverse("pages:together")
    part = polling.is_part(request)
    if boards and part:
        return polling.lead_to(here, part=True)
    page = "games/table/_together.html" if part else "pages/lobby/together.html"
    return _fresh(render(request, page, {"boards": boards, "here": here}))


@require_safe
def others(request: HttpRequest, public_id: str) -> HttpResponse:
    """Other tables to watch, a part of the page of a watched one; empty if there are none."""
    table = games.table(public_id)
    if table is None or not terms.may_be_watched(table):
        raise Http404
    round_, tables = watched_tables.other_tables(table)
    return _fresh(render(request, "pages/lobby/_others.html", {"round": round_, "tables": tables}))


@require_POST
def take(request: HttpRequest, public_id: str) -> HttpResponse:
    """Sit down with a person who looks for an opponent."""
    theirs = Seek.objects.filter(public_id=public_id).first()
    try:
        if theirs is None:
            raise table_services.CannotSit(str(seeks.LEFT))
        player = guests.player_here(request)
        rating = _rating_in(player, theirs.rules)
        seeks.accept(seek=theirs, user=player, rating=rating, now=timezone.now())
    except (table_services.CannotSit, guests.TooManyGuests) as refused:
        return _back(request, refused)
    return redirect("pages:seeking")


@require_POST
def settle(request: HttpRequest) -> HttpResponse:
    """Stop looking, or play a house player of a `level` instead; `withdraw` ends the search by days."""
    player, now = guests.player_of(request), timezone.now()
    withdraws = "withdraw" in request.POST
    own = (games.staying_seek(player, now) if withdraws else games.seek_of(player)) if player else None
    if own is None:
        return redirect("games:practice")
    if request.POST.get("level") not in table_services.HOUSE_NAMES:
        seeks.stop_looking(seek=own)
        return redirect("games:practice")
    try:
        seeks.play_house(seek=own, level=request.POST["level"], now=now)
    except table_services.CannotSit as refused:
        return _back(request, refused)
    return redirect("pages:seeking")


@require_POST
def nickname(request: HttpRequest) -> HttpResponse:
    """Set the name of a guest."""
    try:
        if not isinstance(request.user, User):
            table_services.rename_at_tables(user=guests.called(request, request.POST.get("name", "")))
    except (names.BadName, guests.TooManyGuests) as refused:
        messages.error(request, str(refused))
    return redirect("pages:seeking")


@require_POST
@login_required
def follow(request: HttpRequest, public_id: str) -> HttpResponse:
    """Follow a player (`do` is follow), or stop following them."""
    of = get_object_or_404(User, public_id=public_id)
    try:
        if request.POST.get("do") == "follow":
            following.follow(by=signed_in.user(request), of=of, now=timezone.now())
        else:
            following.unfollow(by=signed_in.user(request), of=of)
    except following.CannotFollow as refused:
        messages.error(request, str(refused))
    return redirect("pages:player", public_id=public_id)


def _rating_in(player: User, rules: str) -> float | None:
    """The player's rating in the pool of this game."""
    found = rated_players.rating_in(player, rules)
    return found.rating if found else None


def _open(viewer: User | None) -> list[tuple[Seek, list[str]]]:
    """The open searches of others, each with its conditions in words."""
    return [(seek, terms_words(seek)) for seek in games.open_seeks(timezone.now(), viewer)]


def _back(request: HttpRequest, refused: Exception) -> HttpResponse:
    """Redirect to the page Play, with the reason."""
    messages.error(request, str(refused))
    return redirect("games:practice")


def _fresh(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    return answer
