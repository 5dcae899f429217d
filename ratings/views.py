"""The pages of ratings: all lists, one list, and how a rating changed."""

from itertools import zip_longest
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from clubs import selectors as clubs
from doors.words import luck_words
from ratings.models import PlayerRating, Pool
from ratings.selectors import certainty, corrections, matches, players
from ratings.selectors import flags as flag_selectors
from ratings.selectors import leaders as leader_selectors
from ratings.selectors import pools as pool_selectors
from ratings.systems.lists.families import FAMILIES

LISTS = 12  # published ones on the page of a pool
CORRECTIONS = 5  # announced there
MOVED = 50  # players named on the page of a list that replaces another
TOPS, TOP = 3, 10  # lists on the first page, players of each
ROWS = 200  # players on a page of a published list


@require_safe
def pools(request: HttpRequest) -> HttpResponse:
    """The top ten of the three lists with the most players, with what each has gained since the latest published list;
    the visitor's own places; and all other lists. With `who` house, those of house players."""
    is_house = request.GET.get("who") == "house"
    rated = pool_selectors.pools().filter(beside=None).prefetch_related("tracks")
    known = sorted(
        (pool for pool in rated if _size(pool, is_house)), key=lambda pool: (-_size(pool, is_house), pool.name)
    )
    tops = [
        (pool, rows := _best(pool, is_house), leader_selectors.gained_since_list(pool, rows), _size(pool, is_house))
        for pool in known[:TOPS]
    ]
    others = [one for pool in known for one in ([] if pool in known[:TOPS] else [pool]) + list(pool.tracks.all())]
    own = players.ratings_of(request.user).filter(pool__beside=None) if isinstance(request.user, User) else ()
    empty = [name for key, name in FAMILIES.items() if key not in {pool.key for pool in known}]
    context = {"tops": tops, "others": others, "own": own, "empty": empty, "is_house": is_house}
    return render(request, "ratings/pools.html", context)


def _best(pool: Pool, of_the_house: bool) -> list[PlayerRating]:
    """The top players of a list with a rank; while nobody has one, the top of all."""
    ranked = list(leader_selectors.standings(pool, of_the_house=of_the_house)[:TOP])
    best = ranked or list(leader_selectors.standings(pool, of_the_house=of_the_house, is_provisional=True)[:TOP])
    leader_selectors.tell_apart(best)
    return best


def _size(pool: Any, of_the_house: bool) -> int:
    """How many people, or house players, a list has."""
    return int(pool.house_count if of_the_house else pool.player_count - pool.house_count)


@require_safe
def leaderboard(request: HttpRequest, key: str) -> HttpResponse:
    """One list, page by page, or the names that contain the search text; with `who` house, that of house players."""
    pool = get_object_or_404(Pool.objects.select_related("run", "beside"), key=key)
    search, cursor = request.GET.get("q", "").strip()[:120], request.GET.get("cursor", "")
    is_house = request.GET.get("who") == "house"
    asked: dict[str, Any] = {"search": search, "of_the_house": is_house}
    try:
        leaders = leader_selectors.leaderboard(pool, cursor=cursor, is_provisional="new" in request.GET, **asked)
    except leader_selectors.BadCursor as bad:
        raise Http404(_("This page of the list does not exist.")) from bad
    is_new = "new" in request.GET
    context: dict[str, Any] = {"pool": pool, "leaders": leaders, "search": search, "cursor": cursor, "is_new": is_new}
    kept = {"who": "house"} if is_house else {}
    context |= {"is_house": is_house, "here": request.path + ("?who=house" if is_house else "")}
    context["kept"] = urlencode(kept | ({"q": search} if search else {}))
    if not cursor and not context["is_new"]:
        context["newcomers"] = leader_selectors.leaderboard(pool, is_provisional=True, **asked)
    context |= {
        f"{name}_version": leader_selectors.version_of(context[name])
        for name in ("leaders", "newcomers")
        if name in context
    }
    context |= {"up_to_date": pool_selectors.is_up_to_date(pool), "params": pool_selectors.parameters(pool)}
    context |= {"lists": leader_selectors.lists(pool)[:LISTS], "tracks": pool.tracks.order_by("pk")}
    context["corrections"] = corrections.announced(corrections.corrections(pool)[:CORRECTIONS])
    context |= {"by_margin": pool_selectors.is_by_margin(pool), "of_several": pool_selectors.is_of_several(pool)}
    context["is_director"] = clubs.directed_by(request.user).exists()
    return render(request, "ratings/list.html", context)


@require_safe
def calibration(request: HttpRequest, key: str) -> HttpResponse:
    """Expected compared with actual scores of a list, as a drawing and a table."""
    pool = get_object_or_404(Pool.objects.select_related("run"), key=key)
    return render(request, "ratings/calibration.html", {"pool": pool, "found": certainty.calibration(pool)})


@require_safe
def flags(request: HttpRequest, key: str) -> HttpResponse:
    """Suspicious results of members of a director's clubs; only directors see the page."""
    directed = clubs.directed_by(request.user)
    if not directed:
        raise Http404
    pool = get_object_or_404(Pool, key=key)
    members = {user.pk for club in directed for user in clubs.players(club)}
    return render(request, "ratings/flags.html", {"pool": pool, "flags": flag_selectors.flags(pool, members)})


@require_safe
def published(request: HttpRequest, public_id: str) -> HttpResponse:
    """A published list, which is frozen, and how to recompute it."""
    made = leader_selectors.published_list(public_id)
    if made is None:
        raise Http404(_("No published list has this address."))
    rows = Paginator(leader_selectors.rows_of(made), ROWS).get_page(request.GET.get("page"))
    rows.object_list = shown = list(rows.object_list)
    leader_selectors.tell_apart(shown)
    shifts = corrections.replaced_by(made)
    context = {"list": made, "rows": rows, "moved": shifts[:MOVED], "players": len(shifts)}
    return render(request, "ratings/published.html", context)


@require_safe
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """How one match changed ratings: the formula with its numbers."""
    match = matches.match(public_id)
    if match is None:
        raise Http404(_("No rated match has this address."))
    found, seats = matches.explanations(match), list(match.seats.all())
    context = {"match": match, "waits": matches.waits(match)}
    context |= {"explanations": sorted(found, key=lambda one: one.place or 0)}
    context |= {"seats": sorted(zip_longest(seats, found if seats else ()), key=lambda one: one[0].place)}
    context |= {"players": [seat.player for seat in seats] or [match.a, match.b]}
    context |= {"score_b": 1 - match.score_a, "is_plain": pool_selectors.is_plain(match.pool)}
    context["decays"] = pool_selectors.parameters(match.pool).get("k") == "decay"
    context |= {"by_margin": pool_selectors.is_by_margin(match.pool), "beside": matches.beside(match)}
    if match.luck is not None:
        context["luck"] = luck_words(match.a.name, match.b.name, match.margin, match.luck)
    return render(request, "ratings/change.html", context)
