"""Tables to watch: on Play the hottest ones, on home the first of them as watchers see it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from doors.caching import versioned
from games.models import Deal, Gathering, Play, Table
from games.services import tables
from pages.selectors import watched_tables
from tests.games import sittings
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db
LIVELY = {"rules_key": "gin-rummy-com"}


def opened(*names: str, **more: Any) -> Table:
    """A casual table of two people, as a search opens it."""
    seats = [tables.SeatSpec(live_tables.person(name)) for name in names]
    settings = {"pace": "fast", **more.pop("settings", {})}
    return tables.open_table(**LIVELY, seats=seats, label=" – ".join(names), settings=settings, now=timezone.now())


def listed(client: Client) -> list[str]:
    return [one.public_id for one in client.get("/play/watch/").context["tables"]]


def test_casual_tables_with_people_are_worth_watching_the_hottest_first(client: Client) -> None:
    cold, hot = opened("Ann", "Ben"), opened("Cy", "Dee", settings={"event": "/arenas/abc/"})
    Deal.objects.create(
        table=hot, number=1, dealer=0, first_seq=0, last_seq=1, type="knock", winner=0, points=40, entry={},
        finished_at=timezone.now(),
    )  # fmt: skip
    assert listed(client) == [hot.public_id, cold.public_id]
    page = client.get("/play/watch/").content.decode()
    assert "Cy – Dee" in page
    assert 'href="/arenas/abc/"' in page
    assert "40 – 0" in page


def test_a_casual_table_that_nobody_may_or_cares_to_watch_is_not_listed(client: Client) -> None:
    opened("Ann", "Ben", settings={"spectators": False})
    tables.open_practice(user=live_tables.person("Cy"), rules_key="gin-rummy-com", level="novice", now=timezone.now())
    private, by_days, idle = opened("Dee", "Eve"), opened("Fay", "Gus"), opened("Hal", "Ida")
    Gathering.objects.create(
        table=private, by=private.seats.first().user, rules=private.rules, pace="people", level="novice",
        opened_at=timezone.now(),
    )  # fmt: skip
    Table.objects.filter(pk=by_days.pk).update(settings=by_days.settings | {"by_days": True})
    before = timezone.now() - timedelta(minutes=6)
    Table.objects.filter(pk=idle.pk).update(opened_at=before)
    Play.objects.filter(table=idle).update(at=before)
    assert listed(client) == []


def test_more_tables_to_watch_cost_no_more_queries(client: Client, django_assert_max_num_queries) -> None:
    opened("Ann", "Ben")
    with django_assert_max_num_queries(40) as few:
        listed(client)
    for number in range(6):
        opened(f"Cy {number}", f"Dee {number}")
    with django_assert_max_num_queries(len(few.captured_queries)):
        assert len(listed(client)) == watched_tables.HOTTEST


@pytest.mark.django_db(transaction=True)
def test_home_draws_the_hottest_table_as_watchers_see_it(client: Client) -> None:
    assert "show-table" not in client.get("/").content.decode()
    versioned.forget()
    table = opened("Ann", "Ben", settings={"shuffle": "server"})
    sittings.deal(table)
    page = client.get("/").content.decode()
    assert f'href="/tables/{table.public_id}/"' in page
    assert page.count("card-back") == 21, "two hands and the stock"
    assert "Stock 31" in page
    assert page.count("to move") == 1
    part = client.get("/tonight/board/", headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith("<a")


def test_home_draws_no_table_that_its_visitors_may_not_watch(client: Client) -> None:
    opened("Ann", "Ben", settings={"spectators": False})
    assert "show-table" not in client.get("/").content.decode()
