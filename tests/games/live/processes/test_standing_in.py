"""A process stands in for its neighbour: it takes the shard of one that is gone, and gives it back to one that has
come. Their locks are PostgreSQL's."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections

from games.live.processes import shards
from games.live.processes.hub import Hub
from games.live.processes.shards import Keeper
from games.live.store import loading
from games.models import Play, Table
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="a site on SQLite has one process"),
]
BOUND_S = 30.0  # never a wait


@pytest.fixture(autouse=True)
def two_shards(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIVE_SHARDS = 2
    monkeypatch.setattr(shards, "PATIENCE_S", 1.0)


@asynccontextmanager
async def process_of(shard: int) -> AsyncIterator[Keeper]:
    """A table process of this shard, to its end."""
    keeper = Keeper(Hub(shard, forgiving_s=0))
    await keeper.start()
    try:
        yield keeper
    finally:
        await keeper.leave()
        await sync_to_async(connections.close_all)()


async def until(is_so: Callable[[], bool | Awaitable[bool]]) -> None:
    async with asyncio.timeout(BOUND_S):
        while not (found if isinstance(found := is_so(), bool) else await found):
            await asyncio.sleep(0.02)


@sync_to_async
def table_of(shard: int) -> Table:
    """A new table of this shard."""
    while True:
        table = live_tables.open_table()
        if loading.shard_of(table.public_id) == shard:
            return table


@sync_to_async
def owner_of(table: Table) -> str | None:
    return Table.objects.get(pk=table.pk).owner


@sync_to_async
def log_of(table: Table) -> list[int]:
    return list(Play.objects.filter(table=table).order_by("seq").values_list("seq", flat=True))


async def test_players_of_a_process_that_stops_play_on_at_its_neighbour_and_come_back() -> None:
    async with process_of(0) as first:
        async with process_of(1) as second:
            await until(lambda: second.hub.names.keys() == {1})
            table = await table_of(1)
            everybody = await sync_to_async(live_tables.users)(table)
            await second.hub.actor(table.public_id)
            assert await owner_of(table) == second.hub.name
            assert first.hub.names.keys() == {0}
        await until(lambda: first.hub.names.keys() == {0, 1})
        mover, other = live_tables.mover(await live_tables.seats(table, everybody))
        assert (await mover.command({"do": "pass_upcard"}))["k"] == "ack"
        assert await owner_of(table) == first.hub.names[1]
        async with process_of(1) as again:
            for socket in (mover, other):
                closed = await socket.until("close")
                assert (closed["code"], closed["reason"]) == (1012, "moved")
            await until(lambda: again.hub.names.keys() == {1})
            assert first.hub.names.keys() == {0}
            back = await Socket(table, user=other.line.scope["user"]).open()
            assert (await back.command({"do": "pass_upcard"}, v=3))["k"] == "ack"
            assert await owner_of(table) == again.hub.name
            assert await log_of(table) == [1, 2, 3, 4]


async def test_a_socket_that_comes_before_its_table_is_kept_waiting() -> None:
    async with process_of(0) as first:
        table = await table_of(1)
        async with process_of(1):
            pass
        socket = await Socket(table, user=(await sync_to_async(live_tables.users)(table))[0]).open()
        assert (await socket.read())["k"] == "hello"
        assert await owner_of(table) == first.hub.names[1]


async def test_a_second_process_of_a_shard_is_refused_though_it_has_a_neighbour() -> None:
    async with process_of(1):
        with pytest.raises(BlockingIOError):
            await Keeper(Hub(1)).start()
