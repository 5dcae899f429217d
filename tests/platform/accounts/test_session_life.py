"""A login ends when nobody was here for so long, and so many days after signing in, however much it is used."""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.live.processes import logins
from tests.markup import tight

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse 9"


class Clock:
    """The time of the site, which stands until it is moved."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def go(self, **by: float) -> datetime:
        self.now += timedelta(**by)
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def ann() -> User:
    return accounts.official(username="ann", name="Ann", email="", password=PASSWORD)


@pytest.fixture
def client(ann: User, clock: Clock) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def use_until(client: Client, clock: Clock, days: int) -> None:
    """Use it every ten days."""
    for _ in range(days // 10):
        clock.go(days=10)
        assert is_in(client)


def test_one_that_is_used_all_the_time_ends_after_ninety_days_with_its_sockets(
    client: Client, clock: Clock, ann: User
) -> None:
    use_until(client, clock, 80)
    login = ann.pk, client.session.session_key
    assert logins.ended({login}, clock.go(days=9.9)) == set()
    assert is_in(client)
    assert logins.ended({login}, clock.go(days=0.2)) == {login}, "those at a table are sent away"
    page = client.get("/me/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/accounts/login/")
    assert "You signed in more than 90 days ago: sign in once more." in tight(page.content.decode())
    client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    use_until(client, clock, 80)


def test_the_api_knows_nobody_by_it_any_more(client: Client, clock: Clock) -> None:
    clubs = {"data": {"name": "Late"}, "content_type": "application/json"}
    use_until(client, clock, 80)
    clock.go(days=10.1)
    assert client.post("/api/v1/clubs/", **clubs).status_code == 403


def test_signing_in_once_more_begins_anew_and_a_new_password_does_not(client: Client, clock: Clock) -> None:
    use_until(client, clock, 80)
    fresh = {"oldpassword": PASSWORD, "password1": "another horse 9", "password2": "another horse 9"}
    assert client.post("/accounts/password/change/", fresh).status_code == 302
    clock.go(days=10.1)
    assert not is_in(client)


def test_fourteen_days_without_a_visit_end_it_sooner(client: Client, clock: Clock) -> None:
    clock.go(days=14.1)
    said = client.get("/me/", follow=True).content.decode()
    assert "You were not here for 14 days: sign in once more." in said


def test_a_site_may_choose_other_days(client: Client, clock: Clock, settings) -> None:
    settings.SESSION_MOST_DAYS = 3
    clock.go(days=1)
    assert is_in(client)
    clock.go(days=2.1)
    assert not is_in(client)


def test_a_guest_and_a_visitor_are_told_nothing(clock: Clock) -> None:
    visitor = Client()
    visitor.cookies["sessionid"] = "x" * 32
    assert "sign in once more" not in tight(visitor.get("/me/", follow=True).content.decode())
    assert not Session.objects.exists()
