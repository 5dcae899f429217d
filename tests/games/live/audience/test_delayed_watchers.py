"""A table with a delay, at every door: sockets, pages, lists, the chain, after a restart and in a crowd."""

import json
import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.live import wire
from games.live.processes.hub import Hub
from games.live.shuffle import chains
from games.live.store import loading
from games.live.table import public
from games.models import Deal, Play, Table
from games.services.tables import BadTable, Refused, act
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, seats
from tests.games.live.table.test_table_socket import held, play_a_deal, refused

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
DEALT = 2
LATER = {"moves": "moves:3", "deals": "deals"}


@sync_to_async
def later(delay: str) -> tuple[Table, list[User]]:
    table = live_tables.open_table(delay=delay, tournament="e-9")
    return table, live_tables.users(table)


async def moves(both: tuple[Socket, ...], count: int) -> None:
    """So many quiet moves of whoever is on move."""
    for _ in range(count):
        now, other = mover(both)
        quiet = [one for one in now.view["actions"] if one["do"] in ("pass_upcard", "draw_stock", "discard")]
        answer = await now.command(quiet[0])
        assert answer["k"] == "ack"
        await now.reach(answer["v"])
        await other.reach(answer["v"])


@sync_to_async
def page(address: str, user: User | None = None) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(address)


async def page_version(table: Table, user: User | None = None) -> int:
    found = await page(f"/tables/{table.public_id}/", user)
    return int(found.context["snapshot"]["v"])


async def test_a_watcher_comes_asks_again_and_comes_back_to_the_version_of_three_moves_ago(hub: Hub) -> None:
    table, who = await later("moves:3")
    both = await seats(table, who, house=True)
    watcher = await Socket(table).open()
    assert (await watcher.until("hello"))["v"] == 0
    await watcher.until("sync")
    await moves(both, 2)
    assert await page_version(table) == 0, "nothing until three moves are made"
    await moves(both, 1)
    assert [(await watcher.until("resume"))["v"], watcher.version] == [DEALT, DEALT]
    assert watcher.view["hand"] is None
    await moves(both, 2)
    await watcher.reach(DEALT + 2)
    await watcher.send({"k": "sync", "since": DEALT})
    assert (await watcher.until("resume"))["from"] == DEALT + 1
    await watcher.send({"k": "sync", "since": DEALT + 2})
    assert (await watcher.until("hello"))["v"] == DEALT + 2
    back = await Socket(table, since=DEALT + 1).open()
    assert [(await back.read())["v"], (await back.read())["k"], back.version] == [DEALT + 2, "resume", DEALT + 2]
    assert back.view == watcher.view
    assert await page_version(table) == DEALT + 2
    assert await page_version(table, who[0]) == DEALT + 5
    assert not [frame for frame in watcher.frames + back.frames if frame["k"] in ("pres", "next")]


async def test_whatever_a_watcher_sends_says_nothing_of_now(hub: Hub) -> None:
    """No command, no malformed frame and no call of the API tells a stranger the version, or who is on move."""
    table, who = await later("moves:3")
    both = await seats(table, who, house=True)
    await moves(both, 4)
    watcher = await (await Socket(table).open()).arrived(DEALT + 1)
    for v in (0, DEALT + 4, DEALT + 9):
        assert await watcher.command({"do": "draw_stock"}, v=v) == {
            "k": "no", "id": watcher.frames[-1]["id"], "code": "role", "v": DEALT + 1,
        }  # fmt: skip
    await watcher.say("nonsense")
    assert (await watcher.until("no"))["v"] == DEALT + 1
    stranger = await sync_to_async(live_tables.person)()
    with pytest.raises(Refused) as refused:
        await sync_to_async(act)(
            table=table, cmd_id=uuid.uuid4(), seen=1, action={"do": "draw_stock"}, by=stranger, now=live_tables.now()
        )
    assert (refused.value.code, refused.value.version) == ("role", 1)
    assert json.loads((await page(f"/api/v1/tables/{table.public_id}/")).content)["version"] is None


@pytest.mark.parametrize("delay", ["moves:3", "deals"])
async def test_after_a_restart_watchers_stand_where_they_stood(transactional_db: None, delay: str) -> None:
    table, who = await later(delay)
    first = Hub(forgiving_s=0)
    await first.start()
    both = await seats(table, who, house=True)
    await moves(both, 20)
    before = await (await Socket(table).open()).arrived(DEALT + 17 if delay == "moves:3" else 1)
    await first.stop()
    second = Hub(forgiving_s=0)
    await second.start()
    after = await (await Socket(table, since=before.version - 1).open()).arrived(before.version)
    assert after.view == before.view
    again = await seats(table, who, at_version=DEALT + 20, house=True)
    await moves(again, 1)
    assert after.version == before.version
    if delay == "moves:3":
        await after.reach(before.version + 1)
    await second.stop()


async def test_by_whole_deals_a_deal_comes_when_it_is_over_and_the_end_at_once(hub: Hub) -> None:
    table, who = await later("deals")
    both = await seats(table, who, house=True)
    watcher = await (await Socket(table).open()).arrived(DEALT - 1)
    await moves(both, 6)
    assert await both[0].command({"do": "resign"})
    frame = await watcher.until("resume")
    assert (frame["from"], frame["v"]) == (DEALT, DEALT + 7)
    assert frame["view"]["over"]
    assert [len(seen) for seen in frame["ev"]] == [1] * 8
    assert (await watcher.read())["code"] == wire.OVER


async def test_a_crowd_gets_the_public_view_made_anew_every_few_seconds(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds no room at the socket hears "full", and the page asks for what watchers see, as plain JSON."""
    monkeypatch.setattr(wire, "MOST_SPECTATORS", 1)
    table, who = await later("moves:3")
    both = await seats(table, who, house=True)
    await moves(both, 5)
    watcher = await (await Socket(table).open()).arrived(DEALT + 2)
    crowded = await Socket(table).open()
    assert (await crowded.read())["reason"] == "full"
    address = f"/tables/{table.public_id}.json"
    found = await page(address)
    assert found["Cache-Control"] == "public, max-age=5"
    frame = json.loads(found.content)
    assert (frame["v"], frame["view"]) == (DEALT + 2, watcher.view)
    assert await sync_to_async(cache.touch)(f"table-public:{table.public_id}", 600), "its seconds are not over yet"
    await moves(both, 1)
    assert json.loads((await page(address, who[0])).content) == frame, "kept, and for a seat no other"
    await sync_to_async(cache.clear)()
    assert json.loads((await page(address)).content)["v"] == DEALT + 3


async def test_nobody_polls_a_table_that_is_not_shown(hub: Hub) -> None:
    hidden = await sync_to_async(live_tables.open_table)(spectators=False)
    assert (await page(f"/tables/{hidden.public_id}.json")).status_code == 404
    assert (await page("/tables/nowhere.json")).status_code == 404


@pytest.mark.parametrize(("delay", "when"), [("none", 0), ("deals", 0), ("moves:3", 3)])
async def test_lists_and_the_chain_count_a_deal_when_watchers_have_seen_it(hub: Hub, delay: str, when: int) -> None:
    table, who = await later(delay)
    both = await seats(table, who, house=True)
    await both[0].until("ev") if both[0].version < DEALT else None
    while both[0].view["deal"] == 1:
        now, other = mover(both)
        ends = [one for one in now.view["actions"] if one["do"] in ("knock", "gin", "finish")]
        goes = [one for one in now.view["actions"] if one["do"] not in ("draw_discard", "take_upcard", "lay_off")]
        answer = await now.command((ends or goes)[0])
        for socket in (now, other):
            await socket.reach(answer["v"])
        if now.view["phase"] == "done":
            for socket in both:
                await socket.reach(answer["v"] + 1)
    for made in range(when + 1):
        is_told = made >= when
        assert await counted(table) == is_told
        assert await shown_links(table) == [0, 1, *([2] if is_told else [])]
        if not is_told:
            await moves(both, 1)


@sync_to_async
def counted(table: Table) -> bool:
    assert Deal.objects.filter(table=table).exists()
    return public.deals([table.public_id]).exists()


@sync_to_async
def shown_links(table: Table) -> list[int]:
    chains.link()
    rows = public.chain_links("e-9")
    assert len({row["head"] for row in rows}) == 3, "the chain itself goes on"
    return [json.loads(row["ctx"])["deal"] for row in rows if row["ctx"] and row["commitment"]]


async def test_who_plays_a_deck_elsewhere_finds_every_door_of_a_table_that_plays_it_closed(hub: Hub) -> None:
    """A player of a duplicate deck sees no other table that plays it: socket, page, public view, list, archive."""
    table, elsewhere = await held(), await held()
    both = await seats(table, await people(table), at_version=1, house=True)
    await play_a_deal(both)
    rival = (await people(elsewhere))[0]
    assert await refused(table, rival)
    for address in ("/tables/{}/", "/tables/{}.json", "/api/v1/tables/{}/log"):
        assert (await page(address.format(table.public_id), rival)).status_code == 404
    assert json.loads((await page(f"/api/v1/tables/{table.public_id}/", rival)).content)["result"] is None
    assert json.loads((await page("/api/v1/deals/", rival)).content)["results"] == []
    assert (await page(f"/tables/{elsewhere.public_id}/", rival)).status_code == 200


def test_a_delay_that_there_is_not_opens_no_table(db: None) -> None:
    with pytest.raises(BadTable, match="Allowed here: none, deals, open:deals, moves:1"):
        live_tables.open_table(delay="moves:99")
    assert not Play.objects.exists()


async def test_who_sits_at_a_table_is_never_its_watcher(hub: Hub) -> None:
    """One role per user and table: a second tab of a player has the seat's view, and so has their page."""
    table, who = await later("moves:3")
    both = await seats(table, who, house=True)
    await moves(both, 2)
    tab = await Socket(table, user=who[0]).open()
    assert (await tab.until("hello"))["role"] == "A"
    await tab.reach(DEALT + 2)
    assert tab.view["hand"] == both[0].view["hand"]


class SixMinutesLater(datetime):
    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.now(tz) + timedelta(minutes=6)


async def test_open_hands_come_later_by_every_door_and_never_to_who_plays(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, who = await later("open:5")
    both = await seats(table, who, house=True)
    await moves(both, 4)
    address = f"/tables/{table.public_id}.json"
    assert json.loads((await page(address)).content)["v"] == 0
    monkeypatch.setattr(loading, "datetime", SixMinutesLater)
    await sync_to_async(cache.clear)()
    found = await page(address)
    frame = json.loads(found.content)
    assert (frame["v"], sorted(frame["view"]["hands"])) == (DEALT + 4, ["A", "B"])
    assert found["Cache-Control"] == "private, max-age=5"
    assert (await page(address, who[0])).status_code == 404
    stranger = await sync_to_async(live_tables.person)()
    assert (await page(address, stranger)).status_code == 200
    own = (await page(f"/tables/{table.public_id}/", who[1])).context["snapshot"]
    assert (own["v"], "hands" in own["view"]) == (DEALT + 4, False)
    tab = await (await Socket(table, user=who[0]).open()).arrived(DEALT + 4)
    assert "hands" not in tab.view


def test_hands_are_open_while_a_deal_is_played_only_in_tournaments(db: None) -> None:
    with pytest.raises(BadTable, match="Only tables of a tournament"):
        live_tables.open_table(delay="open:5")
    assert live_tables.open_table(delay="open:deals").settings["delay"] == "open:deals"
