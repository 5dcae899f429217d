"""Of a form that makes something, sent twice from one page, one thing is made: each is tried, and each page that takes
a form either carries the mark or stands in a list with its reason."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from django.db.models import QuerySet
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts import services as accounts
from accounts.models import ApiToken, User
from clubs import services as clubs
from clubs.models import Club, Invitation
from games.models import Gathering
from tests.markup import tight
from tests.proving import prove
from tournaments.entries.services import entering
from tournaments.event.services import creating
from tournaments.models import Announcement, Arena, Entry, PairRule, Screen, Season, SitAndGo, Tournament
from webhooks import posting
from webhooks.models import Endpoint

pytestmark = [pytest.mark.django_db, pytest.mark.filterwarnings("ignore:Session.login_data:DeprecationWarning")]
NIGHT = {
    "name": "Night", "variant": "gin-rummy-com", "template": "swiss", "rounds": 3, "mode": "in_person",
    "timezone": "Europe/Vienna",
}  # fmt: skip

GAME = {"rules": "gin-rummy-com", "clock": "5+3"}


@dataclass
class Desk:
    """An organiser's browser, with a club and a tournament."""

    user: User
    browser: Client
    club: Club
    event: Tournament


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(posting, "check", lambda _url: None)
    user = accounts.official(username="olga", name="Olga", email="", password="x" * 12)
    club, now = clubs.create_club(name="Cards", organiser=user), timezone.now()
    event = creating.create_tournament(
        club=club, name="Open", by=user, now=now, mode="in_person", rounds=3, variant="gin-rummy-com"
    )
    for name in ("Ann", "Ben"):
        entering.enter(tournament=event, name=name, by=user, now=now)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    prove(browser)
    return Desk(user, browser, club, event)


@dataclass(frozen=True)
class Way:
    """A form that makes something: the page it stands on, where it is sent, its fields, and what it makes."""

    page: str
    fields: Callable[[Desk], dict[str, object]]
    made: Callable[[], QuerySet]
    to: str = ""


def rule_of(desk: Desk) -> dict[str, object]:
    return {"do": "rule", "kind": "hard", "from_round": 1, "entries": [one.pk for one in desk.event.entries.all()]}


WAYS = {
    "link for a friend": Way("/play/friend/", lambda _: {"rules": "gin-pagat", "clock": "none"}, Gathering.objects.all),
    "club": Way("/clubs/new/", lambda _: {"name": "Other", "zone": "UTC"}, Club.objects.all),
    "link": Way("/clubs/{club}/members/", lambda _: {"name": "Cleo", "link": "1"}, Invitation.objects.all),
    "webhook": Way(
        "/clubs/{club}/webhooks/",
        lambda _: {"url": "https://hook.example/", "kinds": ["round.published"]},
        Endpoint.objects.all,
        to="/clubs/{club}/webhooks/new/",
    ),
    "token": Way("/accounts/tokens/", lambda _: {"label": "bot", "days": "30"}, ApiToken.objects.all),
    "tournament": Way("/o/new/", lambda desk: NIGHT | {"club": desk.club.pk}, Tournament.objects.all),
    "copy": Way("/o/{event}/copy/", lambda _: {"again": "1"}, Tournament.objects.all),
    "season": Way(
        "/clubs/{club}/seasons/new/",
        lambda _: {"name": "Year", "since": "2027-01-01", "until": "2027-12-31", "template": "places"},
        Season.objects.all,
    ),
    "announcement": Way("/o/{event}/announcements/", lambda _: {"words": "Hello"}, Announcement.objects.all),
    "screen": Way("/o/{event}/screens/", lambda _: {"name": "Hall", "shows": "both", "new": "1"}, Screen.objects.all),
    "entry": Way("/o/{event}/entries/", lambda _: {"name": "Cleo"}, Entry.objects.all, to="/o/{event}/entries/add/"),
    "pair rule": Way("/o/{event}/special/", rule_of, PairRule.objects.all),
    "arena": Way("/arenas/new/", lambda _: GAME | {"name": "Fast", "starts_in": 2, "minutes": 20}, Arena.objects.all),
    "sit-and-go": Way("/sit-and-go/new/", lambda _: GAME | {"kind": "cup", "seats": 4}, SitAndGo.objects.all),
}


@pytest.mark.parametrize("name", WAYS)
def test_what_is_sent_twice_is_made_once(desk: Desk, name: str) -> None:
    way = WAYS[name]
    filled = {"club": desk.club.slug, "event": desk.event.slug}
    page = desk.browser.get(way.page.format(**filled))
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert token is not None, page.status_code
    form = way.fields(desk) | {"csrfmiddlewaretoken": token[1]}
    to, before = (way.to or way.page).format(**filled), way.made().count()
    first = desk.browser.post(to, form)
    assert way.made().count() == before + 1, (first.status_code, first.content.decode()[:3000])
    second = desk.browser.post(to, form)
    assert way.made().count() == before + 1
    assert second.status_code == 302
    assert first.status_code in (200, 201) or first["Location"] == second["Location"]
    assert "This was sent twice: it is done once." in tight(desk.browser.get(second["Location"]).content.decode())


OURS = ("accounts.", "notices.", "pages.", "webhooks.", "config.", "games.", "ratings.", "tournaments.")
TWICE = {  # pages that may be sent twice: why, and which
    "at most one of it is there: a place, a claim, a request, an open case, an answer, an entry of a name": """
        games.challenge_pages.challenge games.deal_pages.deal_analysis games.deal_pages.table_analysis
        games.sitting_down.gathering notices.add_browser pages.claims.claim pages.clubs.invitation
        pages.daily.today pages.lobby.another pages.lobby.find pages.lobby.follow pages.lobby.take
        pages.members.join pages.problems.earlier pages.problems.today tournaments.desk.call
        tournaments.desk.call_by_slip tournaments.desk.open_case tournaments.entries.join
        tournaments.evening.players.invite tournaments.evening.players.invite_all tournaments.ladders.challenge
        tournaments.ladders.challenge_for tournaments.open_events.seat tournaments.open_events.take_part
        tournaments.rounds.drafts.ask_bye tournaments.stages.stages tournaments.teams.join
    """,
    "what was looked at is named with it, or the state says what may follow": """
        pages.members.paste tournaments.corrections.annul_challenge
        tournaments.corrections.margin tournaments.corrections.reopen
        tournaments.corrections.rulings tournaments.duplicate.scores tournaments.evening.pages.begin
        tournaments.evening.pages.close tournaments.evening.players.entries tournaments.evening.pages.finish
        tournaments.evening.pages.pair tournaments.exchange.take
        tournaments.results.slips.agree tournaments.results.slips.door tournaments.results.slips.slip
        tournaments.results.slips.undo tournaments.rounds.drafts.blocked tournaments.rounds.drafts.missing
        tournaments.rounds.drafts.pairings tournaments.tables.confirm tournaments.tables.result
        tournaments.tables.undo tournaments.teams.board_confirm tournaments.teams.board_result
    """,
    "a table that nobody sits at ends by itself, and who goes back and plays again wants another": """
        games.sitting_down.learn games.sitting_down.practice pages.table_end.end
    """,
    "keeps nothing but a count": """
        accounts.own_data.export notices.ask_for_proof webhooks.try_out
    """,
    "changes or ends what is there, and a second time nothing more": """
        config.health.pages.work
        accounts.api_tokens.revoke accounts.devices.end accounts.own_data.leave accounts.second_factor.later
        games.challenge_pages.taking_challenges games.conduct_pages.conduct notices.language notices.one
        notices.prove notices.read_all notices.remove_browser notices.settings_page notices.stop
        pages.boards.edit pages.claims.answer pages.claims.merge pages.claims.take_back pages.clubs.approval
        pages.clubs.closing pages.house_rules.withdraw pages.lobby.nickname pages.lobby.settle
        pages.members.answer_request
        pages.members.joining pages.members.leave pages.members.lift_removal pages.members.place
        pages.members.role pages.members.withdraw_invitation tournaments.announcements.take_back
        tournaments.calendar.mine tournaments.corrections.end tournaments.corrections.series
        tournaments.desk.case tournaments.desk.settle tournaments.entries.answer_place
        tournaments.entries.desk_list tournaments.entries.door tournaments.entries.edit
        tournaments.entries.ladder_away tournaments.entries.leave tournaments.entries.put_back
        tournaments.entries.self_check_in tournaments.entries.self_checkin tournaments.entries.tick
        tournaments.evening.pages.cancel_pairing tournaments.evening.pages.drop_round
        tournaments.evening.pages.set_rounds tournaments.evening.pages.setup tournaments.evening.players.same_as
        tournaments.ladders.answer
        tournaments.ladders.place tournaments.league.answer tournaments.league.set_time
        tournaments.prizes.prizes tournaments.rounds.drafts.take_back tournaments.rounds.drafts.times
        tournaments.seasons.change tournaments.seasons.close tournaments.seasons.events
        tournaments.seasons.remove tournaments.seasons.reopen tournaments.seasons.reopen_tournament
        tournaments.seasons.scoring tournaments.standings.equals tournaments.teams.board_substitute
        tournaments.teams.line_up tournaments.teams.members webhooks.endpoint webhooks.remove
    """,
}


def pages() -> Iterator[tuple[str, Callable]]:
    """The name of every page of ours that takes a form, and its view."""
    for view in views(get_resolver().url_patterns):
        plain = inspect.unwrap(view)
        takes = ('"POST"', "require_POST", "request.POST")
        if plain.__module__.startswith(OURS) and any(word in inspect.getsource(plain) for word in takes):
            yield f"{plain.__module__.replace('.views', '')}.{plain.__name__}", view


def views(patterns: list, before: str = "") -> Iterator[Callable]:
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from views(one.url_patterns, route)
        elif (
            isinstance(one, URLPattern)
            and not route.startswith(("api/", "admin/"))
            and inspect.isfunction(one.callback)
        ):
            yield one.callback


def test_every_page_that_takes_a_form_is_done_once_or_stands_here_with_its_reason() -> None:
    found = dict(pages())
    marked = {name for name, view in found.items() if getattr(view, "is_once", False)}
    listed = {name for names in TWICE.values() for name in names.split()}
    assert sorted(found.keys() - marked - listed) == []
    assert sorted(listed - found.keys()) == [], "no longer there"
    assert sorted(listed & marked) == []
