"""Limits of expensive requests: 429 with a sentence and the time to wait; a hall behind one address does not reach
them."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import RequestFactory

from accounts import services as accounts
from doors import tries
from doors.limits import Limit, Searches

pytestmark = pytest.mark.django_db
READ_ONLY = {"Searches", "Hints", "Feeds"}


@pytest.fixture
def ana(client):
    user = accounts.official(username="ana", name="Ana", email="ana@example.org", password="correct horse battery")
    client.force_login(user)
    return user


def most(limit: type[Limit], rate: str) -> int:
    return limit().parse_rate(rate)[0]


def test_no_limit_of_a_door_guards_an_act() -> None:
    """Doors limit reading alone; what is kept or sent is limited by its act, which all doors pass."""
    for top in ("platform", "games", "tournaments", "ratings"):
        for path in (Path(settings.BASE_DIR) / top).rglob("*.py"):
            for line in path.read_text().splitlines():
                name = re.search(r"(?:throttle_classes\s*=\s*[\[(]|@limited\()(\w+)", line)
                assert name is None or name[1] in READ_ONLY, f"{path}: {line.strip()}"
    for limit in Limit.__subclasses__():
        assert limit.allow_request is Limit.allow_request
    request = RequestFactory().post("/")
    request.user = AnonymousUser()
    assert all(limit().allow_request(request) for limit in Limit.__subclasses__() for _ in range(1000))


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
