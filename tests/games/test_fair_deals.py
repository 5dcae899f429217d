"""The page about all deals: counted once a night, and shown as counted."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from duework import services as duework
from games.models import DealSecret, Play, ShuffleFigures
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
