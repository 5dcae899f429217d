"""The pages of ratings: all lists, one list, and why a rating changed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ratings import selectors
from ratings.models import Pool


@require_safe
def pools(request: HttpRequest) -> HttpResponse:
    """P16: all lists."""
    return render(request, "ratings/pools.html", {"pools": selectors.pools()})


@require_safe
def leaderboard(request: HttpRequest, key: str) -> HttpResponse:
    """P16: one list, page by page, or the names that hold what is searched for."""
    pool = get_object_or_404(Pool.objects.select_related("run"), key=key)
    search, cursor = request.GET.get("q", "").strip()[:120], request.GET.get("cursor", "")
    try:
        leaders = selectors.leaderboard(pool, cursor=cursor, search=search)
    except selectors.BadCursor as bad:
        raise Http404(_("This page of the list does not exist.")) from bad
    context = {"pool": pool, "leaders": leaders, "search": search, "cursor": cursor}
    context |= {"up_to_date": selectors.is_up_to_date(pool), "params": selectors.parameters(pool)}
    return render(request, "ratings/list.html", context)


@require_safe
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Why one match changed two ratings: the formula with its numbers."""
    match = selectors.match(public_id)
    if match is None:
        raise Http404(_("No rated match has this address."))
    context = {"match": match, "explanations": selectors.explanations(match), "waits": selectors.waits(match)}
    context |= {"score_b": 1 - match.score_a, "is_plain": selectors.is_plain(match.pool)}
    context["decays"] = selectors.parameters(match.pool).get("k") == "decay"
    return render(request, "ratings/change.html", context)
