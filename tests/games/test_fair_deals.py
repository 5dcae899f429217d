"""The page about all deals: counted once a night, and shown as counted."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from duework import services as duework
from games.models import DealSecret, Play, ShuffleFigures, ShuffleMonth, Table
from games.services import fair_deals
from tests.games import sittings
from tests.games.live import live_tables
from tests.markup import tight

pytestmark = pytest.mark.django_db(transaction=True)


def page(client: Client) -> str:
    return tight(client.get(reverse("games:fair-deals")).content.decode())


def test_before_the_first_night_it_says_so(client: Client) -> None:
    assert "Nothing is counted yet" in page(client)
    assert client.get(reverse("api:api-fair-deals")).status_code == 404


def test_deals_are_counted_once_their_sitting_is_over(client: Client) -> None:
    sittings.play_out(live_tables.open_table(rules="gin-rummy-com", options=live_tables.LONG), deals=3)
    live_tables.open_table()
    made = fair_deals.count_fair_deals(now=live_tables.now())
    figures = made.figures
    assert figures["modes"] == {"server": figures["deals"]}
    assert figures["deals"] == 3
    assert figures["attempts"] == 4  # the drawing for the first deal is a shuffle, too
    assert figures["aborted"] == {"asked": 0, "ended": 0, "ruled": 0, "server": 0, "players": []}
    [spread] = figures["spread"]
    assert (spread["decks"], spread["freedom"]) == (4, 51 * 51)
    assert abs(spread["z"]) < 8, "four decks tell little"
    [game] = figures["rates"]
    assert (game["rules"], game["deals"]) == ("gin-rummy-com", 3)
    shown = page(client)
    assert "How deals end" in shown
    assert "Nothing is counted" not in shown
    here = re.findall(r'<a [^>]*aria-current="page"[^>]*>([^<]*)', shown)
    assert here == ["Deals"], "the page belongs to the archive"
    assert client.get(reverse("api:api-fair-deals")).json()["deals"] == 3


def test_the_players_part_and_what_came_to_nothing_are_counted(client: Client) -> None:
    table = live_tables.open_table(shuffle="players")
    sittings.play_out(table, deals=1)
    row: dict[str, Any] = DealSecret.objects.filter(table=table, deal=1).values().get()
    DealSecret.objects.create(**row | {"id": None, "deal": 2, "attempt": 1})  # bound, and the sitting ended
    ann = table.seats.get(seat=0).user
    Play.objects.create(table=table, seq=10_000, cmd_id="0" * 32, seat=0, action={"do": "lost", "seat": "A"}, by=ann,
                        at=live_tables.now())  # fmt: skip
    figures = fair_deals.count_fair_deals(now=live_tables.now()).figures
    assert figures["modes"] == {"players": 1}
    assert figures["aborted"]["ended"] == 1
    assert figures["aborted"]["players"] == [{"player": ann.public_id, "name": str(ann), "asked": 1}]
    assert str(ann) in page(client)


def test_the_night_counts_once() -> None:
    now = live_tables.now()
    duework.plan(key="games.fair_deals:x", kind="games.fair_deals", due_at=now)
    assert duework.sweep(now=now) == 1
    assert duework.sweep(now=now) == 0
    assert ShuffleFigures.objects.get().figures["deals"] == 0


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables whose shuffles were counted since it was last emptied."""
    rows, count = list[int](), fair_deals._counted

    def noting(table: Table, twice: set[int]) -> Any:
        rows.append(table.pk)
        return count(table, twice)

    monkeypatch.setattr(fair_deals, "_counted", noting)
    return rows


def ended(seed: int, month: int, **more: Any) -> Table:
    table = sittings.play_out(live_tables.open_table(**more), seed=seed, deals=1)
    Table.objects.filter(pk=table.pk).update(finished_at=datetime(2026, month, 1 + seed, tzinfo=UTC))
    return table


def figures(day: int) -> Any:
    return fair_deals.count_fair_deals(now=datetime(2027, 1, day, tzinfo=UTC)).figures


def from_nothing(day: int) -> Any:
    ShuffleMonth.objects.all().delete()
    return figures(day)


def test_a_night_counts_what_its_day_brought(counted: list[int]) -> None:
    first = [ended(1, 1).pk, ended(2, 2, shuffle="players").pk]
    figures(1)
    assert counted == first
    counted.clear()
    assert figures(2) == figures(3)
    assert counted == []
    new = [ended(3, 2).pk, ended(4, 3).pk]
    after = figures(4)
    assert counted == new
    assert after["deals"] == 4
    assert after == from_nothing(5)
    assert [one.month for one in ShuffleMonth.objects.order_by("month")] == ["2026-01", "2026-02", "2026-03"]


@pytest.mark.parametrize(
    "change",
    [
        lambda table: Table.objects.filter(pk=table.pk).update(is_held=True),
        lambda table: table.deals.all().delete(),
        lambda table: Table.objects.filter(pk=table.pk).update(finished_at=datetime(2026, 5, 1, tzinfo=UTC)),
        lambda table: table.secrets.filter(deal=0).delete(),
    ],
)
def test_a_month_in_which_something_changed_is_counted_anew(change: Any) -> None:
    table, _ = ended(1, 1), ended(2, 1)
    figures(1)
    change(table)
    assert figures(2) == from_nothing(3)


def test_a_deck_of_tables_in_two_months_counts_once(counted: list[int]) -> None:
    tables = [ended(1, 1), ended(2, 2)]
    row: dict[str, Any] = DealSecret.objects.filter(table=tables[0], deal=1).values().get()
    given = {key: row[key] for key in ("ctx", "sealed", "commitment")} | {"dealer": 0}
    DealSecret.objects.filter(deal=1).update(**given)
    before = figures(1)
    assert (before["deals"], before["attempts"]) == (1, 3), "with two drawings for the first deal"
    Table.objects.filter(pk=tables[0].pk).update(is_held=True)
    assert figures(2)["attempts"] == 2, "February counts it now"
    assert figures(3) == from_nothing(4)
