"""Limits of expensive requests: 429 with a sentence and the time to wait; a hall behind one address does not meet
them."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from clubs.models import Club
from doors import tries
from doors.limits import Limit, NewClubs, NewTournaments, Searches

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client):
    user = accounts.official(username="ana", name="Ana", email="ana@example.org", password="correct horse battery")
    client.force_login(user)
    return user


def most(limit: type[Limit], rate: str) -> int:
    return limit().parse_rate(rate)[0]


def found(client, n: int, by_api: bool) -> int:
    if by_api:
        return client.post("/api/v1/clubs/", {"name": f"Club {n}"}, content_type="application/json").status_code
    return client.post(reverse("pages:club_new"), {"name": f"Club {n}", "zone": "UTC"}).status_code


def test_clubs_are_founded_by_the_dozen_on_no_page_and_not_by_the_api(client, ana):
    limit = most(NewClubs, NewClubs.rate)
    statuses = {found(client, n, by_api=n % 2 == 0) for n in range(limit)}
    assert statuses <= {201, 302}
    page = client.post(reverse("pages:club_new"), {"name": "One more", "zone": "UTC"})
    assert (page.status_code, int(page["Retry-After"]) > 0) == (429, True)
    assert "Try again in" in page.content.decode()
    said = client.post("/api/v1/clubs/", {"name": "And one"}, content_type="application/json")
    assert (said.status_code, int(said["Retry-After"]) > 0) == (429, True)
    assert "try again in" in said.json()["detail"]
    assert Club.objects.count() == limit
    assert client.get(reverse("pages:club_new")).status_code == 200, "reading is free"


def test_tournaments_too(client, ana):
    club = clubs.create_club(name="Tuesday Knockers", organiser=ana)
    form = {"club": club.slug, "name": "Open", "variant": "gin-rummy-com"}
    for _ in range(most(NewTournaments, NewTournaments.rate)):
        client.post("/api/v1/tournaments/", {"club": club.slug}, content_type="application/json")
    assert client.post("/api/v1/tournaments/", form, content_type="application/json").status_code == 429
    assert client.post(reverse("tournaments:new"), form).status_code == 429
    assert client.get("/api/v1/tournaments/").status_code == 200


def test_searches_are_limited_by_account_and_a_hall_has_room(client, ana):
    own = most(Searches, Searches.rate)
    pages = ("/archive/", "/api/v1/deals/", "/archive/deals.jsonl")
    statuses = [client.get(pages[n % 3]).status_code for n in range(own + 1)]
    assert (set(statuses[:own]), statuses[own]) == ({200}, 429)
    client.logout()
    assert client.get("/archive/").status_code == 200, "others behind the same address"
    assert most(Searches, Searches.rate_of_address) >= 100 * 5, "a hundred phones, five searches a minute"


def test_a_wrong_try_as_the_ten_minutes_end_is_no_fault(rf, monkeypatch):
    """The count is there when it is looked for, and gone when it is raised."""
    request = rf.get("/", REMOTE_ADDR="192.0.2.7")
    request.user = AnonymousUser()
    monkeypatch.setattr(cache, "add", lambda *facts: False)
    tries.note_wrong(request, "slip", "4")
    assert not tries.are_too_many(request, "slip", "4")
