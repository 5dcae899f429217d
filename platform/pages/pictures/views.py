"""The pictures of shared links: the podium of a finished tournament, and the hands of a finished deal. They show what
everybody may see, whoever asks."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from doors.caching import versioned
from doors.limits import Searches, limited
from games import selectors as games
from games.live.finished import archive
from pages.pictures import drawing, shown
from tournaments.event.views import find
from tournaments.models import TournamentState
from tournaments.overview import selectors as overview
from tournaments.standings.selectors import standings

HEAVY = 10  # of a picture among the cached values


def _picture(slot: tuple[str, int], version: str, draw: Callable[[], bytes]) -> HttpResponse:
    """The picture, drawn once for each version; the common picture of the site where a name has other letters."""
    try:
        made = versioned.cached((*slot, translation.get_language()), version, draw, weigh=lambda _: HEAVY)
    except drawing.NoLetters:
        return redirect(static("share.png"))
    return HttpResponse(made, content_type="image/png")


@require_safe
@limited(Searches)
@cache_control(public=True, max_age=3600)
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The first three of a finished tournament; 404 for any other."""
    found = find(slug)
    if found.state != TournamentState.FINISHED:
        raise Http404
    places = overview.podium(found, standings.standings(found))
    day = timezone.localtime(found.finished_at, ZoneInfo(found.timezone)) if found.finished_at else None
    under = " · ".join(filter(None, [found.club.name, date_format(day, "j F Y") if day else ""]))
    version = repr((found.name, under, places))
    return _picture(("podium", found.pk), version, lambda: shown.podium(found.name, under, places))


@require_safe
@limited(Searches)
@cache_control(public=True, max_age=3600)
def deal(request: HttpRequest, public_id: str) -> HttpResponse:
    """The hands at the end of a finished deal; 404 while its sitting goes on, and for one of a private table."""
    found = games.final_deal(public_id, viewer=AnonymousUser())
    record = archive.deal_record(found) if found else None
    if found is None or record is None or not record["steps"] or not record["deck"]:
        raise Http404
    version = repr((found.value, found.last_seq, sorted(record["names"].items())))
    return _picture(("hands", found.pk), version, lambda: shown.deal(record, found.table.rules_name))
