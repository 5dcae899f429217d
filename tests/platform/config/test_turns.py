"""A crowd of visitors: as many pages are made at once as there are connections, and each connection is returned."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import RequestFactory

from config import middleware

MOST, VISITORS = 3, 12


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A pool of three connections; how often one was given back."""
    found: list[bool] = []
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", {"pool": {"max_size": MOST}})
    line = SimpleNamespace(close_if_unusable_or_obsolete=lambda: found.append(True))
    monkeypatch.setattr(middleware, "connection", line)
    return found


def test_a_crowd_waits_for_its_turn_and_everybody_gets_a_page(given_back: list[bool]) -> None:
    """The pages meet in threes: a fourth at once would find no connection."""
    meet, guard, inside = Barrier(MOST, timeout=60), Lock(), []
    most = 0

    def page(_request: Any) -> HttpResponse:
        nonlocal most
        with guard:
            inside.append(True)
            most = max(most, len(inside))
        meet.wait()
        with guard:
            inside.pop()
        return HttpResponse("made")

    turns, request = middleware.Turns(page), RequestFactory().get("/")
    with ThreadPoolExecutor(VISITORS) as crowd:
        answers = list(crowd.map(turns, [request] * VISITORS))
    assert [answer.status_code for answer in answers] == [200] * VISITORS
    assert most == MOST
    assert len(given_back) == VISITORS


def test_a_page_that_fails_gives_turn_and_connection_back(given_back: list[bool]) -> None:
    def page(_request: Any) -> HttpResponse:
        raise LookupError("no such page")

    turns = middleware.Turns(page)
    for _ in range(MOST + 1):
        with pytest.raises(LookupError, match="no such page"):
            turns(RequestFactory().get("/"))
    assert len(given_back) == MOST + 1


def test_where_every_thread_has_a_connection_of_its_own_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES["default"], "OPTIONS", {})
    with pytest.raises(MiddlewareNotUsed):
        middleware.Turns(lambda request: HttpResponse())
