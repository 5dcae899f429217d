"""The pages that belong to no single floor: home, me, players, archive."""

import hashlib
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.dateparse import parse_datetime
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from accounts.models import User
from pages import selectors
from pages.forms import ArchiveForm
from ratings import selectors as ratings
from tournaments import selectors as tournaments


def fragment(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponseBase:
    """A live region with an ETag, or 304 when the asker has it."""
    answer = render(request, template, context)
    etag = quote_etag(hashlib.sha256(answer.content).hexdigest()[:32])
    answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True)
    patch_vary_headers(answer, ["HX-Request"])
    return get_conditional_response(request, etag=etag, response=answer) or answer


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """P1: what is on; for members first of all their next match."""
    return render(request, "pages/home.html", {"tonight": selectors.tonight(), **_mine(request)})


@require_safe
def tonight(request: HttpRequest) -> HttpResponseBase:
    """The live part of the home page."""
    return fragment(request, "pages/_tonight.html", {"tonight": selectors.tonight()})


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponseBase:
    """The live part that is about me."""
    return fragment(request, "pages/_mine.html", _mine(request))


@require_safe
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """P25: what waits for me, where I stand, where I belong."""
    player = request.user
    context = _mine(request) | {
        "graphs": selectors.graphs(player),
        "tournaments": tournaments.tournaments_of(player)[: selectors.PAGE],
        "clubs": selectors.my_clubs(player),
        "played": selectors.played(player)[0][: selectors.LATEST],
    }
    return render(request, "pages/me.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """All players by name, or those whose name holds what is searched for."""
    search = request.GET.get("q", "").strip()[:120]
    found = list(selectors.players(search)[: selectors.PAGE + 1])
    context = {"search": search, "players": found[: selectors.PAGE], "more": len(found) > selectors.PAGE}
    return render(request, "pages/players.html", context)


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """P17: one player; `vs` another's id for head to head, `before` a time for older matches."""
    person = get_object_or_404(User, public_id=public_id)
    versus = User.objects.filter(public_id=request.GET.get("vs", "")).exclude(pk=person.pk).first()
    before = _time(request.GET.get("before", ""))
    played, is_more = selectors.played(person, versus=versus, before=before)
    context = {
        "player": person,
        "graphs": selectors.graphs(person),
        "versus": versus,
        "head_to_head": versus and ratings.head_to_head(person, versus),
        "played": played,
        "older": played[-1].match.finished_at if is_more else None,
        "tournaments": tournaments.tournaments_of(person)[: selectors.PAGE],
        "deals": selectors.deals(player=public_id)[: selectors.LATEST],
        "is_me": person == request.user,
    }
    return render(request, "pages/player.html", context)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """P15: finished deals by player, variant and outcome; the address is the saved search."""
    form = ArchiveForm(request.GET, variants=selectors.variants_played(), outcomes=selectors.outcomes_seen())
    filters = form.filters()
    found = list(selectors.deals(**filters)[: selectors.PAGE + 1])
    query = request.GET.copy()
    if len(found) > selectors.PAGE:
        query["before"] = str(found[selectors.PAGE - 1].pk)
    context = {
        "form": form,
        "deals": found[: selectors.PAGE],
        "more": query.urlencode() if len(found) > selectors.PAGE else "",
        "dropped": [form[name].label for name in form.errors if name in form.fields],
        "searching": bool(filters),
    }
    return render(request, "pages/archive.html", context)


def _mine(request: HttpRequest) -> dict[str, Any]:
    if not request.user.is_authenticated:
        return {}
    return {"my_matches": selectors.my_matches(request.user), "my_tables": selectors.my_tables(request.user)}


def _time(text: str) -> Any:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None
