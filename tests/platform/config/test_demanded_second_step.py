"""A second step that the site demands: of officials wherever they act as such, or of everybody at every door."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings
from django.utils import timezone

from accounts import services as accounts
from accounts.api_tokens import services as tokens
from accounts.models import User
from clubs import services as clubs
from clubs.models import Club
from config.environment import variables
from tests.markup import tight
from tests.platform.config.test_asgi_doors import OURS, first_answer
from tests.platform.config.test_staff_doors import addresses, signed_in
from tests.proving import prove, proved
from tournaments.event.services import creating
from tournaments.models import Tournament

PASSWORD, JSON = "correct horse 9", {"content_type": "application/json"}
NAME, BEFORE = "UNDERCUT_SECOND_FACTOR", "UNDERCUT_STAFF_SECOND_FACTOR"
database = pytest.mark.django_db


@pytest.fixture
def olga(db: None) -> User:
    return accounts.official(username="olga", name="Olga", email="", password=PASSWORD)


@pytest.fixture
def event(olga: User) -> Tournament:
    club = clubs.create_club(name="Cards", organiser=olga)
    return creating.create_tournament(
        club=club, name="Tuesday", by=olga, now=timezone.now(), mode="in_person", rounds=3, variant="gin-rummy-com"
    )


@pytest.mark.parametrize(
    ("said", "whom"),
    [({}, "nobody"), ({NAME: "officials"}, "officials"), ({BEFORE: "1"}, "staff"), ({BEFORE: "0"}, "nobody")],
)
def test_the_setting_names_whom_and_the_old_one_is_understood(said, whom, monkeypatch) -> None:
    for name in (NAME, BEFORE):
        monkeypatch.delenv(name, raising=False)
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    assert variables.second_factor(NAME, before=BEFORE) == whom


@pytest.mark.parametrize("said", [{NAME: "everyone"}, {NAME: "1"}, {NAME: "staff", BEFORE: "1"}, {BEFORE: "everybody"}])
def test_what_is_no_such_value_is_refused_in_a_sentence(said, monkeypatch) -> None:
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match="SECOND_FACTOR"):
        variables.second_factor(NAME, before=BEFORE)


def test_an_official_without_one_acts_as_a_player_at_every_door(olga: User, event: Tournament, settings) -> None:
    ann = accounts.official(username="ann", name="Ann", email="", password=PASSWORD)
    clubs.add_member(club=event.club, user=ann, by=ann)
    anybody = signed_in(ann)
    _row, text = tokens.make(
        user=olga, label="bot", scopes=["organise"], days=1, proof=proved(olga), now=timezone.now()
    )
    program, official = Client(headers={"Authorization": f"Bearer {text}"}), signed_in(olga)
    where = addresses(event.club.slug, event.slug)
    shut = [one for one in where if anybody.get(one).status_code >= 300]
    is_open = [one for one in shut if official.get(one).status_code < 300]
    assert f"/o/{event.slug}/" in is_open
    settings.SECOND_FACTOR = "officials"
    assert [one for one in is_open if official.get(one).status_code < 300] == []
    assert "Officials need a second step" in tight(official.get(f"/o/{event.slug}/").content.decode())
    asked = {"name": "Night", "variant": "gin-rummy-com", "club": event.club.slug}
    for client in (official, program):
        assert client.post("/api/v1/tournaments/", asked, **JSON).status_code in (403, 404)
        assert client.post(f"/api/v1/clubs/{event.club.slug}/members", {"name": "Ben"}, **JSON).status_code == 403
    assert "set up a second step" in tight(official.get("/me/").content.decode()), "also for who has put it off"
    TOTP.activate(olga, "JBSWY3DPEHPK3PXP")
    assert [one for one in is_open if official.get(one).status_code >= 300] == []
    assert program.post("/api/v1/tournaments/", asked, **JSON).status_code == 201


LEADS_THERE = {  # open to who is signed in without a second step
    "/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/", "/accounts/2fa/authenticate/",
    "/accounts/2fa/reauthenticate/", "/accounts/2fa/webauthn/reauthenticate/", "/accounts/reauthenticate/",
    "/accounts/password/change/", "/accounts/password/set/", "/accounts/password/reset/",
    "/accounts/password/reset/done/", "/accounts/password/reset/key/done/", "/accounts/confirm-email/",
    "/accounts/login/", "/accounts/signup/", "/accounts/inactive/", "/livez", "/readyz",
}  # fmt: skip


def test_of_everybody_nothing_else_is_open_without_one(olga: User, event: Tournament, settings) -> None:
    _row, text = tokens.make(user=olga, label="bot", scopes=[], days=1, proof=proved(olga), now=timezone.now())
    browser, program = signed_in(olga), Client(headers={"Authorization": f"Bearer {text}"})
    prove(browser)
    settings.SECOND_FACTOR = "everybody"
    asked = {where: browser.get(where).status_code for where in addresses(event.club.slug, event.slug)}
    assert {where for where, status in asked.items() if status < 300} - LEADS_THERE == set()
    assert {status for where, status in asked.items() if where.startswith("/api/")} == {403}
    page = browser.get("/", follow=True)
    assert page.redirect_chain[-1][0] == "/accounts/2fa/"
    assert "asks everybody for a second step" in tight(page.content.decode())
    assert browser.post("/accounts/tokens/", {"label": "bot", "days": "30"})["Location"] == "/accounts/2fa/"
    assert browser.post("/api/v1/clubs/", {"name": "New"}, **JSON).json()["type"] == "second_step_missing"
    assert program.get("/api/v1/clubs/").json()["type"] == "second_step_missing"
    assert Client().get("/").status_code == 200, "who is not signed in sees what visitors see"
    assert Club.objects.count() == 1
    TOTP.activate(olga, "JBSWY3DPEHPK3PXP")
    assert (browser.get("/").status_code, program.get("/api/v1/clubs/").status_code) == (200, 200)


@pytest.mark.django_db(transaction=True)
@override_settings(SITE_ORIGINS=[OURS], SECOND_FACTOR="everybody")
async def test_of_everybody_no_socket_is_open_without_one(olga: User) -> None:
    client = Client()
    await client.aforce_login(olga)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    refused = await first_answer([OURS], cookie=cookie)
    assert (refused["type"], refused.get("reason")) == ("websocket.close", "second step")
