"""The lobby: two people find each other, the house waits ten seconds, and what happened is said in words."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.forms import Form
from django.test import Client

from accounts import services as accounts
from games import engine
from games.forms import CLOCKS, USUAL_CLOCK, ChallengeForm, PracticeForm, SeekForm
from games.models import LIVE_FOR_TWO, Seek, Table
from games.services import seeks
from tests.markup import tight
from tournaments.open_events.forms import ArenaForm, SitAndGoForm

pytestmark = pytest.mark.django_db
GIN = {"rules": "gin-pagat"}
BUTTON = re.compile(r'<form class="actions" method="post" action="([^"]+)"[^>]*>(.*?Play now.*?)</form>', re.DOTALL)
FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')
PANEL = re.compile(r'<form class="ticket find" method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
CHOSEN = re.compile(r'type="(?:hidden|radio)" name="(\w+)" value="([^"]*)"( checked)?')


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(accounts.player_for(name=name)[0])
    return client


@pytest.fixture
def ann() -> Client:
    return client_of("Ann")


@pytest.fixture
def ben() -> Client:
    return client_of("Ben")


def waited(seconds: int) -> None:
    for seek in Seek.objects.all():
        seek.began_at -= timedelta(seconds=seconds)
        seek.save()


def polled(client: Client) -> str:
    """Where the page that waits leads to."""
    return client.get("/play/seeking/", headers={"HX-Request": "true"}).headers.get("HX-Redirect", "")


def play_now(client: Client) -> str:
    """Press *Play now* on the home page; where it leads to."""
    found = BUTTON.search(client.get("/").content.decode())
    assert found, "home has the button"
    return client.post(found[1], dict(FIELD.findall(found[2])))["Location"]


def find_a_game(client: Client, **changes: str) -> str:
    """Press the button of the panel on Play, with what stands there and these changes; where it leads to."""
    found = PANEL.search(client.get("/tables/new/").content.decode())
    assert found, "Play has the panel"
    stands = {name: value for name, value, mark in CHOSEN.findall(found[2]) if mark or name in ("rules", "or_house")}
    return client.post(found[1], stands | changes)["Location"]


def test_what_play_now_names_is_what_is_played() -> None:
    rules = engine.rule_set(PracticeForm.RULES)
    assert (rules.undercut_on_tie, rules.target, rules.kernel.name) == (True, 100, "gin")


@pytest.mark.parametrize("is_rated", [True, False])
def test_two_who_press_play_now_on_home_sit_at_one_table(ann: Client, ben: Client, is_rated: bool) -> None:
    """Rated with an account, as the button says; two guests are not rated."""
    one, other = (ann, ben) if is_rated else (Client(), Client())
    assert play_now(one) == play_now(other) == "/play/seeking/"
    table = Table.objects.get()
    assert (table.rules, table.settings["clock"]["bank_s"], table.settings["rated"]) == ("gin-pagat", 600, is_rated)
    assert polled(one) == polled(other) == f"/tables/{table.public_id}/"
    assert ("Rated gin" in tight(one.get("/").content.decode())) == is_rated


def test_a_guest_and_who_has_an_account_meet_before_the_house_does(ann: Client) -> None:
    guest = Client()
    play_now(guest)
    play_now(ann)
    assert polled(guest) == ""
    waited(10)
    assert polled(guest) == polled(ann) != ""
    assert not Table.objects.get().settings["rated"]


def test_with_nobody_there_play_now_sits_down_with_the_house(ann: Client) -> None:
    play_now(ann)
    assert "choose a house player" in tight(ann.get("/play/seeking/").content.decode())
    waited(10)
    assert polled(ann) == f"/tables/{Table.objects.get().public_id}/"
    assert Table.objects.get().seats.filter(house_level="novice").exists()


def test_play_now_on_home_meets_find_a_game_on_play(ann: Client, ben: Client) -> None:
    play_now(ann)
    find_a_game(ben)
    assert polled(ann) == polled(ben) != ""


@pytest.mark.parametrize(("pace", "is_rated"), [("5+3", "on"), ("10+5", ""), ("day", "on")])
def test_the_panel_offers_pace_and_rated(ann: Client, pace: str, is_rated: str) -> None:
    find_a_game(ann, clock=pace, is_rated=is_rated)
    own = Seek.objects.get()
    assert (own.clock, own.is_rated) == (CLOCKS[pace][1], bool(is_rated))
    assert own.level == ("" if pace == "day" else "novice")


def test_a_guest_finds_a_game_without_being_asked_about_a_rating() -> None:
    page = Client().get("/tables/new/").content.decode()
    assert 'name="is_rated" value' not in page
    assert "As a guest you play without a rating." in tight(page)


def test_a_search_has_the_usual_clock_until_another_is_chosen(ann: Client) -> None:
    assert '<option value="10+5" selected>' in ann.get("/play/find/").content.decode()
    ann.post("/play/find/", GIN | {"clock": "none"})
    assert Seek.objects.get().clock is None


def challenge_form() -> Form:
    """The form of somebody in no club."""
    return ChallengeForm(by=accounts.player_for(name="Ann")[0])


@pytest.mark.parametrize("form", [SeekForm, challenge_form, ArenaForm, SitAndGoForm])
def test_the_forms_for_two_list_their_rules_by_game_and_none_for_three(form: Callable[[], Form]) -> None:
    rules = str(form()["rules"])
    groups = re.findall(r'<optgroup label="([^"]+)">\s*<option value="([^"]+)"', rules)
    assert groups[0] == ("Gin", "gin-pagat")
    assert "cutthroat" not in rules
    assert rules.count("<option") == len(LIVE_FOR_TWO)


def test_two_strangers_find_each_other(ann: Client, ben: Client) -> None:
    assert ann.post("/play/find/", GIN)["Location"] == "/play/seeking/"
    assert polled(ann) == ""
    ben.post("/play/find/", GIN)
    table = Table.objects.get()
    assert polled(ann) == polled(ben) == f"/tables/{table.public_id}/"


def test_guests_look_too_without_a_rating(ann: Client) -> None:
    guest = Client()
    answer = guest.post("/play/find/", GIN | {"is_rated": "on"})
    assert (answer.status_code, "sign in" in answer.content.decode()) == (422, True)
    guest.post("/play/find/", GIN)
    ann.post("/play/find/", GIN)
    assert polled(guest) == f"/tables/{Table.objects.get().public_id}/"


def test_the_next_opponent_is_looked_for_by_the_terms_of_the_last_game(ann: Client, ben: Client) -> None:
    chosen = GIN | {"length": "best_of:3", "clock": "5+3", "laws": "table_laws", "is_rated": "on"}
    ann.post("/play/find/", chosen)
    ben.post("/play/find/", chosen)
    terms = Seek.objects.values_list("terms", flat=True)[0]
    table = Table.objects.get()
    Table.objects.update(status="over")
    address = f"/tables/{table.public_id}/another/"
    assert ann.post(address)["Location"] == "/play/seeking/"
    own = Seek.objects.get(table=None)
    assert own.terms == terms
    assert (client_of("Cy").post(address).status_code, ann.get(address).status_code) == (404, 405)


def test_the_next_opponent_after_a_game_with_the_house_has_the_usual_clock() -> None:
    guest = Client()
    table = guest.post("/tables/new/", GIN | {"level": "novice"})["Location"]
    Table.objects.update(status="over")
    guest.post(f"{table}another/")
    assert Seek.objects.get().clock == CLOCKS[USUAL_CLOCK][1]


def test_the_house_is_offered_after_ten_seconds(ann: Client) -> None:
    ann.post("/play/find/", GIN)
    assert "Play the house now" not in tight(ann.get("/play/seeking/").content.decode())
    waited(10)
    page = ann.get("/play/seeking/").content.decode()
    assert "Play the house now" in page
    assert re.findall(r'class="button gold" name="level" value="(\w+)"', page) == ["novice"]
    ann.post("/play/seeking/settle/", {"level": "club"})
    assert Table.objects.get().seats.get(house_level="club")
    assert polled(ann).startswith("/tables/")


def test_an_open_search_is_taken_from_the_list(ann: Client, ben: Client) -> None:
    ann.post("/play/find/", GIN | {"length": "best_of:3"})
    shown = ben.get("/play/open/", headers={"HX-Request": "true"}).content.decode()
    assert "Ann" in shown
    assert "best of 3 games" in shown
    assert "Ann" not in ann.get("/play/open/", headers={"HX-Request": "true"}).content.decode(), (
        "nobody plays against themselves"
    )
    seek = Seek.objects.get()
    ben.post(f"/play/open/{seek.public_id}/")
    assert polled(ben) == polled(ann) != ""
    late = client_of("Cy").post(f"/play/open/{seek.public_id}/", follow=True)
    assert "has found an opponent" in tight(late.content.decode())


def test_whoever_opens_the_list_by_itself_is_led_to_the_page_that_it_is_part_of(ann: Client) -> None:
    assert ann.get("/play/open/").headers["Location"] == "/tables/new/"


def test_a_search_by_days_stands_on_play_until_it_is_withdrawn(ann: Client, ben: Client) -> None:
    ann.post("/play/find/", GIN | {"clock": "day"})
    assert "You can leave this page" in tight(ann.get("/play/seeking/").content.decode())
    waited(3600)
    Seek.objects.update(seen_at=_now() - timedelta(hours=1))
    part = {"HX-Request": "true"}
    assert "Your open challenge" in tight(ann.get("/play/open/", headers=part).content.decode())
    assert "A day for each decision" in tight(ben.get("/play/open/", headers=part).content.decode())
    ann.post("/play/seeking/settle/", {"withdraw": "1"})
    assert not Seek.objects.exists()


def test_who_stops_is_no_longer_listed(ann: Client, ben: Client) -> None:
    ann.post("/play/find/", GIN)
    assert ann.post("/play/seeking/settle/", {"stop": "1"})["Location"] == "/tables/new/"
    assert "Nobody else" in tight(ben.get("/play/open/", headers={"HX-Request": "true"}).content.decode())
    assert ann.get("/play/seeking/")["Location"] == "/tables/new/"


@pytest.mark.parametrize(
    "absurd", [{"rules": "whist"}, {"rules": "cutthroat"}, {"length": "best_of:999"}, {"near": "7"}]
)
def test_absurd_wishes_are_refused_on_the_form(ann: Client, absurd: dict[str, str]) -> None:
    answer = ann.post("/play/find/", GIN | absurd)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert not Seek.objects.exists()


def test_a_rated_search_opens_a_rated_table_and_another_does_not() -> None:
    for is_rated in (True, False):
        for name in ("Dee", "Eve"):
            user = accounts.player_for(name=f"{name} {is_rated}")[0]
            found = seeks.seek(user=user, wish=seeks.WantedGame(rules="oklahoma", is_rated=is_rated), now=_now())
        assert found.table is not None
        assert found.table.settings["rated"] == is_rated


def _now():
    from django.utils import timezone

    return timezone.now()


def test_home_and_play_fetch_ahead_what_a_table_asks_for() -> None:
    guest = Client()
    table = guest.get(guest.post("/tables/new/", GIN | {"level": "novice"})["Location"]).content.decode()
    asked = set(re.findall(r'(?:src|href)="/static/((?:dist|css/table)/[\w-]+\.(?:js|css))"', table))
    for path in ("/", "/tables/new/"):
        ahead = set(re.findall(r'<link rel="later" href="/static/([^"]+)"', guest.get(path).content.decode()))
        assert ahead == asked
