"""The pages that belong to no single app: home, me, players, archive."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import guests, mail, signed_in
from accounts import services as accounts
from accounts.models import User
from clubs import selectors as clubs
from doors.fields import error_lines
from doors.limits import Searches, limited
from doors.polling import is_part
from doors.times import in_utc
from games import selectors as games
from games.forms import LEVEL_NAMES, PracticeForm, terms_words
from games.services import seeks
from notices.selectors import choices as notices
from pages.forms import ArchiveForm
from pages.selectors import archive_search, going_on, of_person, of_player, watched_tables
from pages.views import daily
from ratings.selectors import matches as rated_matches
from tournaments.event.selectors import finding
from tournaments.seasons.selectors import reading as seasons


def fragment(request: HttpRequest, template: str, context: dict[str, Any], page: str) -> HttpResponse:
    """Show a live region of a page. A visitor who opens the region by itself is led to the page."""
    if not is_part(request):
        return redirect(page)
    answer = render(request, template, context)
    patch_cache_control(answer, no_cache=True)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page: what is on; members see their next match first."""
    context = {"tonight": going_on.tonight(), "daily": daily.shown(request), **_mine(request), **_asks(request)}
    level = seeks.level_for(guests.player_of(request))
    context |= {"best_known": PracticeForm.RULES, "level": level, "level_name": LEVEL_NAMES[level]}
    if isinstance(request.user, User):
        context["standing"] = of_person.standing(request.user)
        context["desk"] = going_on.officials_desk(request.user)
    else:
        context["board"] = watched_tables.board()
    return render(request, "pages/home/home.html", context)


@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """The table in play on the home page, a live part of it."""
    return fragment(request, "pages/home/_board.html", {"board": watched_tables.board()}, "pages:home")


@require_safe
def tonight(request: HttpRequest) -> HttpResponse:
    """The live part of the home page."""
    return fragment(request, "pages/home/_tonight.html", {"tonight": going_on.tonight()}, "pages:home")


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The live part of a page about the visitor's own matches."""
    answer = fragment(request, "pages/home/_mine.html", _mine(request), "pages:me")
    patch_cache_control(answer, private=True)
    return answer


@require_safe
@cache_control(private=True, no_store=True)
@login_required
def me(request: HttpRequest) -> HttpResponse:
    """The visitor's own page: what waits for them, ratings, clubs."""
    player = signed_in.user(request)
    context = (
        _mine(request)
        | _asks(request)
        | {
            "graphs": of_player.graphs(player),
            "tournaments": finding.tournaments_of(player)[: of_player.PAGE],
            "clubs": of_person.my_clubs(player),
            "runs": finding.tournaments().filter(club__in=clubs.directed_by(player))[: going_on.LATEST],
            "asking": [one for one in clubs.asking(player) if one.is_asked],
            "has_mail": mail.is_configured(),
            "is_bouncing": notices.bounces(player),
            "played": of_player.played(player)[0][: going_on.LATEST],
            "takes_challenges": games.takes_challenges(player),
        }
    )
    return render(request, "pages/people/me.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """All people by name, or those whose name contains the search text; with `who` house, the house players."""
    search, is_house = request.GET.get("q", "").strip()[:120], request.GET.get("who") == "house"
    found = list(of_player.players(search, of_the_house=is_house)[: of_player.PAGE + 1])
    context = {"search": search, "is_house": is_house, "players": found[: of_player.PAGE]}
    context["more"] = len(found) > of_player.PAGE
    return render(request, "pages/people/players.html", context)


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """One player. `vs` is another player's id for head to head; `before` is a time, for older matches."""
    person = get_object_or_404(User.objects.select_related("merged_into"), public_id=public_id)
    if person.merged_into is not None:
        return redirect("pages:player", public_id=person.merged_into.public_id)
    versus = User.objects.filter(public_id=request.GET.get("vs", "")).exclude(pk=person.pk).first()
    before = _time(request.GET.get("before", ""))
    played, is_more = of_player.played(person, versus=versus, before=before)
    viewer = request.user if person == request.user else None
    deals = list(archive_search.deals(player=public_id, viewer=viewer)[: going_on.LATEST])
    graphs = of_player.graphs(person)
    tallies = list(games.tallies(player=person))
    context = {
        "player": person,
        "graphs": graphs,
        "graphs_version": of_player.version_of_graphs(graphs),
        "versus": versus,
        "head_to_head": versus and rated_matches.head_to_head(person, versus),
        "played": played,
        "played_version": of_player.version_of_played(person, played, versus),
        "older": played[-1].match.finished_at if is_more else None,
        "tournaments": finding.tournaments_of(person)[: of_player.PAGE],
        "deals": deals,
        "deals_version": archive_search.version_of_deals(deals),
        "tallies": tallies,
        "favourite": of_player.favourite(tallies),
        "streak": of_player.streak(played if before is None and versus is None else []),
        "is_me": person == request.user,
        "can_follow": not (person.house_level or person.is_guest) and person.is_active,
        "is_followed": isinstance(request.user, User) and games.follows(request.user, person),
        "can_challenge": request.user.is_authenticated and person != request.user and games.takes_challenges(person),
        "trophies": seasons.trophies_of(person)[: of_player.PAGE],
    }
    return render(request, "pages/people/player.html", context)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site stores about people, for how long, and who sees it."""
    contact: str = settings.PRIVACY_CONTACT
    context = {
        "staff": clubs.who_approves(),
        "contact": contact,
        "contact_words": contact.removeprefix("mailto:"),
        "days": {
            "logins": settings.SESSION_COOKIE_AGE // (24 * 3600),
            "guests": settings.KEEP_GUESTS,
            "talk": settings.KEEP_TALK,
            "notices": settings.KEEP_NOTICES,
            "logs": settings.KEEP_LOGS,
        },
        "version": accounts.PRIVACY_VERSION,
    }
    return render(request, "pages/privacy.html", context)


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    """The records of the site by one preset; `rules` names it, else it is the first one with records."""
    presets = archive_search.presets_tallied()
    asked = request.GET.get("rules", "")
    rules = asked if asked in presets else next(iter(presets), "")
    context = {
        "presets": presets,
        "rules": rules,
        "records": archive_search.house_records(rules),
        "unknown": asked if asked and asked not in presets else "",
    }
    return render(request, "pages/archive/records.html", context)


@require_safe
@limited(Searches)
def archive(request: HttpRequest) -> HttpResponse:
    """Finished deals by players, place, time and ending; the address is the saved search."""
    form = _search(request)
    filters = form.filters()
    found = list(archive_search.deals(**filters, viewer=_own(request, filters))[: of_player.PAGE + 1])
    query = request.GET.copy()
    query.pop("before", None)
    searched = query.urlencode()
    if len(found) > of_player.PAGE:
        query["before"] = str(found[of_player.PAGE - 1].pk)
    context = {
        "form": form,
        "deals": found[: of_player.PAGE],
        "deals_version": archive_search.version_of_deals(found[: of_player.PAGE]),
        "more": query.urlencode() if len(found) > of_player.PAGE else "",
        "query": searched,
        "drops": _without_one(query, filters, form),
        "dropped": [(one.label, one.errors[0]) for one in form if one.errors],
        "searching": bool(filters),
        "mine": guests.player_of(request),
    }
    return render(request, "pages/archive/archive.html", context)


@require_safe
@limited(Searches)
def archive_file(request: HttpRequest, kind: str) -> HttpResponseBase:
    """A search as a file, written as it goes: one line of JSON for each deal, or the game record of every sitting in
    it. A bad filter, or a search that finds too many deals, is refused with advice."""
    form = _search(request)
    filters = form.filters()
    found = archive_search.deals(**filters, viewer=_own(request, filters))
    if form.errors:
        names = {"names": " ".join(error_lines(form))}
        return _refused(request, _("The search has a value that is not understood. %(names)s") % names)
    if found[archive_search.MOST_IN_A_FILE :].exists():
        most = {"most": archive_search.MOST_IN_A_FILE}
        return _refused(request, _("More than %(most)s deals match. Add a filter, such as dates.") % most)
    lines, mime = archive_search.FILES[kind]
    headers = {"Content-Disposition": f'attachment; filename="deals.{kind}"'}
    return StreamingHttpResponse(lines(found), content_type=mime, headers=headers)


def _own(request: HttpRequest, filters: Mapping[str, Any]) -> User | None:
    """The player who visits, if they search for their own deals, so that they also find those of private tables."""
    player = guests.player_of(request) if "player" in filters else None
    return player if player and filters["player"] == player.public_id else None


def _refused(request: HttpRequest, words: str) -> HttpResponse:
    return render(
        request, "pages/archive/archive_refused.html", {"words": words, "query": request.GET.urlencode()}, status=400
    )


def _search(request: HttpRequest) -> ArchiveForm:
    return ArchiveForm(request.GET, choices=archive_search.choices(request.GET))


def _without_one(query: QueryDict, filters: dict[str, Any], form: ArchiveForm) -> list[tuple[str, str]]:
    """The label of each filter in use, with the search without it."""
    drops = []
    for name in filters:
        if name != "before":
            less = query.copy()
            less.pop("before", None)
            less.pop(name, None)
            drops.append((str(form[name].label), less.urlencode()))
    return drops


def _mine(request: HttpRequest) -> dict[str, Any]:
    if not request.user.is_authenticated:
        return {}
    user = request.user
    return {
        "my_matches": of_person.my_matches(user),
        "my_challenges": of_person.my_challenges(user),
        "my_tables": of_person.my_tables(user),
        "asked": of_person.asked(user),
        "challenges": [(one, terms_words(one)) for one in games.open_challenges(user, timezone.now())],
    }


def _asks(request: HttpRequest) -> dict[str, Any]:
    user = request.user
    return {"asks_second_factor": isinstance(user, User) and of_person.asks_second_factor(user, now=timezone.now())}


def _time(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return in_utc(moment) if moment and moment.tzinfo else None
