"""How long a live table plays: best of three, a number of deals, three columns, or until time is called."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import selectors as games
from games.live.processes.hub import Hub
from games.live.store import loading
from games.models import Deal, Play, Table
from games.services import tables
from tests.games import sittings
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket, mover, seats

pytestmark = pytest.mark.django_db(transaction=True)
people = sync_to_async(live_tables.users)
fresh = sync_to_async(lambda table: Table.objects.get(pk=table.pk))


@sync_to_async
def opened(target: int = 0, **settings: Any) -> Table:
    """A table without pauses; with a small target a game is one deal or two."""
    sitters = [tables.SeatSpec(live_tables.person("Ann")), tables.SeatSpec(live_tables.person("Ben"))]
    options = {"target": target} if target else {}
    return tables.open_table(
        rules_key="gin-pagat", seats=sitters, options=options, settings={"pace": "fast", **settings},
        now=live_tables.now(),
    )  # fmt: skip


async def sit(table: Table) -> tuple[Socket, Socket]:
    return await seats(table, await people(table), house=True)


async def play(both: tuple[Socket, Socket], until: Any = lambda view: False) -> dict[str, Any]:
    """Play on by the first ending there is, until the table is over or its view is as asked; the view then."""
    await together(both)
    while not both[0].view["over"] and not until(both[0].view):
        now, _other = mover(both)
        if now.view["turn"] is None:
            await now.reach(now.version + 1)
            await together(both)
            continue
        ends = [action for action in now.view["actions"] if action["do"] in ("knock", "gin")]
        goes = [action for action in now.view["actions"] if action["do"] not in ("draw_discard", "take_upcard")]
        answer = await now.command((ends or goes)[0])
        assert answer["k"] == "ack", answer
        await together(both, answer["v"])
    return both[0].view


async def together(both: tuple[Socket, Socket], version: int = 0) -> None:
    """Both have come as far as the further one, or this version: whose turn it is nobody can tell from two."""
    for _twice in range(2):
        for socket in both:
            await socket.reach(max(version, *(one.version for one in both)))


@sync_to_async
def call_now(table: Table) -> None:
    """The minutes of a table are over: its row says so, as after a while."""
    Table.objects.filter(pk=table.pk).update(opened_at=live_tables.now() - timedelta(hours=1))


@pytest.mark.long
async def test_a_match_to_points_goes_on_until_a_side_has_been_credited_them(hub: Hub) -> None:
    """GIN-39: the differences of the games go to the side that they favour; the table says how it stands."""
    table = await opened(target=10, length="match:300")
    both = await sit(table)
    match = (await play(both))["match"]
    won = max(match["credits"], key=match["credits"].get)
    assert match["length"]["kind"] == "match"
    assert match["credits"][won] >= 300 > min(match["credits"].values())
    assert both[0].view["ending"]["winner"] == won
    deals = await sync_to_async(lambda: list(Deal.objects.filter(table=table)))()
    tally = games.tally(await fresh(table), deals)
    assert match["credits"] == {"A": tally.credits[0], "B": tally.credits[1]}, "organisers read it from the deals"


@pytest.mark.long
async def test_a_best_of_three_goes_on_with_a_new_game_until_it_is_decided(hub: Hub) -> None:
    table = await opened(target=10, length="best_of:3")
    both = await sit(table)
    assert both[0].view["match"]["game"] == 1
    second = await play(both, lambda view: view["match"]["game"] == 2)
    assert sum(second["match"]["games"].values()) == 1
    assert second["score"]["points"] == {"A": 0, "B": 0}, "a fresh sheet"
    assert second["deal"] > 1, "deals count on"
    view = await play(both)
    result = (await fresh(table)).result
    assert max(result["games"]) == 2
    assert result["games"][result["winner"]] == 2
    assert sum(result["games"]) in (2, 3)
    assert view["ending"] == {"how": "played", "winner": "AB"[result["winner"]], "loser": None}
    deals = await sync_to_async(lambda: list(Deal.objects.filter(table=table).order_by("number")))()
    assert [deal.number for deal in deals] == list(range(1, result["deals"] + 1))
    assert sum(deal.points for deal in deals) == sum(result["points"])


@pytest.mark.long
async def test_all_three_are_played_where_that_is_set(hub: Hub) -> None:
    table = await opened(target=10, length="best_of:3/all")
    await play(await sit(table))
    assert sum((await fresh(table)).result["games"]) == 3


async def test_who_starts_a_game_up_needs_one(hub: Hub) -> None:
    table = await opened(target=10, length="best_of:3", head_start=[1, 0])
    both = await sit(table)
    assert both[0].view["match"]["games"] == {"A": 1, "B": 0}
    assert both[0].view["match"]["game"] == 2, "game 2 of 3: the first is given"
    await play(both)
    result = (await fresh(table)).result
    assert tuple(result["games"]) in [(2, 0), (2, 1), (1, 2)]
    assert result["games"][result["winner"]] == 2


async def test_so_many_deals_whatever_the_points(hub: Hub) -> None:
    table = await opened(length="deals:3")
    both = await sit(table)
    assert both[0].view["match"]["deal"] == 1
    await play(both)
    result = (await fresh(table)).result
    assert (result["deals"], result["games"]) == (3, [0, 0])
    ahead = None if result["points"][0] == result["points"][1] else int(result["points"][1] > result["points"][0])
    assert result["winner"] == ahead
    assert result["net"][0] == result["points"][0] - result["points"][1]


@pytest.mark.long
async def test_the_best_of_three_deals(hub: Hub) -> None:
    table = await opened(length="best_of:3/deals")
    await play(await sit(table))
    result = (await fresh(table)).result
    assert max(result["deals_won"]) == 2
    assert result["deals_won"][result["winner"]] == 2


@pytest.mark.long
async def test_hollywood_is_three_columns_at_once(hub: Hub) -> None:
    table = await opened(target=10, length="hollywood")
    both = await sit(table)
    assert [column["name"] for column in both[0].view["score"]["columns"]] == ["1", "2", "3"]
    view = await play(both)
    closed = [column["winner"] for column in view["score"]["columns"] if column["over"]]
    assert closed.count(view["ending"]["winner"]) in (2, 3), "HOL-5: two columns win the game; one deal may close both"


async def test_at_the_call_the_deal_is_played_out_and_none_begins(hub: Hub) -> None:
    table = await opened(minutes=30, length="best_of:3")
    both = await sit(table)
    actor = await hub.actor(table.public_id)
    assert actor.call_at is not None
    assert 29 * 60 < actor.call_at - hub.now() <= 30 * 60
    actor.call_at = hub.now()
    event = await both[0].until("ev")
    assert event["ev"] == [{"e": "called"}]
    await both[1].reach(both[0].version)
    assert both[0].view["match"]["called"]
    assert not both[0].view["over"], "the first card was dealt"
    view = await play(both)
    assert view["deal"] == 1
    assert view["ending"]["how"] == "time"
    result = (await fresh(table)).result
    assert result["deals"] == 1
    logged = await sync_to_async(lambda: Play.objects.get(table=table, kind="clock"))()
    assert (logged.action, logged.seat) == ({"do": "call"}, None)
    assert logged.cmd_id.version == 5, "not a client's random one"


async def test_a_call_between_deals_ends_it_level_too(hub: Hub) -> None:
    table = await opened(minutes=30, length="deals:8")
    await call_now(table)
    actor = await hub.actor(table.public_id)
    async with asyncio.timeout(live_tables.PATIENCE_S):
        while not actor.sitting.ending:
            await asyncio.sleep(0.01)
    row = await fresh(table)
    assert (row.status, row.result["how"], row.result["winner"], row.result["deals"]) == ("over", "time", None, 0)


async def test_level_at_the_call_one_more_deal_decides_where_that_is_set(hub: Hub) -> None:
    table = await opened(minutes=30, length="game/more")
    await call_now(table)
    both = await sit(table)
    assert both[0].view["match"]["called"]
    await play(both)
    result = (await fresh(table)).result
    assert result["how"] == "time"
    assert result["winner"] is not None


@pytest.mark.long
async def test_a_call_survives_a_restart_and_is_made_once(hub: Hub) -> None:
    table = await opened(minutes=30, length="best_of:3", target=10)
    both = await sit(table)
    await play(both, lambda view: view["match"]["game"] == 2)
    version = both[0].version
    actor = await hub.actor(table.public_id)
    hub.drop(actor, 1012, "restart")
    await call_now(table)
    again = await hub.actor(table.public_id)
    assert again.sitting.games == actor.sitting.games
    assert again.call_at is not None
    assert again.call_at < hub.now()
    both = await seats(table, await people(table), at_version=version + 1, house=True)
    await play(both)
    calls = await sync_to_async(lambda: Play.objects.filter(table=table, kind="clock").count())()
    assert calls == 1
    row = await fresh(table)
    assert row.result["how"] == "time"
    replayed = await sync_to_async(lambda: loading.load(table.public_id, None).sitting)()
    await sync_to_async(lambda: Table.objects.filter(pk=table.pk).update(snapshot=None))()
    assert await sync_to_async(lambda: loading.load(table.public_id, None).sitting)() == replayed


async def test_nobody_may_call_time_by_a_command(hub: Hub) -> None:
    both = await sit(await opened(minutes=30))
    assert (await both[0].command({"do": "call"}))["code"] == "frame"


@pytest.mark.parametrize(
    "settings",
    [{"length": "best_of:2"}, {"length": "a while"}, {"minutes": 0}, {"minutes": "30"}, {"head_start": [1, 0]},
     {"length": "best_of:3", "head_start": [2, 0]}, {"length": "best_of:3/deals", "head_start": [1, 0]}],
)  # fmt: skip
def test_lengths_that_no_table_has(settings: dict[str, Any], transactional_db: None) -> None:
    with pytest.raises(tables.BadTable):
        live_tables.open_table(**settings)


@pytest.mark.parametrize("length", ["deals:2", "best_of:3/deals"])
def test_conquian_by_deals_is_game_after_game(length: str, transactional_db: None) -> None:
    """Its games have no target to lie beyond: each deal is one."""
    table = sittings.play_out(live_tables.open_table(rules="conquian", length=length), seed=7)
    assert table.result["how"] == "played"
    if length == "deals:2":
        assert table.result["deals"] == 2
    else:
        assert max(table.result["deals_won"]) == 2
