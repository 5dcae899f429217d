"""Small pages for the websites of others. They know no visitor: nothing of a session, no form, and no program but the
one that asks for their content again."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from clubs.models import Club
from doors import words
from doors.limits import Limit, limited
from tournaments.event.selectors import finding
from tournaments.event.views import find
from tournaments.ladders import selectors as ladders
from tournaments.models import Tournament, TournamentState
from tournaments.rounds.views import pages as round_views
from tournaments.seasons.selectors import reading, season_tables
from tournaments.standings import views as standings_views
from tournaments.standings.selectors import standings as reading_standings

LOOKS = ("light", "dark")  # else as the reader's device has it
POLICY = {
    "default-src": [NONE],
    "script-src": [SELF],
    "connect-src": [SELF],
    "style-src": [SELF],
    "font-src": [SELF],
    "img-src": [SELF, "data:"],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
AGAIN_S = 60  # the content of a frame is asked for again so often while its tournament is played
DATES, LINES = 12, 50


class Frames(Limit):
    """The limit for frames: each reader of a website asks for them from an address of their own."""

    scope, rate, rate_of_address, methods = "frames", "120/min", "1200/min", ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Code:
    """One small page: what it shows, its address here, and the HTML that shows it elsewhere."""

    title: str
    address: str
    html: str


def framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Make a view a frame: any website may show it, nobody is signed in there, and `?look=` and `?lang=` choose how it
    looks and speaks (by default as the reader's browser asks)."""

    counted = limited(Frames)(view)

    @require_safe
    @csp_replace(POLICY)
    @xframe_options_exempt
    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        with translation.override(words.asked_language(request)):
            return counted(request, *args, **kwargs)

    return shown


def _page(request: HttpRequest, name: str, context: dict[str, Any], title: str, link: str, again: bool) -> HttpResponse:
    look = request.GET.get("look", "")
    context |= {"look": look if look in LOOKS else "", "title": title, "link": link, "again": AGAIN_S if again else 0}
    return render(request, f"tournaments/framed/{name}.html", context)


def _of(request: HttpRequest, name: str, page: str, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    link = reverse(f"tournaments:{page}", args=[tournament.slug])
    return _page(request, name, context, tournament.name, link, tournament.state == TournamentState.RUNNING)


@framed
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of a tournament as they are now; of a ladder its places."""
    tournament = find(slug)
    context = standings_views.shown(request, tournament)
    stage = context.get("stage")
    if stage is None or not stage.has_challenges:
        return _of(request, "standings", "standings", tournament, context)
    context["ladder"] = ladders.ladder_page(stage, request.user, timezone.now())
    return _of(request, "standings", "ladder", tournament, context)


@framed
def pairings(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairings of the latest published round with the results that are in."""
    tournament = find(slug)
    context = round_views.shown(request, tournament)
    return _of(request, "pairings", "detail", tournament, context)


@framed
def dates(request: HttpRequest, slug: str) -> HttpResponse:
    """The next dates of a club."""
    club = get_object_or_404(Club, slug=slug)
    open_ones = finding.tournaments(states=[TournamentState.OPEN, TournamentState.RUNNING], club=club)
    coming = sorted((one for one in open_ones if one.starts_at), key=lambda one: (one.starts_at, one.pk))
    link = reverse("pages:club", args=[slug])
    return _page(request, "dates", {"club": club, "dates": coming[:DATES]}, club.name, link, again=False)


@framed
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of the season that a club plays now."""
    club = get_object_or_404(Club, slug=slug)
    found = reading.running(club, timezone.now())
    link = reverse("tournaments:season", args=[found.public_id]) if found else reverse("pages:club", args=[slug])
    rows = season_tables.table_of(found).rows[:LINES] if found else ()
    title = f"{club.name} · {found.name}" if found else club.name
    return _page(request, "season", {"club": club, "season": found, "rows": rows}, title, link, again=False)


@require_safe
def of_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """The code that shows a tournament on another website."""
    tournament = find(slug)
    titles = {"framed-standings": _("Standings")}
    if reading_standings.rounds_foreseen(tournament):  # a ladder has none
        titles["framed-pairings"] = _("Pairings and results")
    back = reverse("tournaments:detail", args=[slug])
    return _codes(request, slug, titles, tournament.name, back)


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The code that shows a club's dates and season on another website."""
    club = get_object_or_404(Club, slug=slug)
    titles = {"framed-dates": _("Next dates"), "framed-season": _("Season")}
    return _codes(request, slug, titles, club.name, reverse("pages:club", args=[slug]))


def _codes(request: HttpRequest, slug: str, titles: dict[str, str], of: str, back: str) -> HttpResponse:
    look, language = request.GET.get("look", ""), request.GET.get("lang", "")
    if look not in ("", *LOOKS) or language not in ("", *dict(settings.LANGUAGES)):
        raise Http404
    asked = "&".join(f"{name}={value}" for name, value in (("look", look), ("lang", language)) if value)
    codes = []
    for name, title in titles.items():
        address = reverse(f"tournaments:{name}", args=[slug]) + (f"?{asked}" if asked else "")
        src, said = escape(settings.SITE_ORIGINS[0] + address), escape(f"{title} – {of}")
        html = f'<iframe src="{src}" title="{said}" width="100%" height="480" loading="lazy" style="border:0"></iframe>'
        codes.append(Code(title, address, html))
    context: dict[str, Any] = {"codes": codes, "of": of, "back": back, "look": look, "lang": language}
    context["site"] = settings.SITE_ORIGINS[0]
    context["looks"] = [("", _("as the reader’s device")), ("light", _("light")), ("dark", _("dark"))]
    context["languages"] = [("", _("as the reader’s browser")), *settings.LANGUAGES]
    return render(request, "tournaments/framed/codes.html", context)
