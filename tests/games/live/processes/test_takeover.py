"""A table moves from one process to the next: after a crash, from a process that sleeps, from another shard."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connections

from games.live.processes import hub as hubs
from games.live.processes.hub import Hub
from games.live.store import loading
from games.live.table import ownerless
from games.live.table.commands import Answer, OutsideCommand
from games.models import LiveProcess, Play, Table
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket

TABLES = 20
CLOCK = {"bank_s": 600, "increment_s": 5, "move_s": None}


@asynccontextmanager
async def started() -> AsyncIterator[Hub]:
    """The next process of the same shard."""
    hub = Hub(forgiving_s=0)
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()
        await sync_to_async(connections.close_all)()


async def dies(hub: Hub) -> None:
    """As by kill -9: nothing is given up, nobody is told."""
    hubs._current.remove(hub)
    for task in hub._tasks:
        task.cancel()
    await asyncio.gather(*hub._tasks, return_exceptions=True)
    hub._stopping = True
    await asyncio.to_thread(hub._writer.stop)
    await hub.loop.run_in_executor(hub._reporters, connections.close_all)
    hub._reporters.shutdown()


async def both_at(table: Table) -> tuple[Socket, Socket]:
    """The one on move, then the other, when the table is dealt."""
    return live_tables.mover(await live_tables.seats(table, await sync_to_async(live_tables.users)(table)))


@sync_to_async
def row_of(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


@pytest.mark.django_db(transaction=True)
async def test_a_command_whose_answer_a_restart_swallowed_gets_it_though_the_table_has_moved_on() -> None:
    first = Hub(forgiving_s=0)
    await first.start()
    table = await sync_to_async(live_tables.open_table)()
    everybody = await sync_to_async(live_tables.users)(table)
    both = await live_tables.seats(table, everybody, house=True)
    for _ in range(loading.REMEMBERED + 1):  # more than the next process has in memory at its start
        now, _ = live_tables.mover(both)
        goes = [one for one in now.view["actions"] if one["do"] in ("pass_upcard", "draw_stock", "discard")]
        last, seen, cmd_id = goes[0], now.version, str(uuid.uuid4())
        answer = await now.command(last, cmd_id=cmd_id)
        for socket in both:
            await socket.reach(answer["v"])
    await dies(first)
    async with started():
        tokens = [live_tables.token(table, at, user) for at, user in enumerate(everybody)]
        mine = "AB".index(now.view["seat"])
        back = [await (await Socket(table, token=token).open()).arrived(answer["v"]) for token in tokens]
        mover, _ = live_tables.mover((back[0], back[1]))
        goes = [one for one in mover.view["actions"] if one["do"] in ("draw_stock", "discard")]
        assert (await mover.command(goes[0]))["v"] == answer["v"] + 1
        again = await back[mine].command(last, v=seen, cmd_id=cmd_id)
        assert (again["k"], again.get("v")) == ("ack", answer["v"])


@pytest.mark.django_db(transaction=True)
async def test_the_next_process_takes_the_tables_of_a_dead_one_and_play_goes_on() -> None:
    dead = Hub(forgiving_s=0)
    await dead.start()
    opened = [await sync_to_async(live_tables.open_table)(clock=CLOCK) for _ in range(TABLES)]
    players = [await both_at(table) for table in opened]
    for mover, _other in players:
        assert (await mover.command({"do": "pass_upcard"}))["v"] == 3
    await dies(dead)
    assert {(await row_of(table)).owner for table in opened} == {dead.name}

    async with started() as hub:
        assert set(hub.actors) == {table.public_id for table in opened}, "their clocks run: they are taken at once"
        for table, (_mover, other) in zip(opened, players, strict=True):
            back = await Socket(table, user=other.line.scope["user"], since=3).open()
            assert (await back.command({"do": "pass_upcard"}, v=3))["k"] == "ack"
        row = await row_of(opened[0])
        assert (row.owner, row.epoch) == (hub.name, 2)


async def test_a_sleeper_that_wakes_has_lost_its_tables_and_forks_no_log(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    mover, _other = await both_at(table)
    async with started() as second:
        await second.actor(table.public_id)
        await mover.send({"k": "cmd", "id": str(uuid.uuid4()), "v": 2, "b": 0, "do": "pass_upcard"})
        closed = await mover.until("close")
        assert (closed["code"], closed["reason"]) == (1013, "moved")
        back = await Socket(table, user=mover.line.scope["user"]).open()
        await back.reach(2)
        assert (await back.command({"do": "pass_upcard"}))["v"] == 3
        seqs = await sync_to_async(lambda: list(Play.objects.filter(table=table).values_list("seq", flat=True)))()
        assert seqs == [1, 2, 3]


async def test_a_table_of_another_shard_is_taken_when_its_process_is_silent(hub: Hub) -> None:
    """The number of shards has changed: the process that had the table is not started any more."""
    table = await sync_to_async(live_tables.open_table)()

    @sync_to_async
    def owned_elsewhere(silent_s: int) -> str | None:
        beat = live_tables.now() - timedelta(seconds=silent_s)
        LiveProcess.objects.update_or_create(name="live-7:old", defaults={"started_at": beat, "beat_at": beat})
        Table.objects.filter(pk=table.pk).update(owner="live-7:old")
        loading.load(table.public_id, hub.name)
        return Table.objects.get(pk=table.pk).owner

    assert await owned_elsewhere(14) == "live-7:old"
    assert await owned_elsewhere(16) == hub.name


async def test_an_owner_that_nobody_told_finds_a_foreign_play_when_it_compares_versions(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    mover, other = await both_at(table)
    wish = OutsideCommand(table=table.public_id, cmd_id=uuid.uuid4(), seen=2, action={"do": "pass_upcard"},
                          by=mover.line.scope["user"].pk)  # fmt: skip
    assert await sync_to_async(ownerless.play)(wish) == Answer(wish.cmd_id, 3)
    assert hub.actors[table.public_id].sitting.version == 2
    await hub._beat()
    for socket in (mover, other):
        await socket.reach(3)
    assert (await other.command({"do": "pass_upcard"}))["v"] == 4
    assert await hub.command(wish) == Answer(wish.cmd_id, 3), "asked again, it is known"


async def test_an_actor_that_was_given_up_does_not_take_the_next_one_along(hub: Hub) -> None:
    """It was reading its table when it was given up, and hears of it late."""
    table = await sync_to_async(live_tables.open_table)()
    await both_at(table)
    old = hub.actors[table.public_id]
    hub.drop(old, 1011, "error")
    new = await hub.actor(table.public_id)
    await hub._catch_up(old, old.go_on)
    assert hub.actors[table.public_id] is new
    back = await Socket(table, user=(await sync_to_async(live_tables.users)(table))[0]).open()
    assert (await back.until("sync"))["v"] == new.sitting.version


@pytest.mark.parametrize("reading", ["news", "version_of"])
async def test_a_table_that_cannot_be_read_sends_its_players_away_to_ask_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, reading: str
) -> None:
    """Another door was first, or a command is older than what is remembered; and then the database is away."""
    table = await sync_to_async(live_tables.open_table)()
    mover, _other = await both_at(table)
    first = OutsideCommand(table=table.public_id, cmd_id=uuid.uuid4(), seen=2, action={"do": "pass_upcard"},
                           by=mover.line.scope["user"].pk)  # fmt: skip
    await sync_to_async(ownerless.play)(first)

    def away(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(loading, reading, away)
    monkeypatch.setattr(loading, "REMEMBERED", 1 if reading == "version_of" else loading.REMEMBERED)
    seen = 0 if reading == "version_of" else 2
    await mover.send({"k": "cmd", "id": str(uuid.uuid4()), "v": seen, "b": 0, "do": "pass_upcard"})
    closed = await mover.until("close")
    assert (closed["code"], closed["reason"]) == (1013, "database")
    monkeypatch.undo()
    back = await Socket(table, user=mover.line.scope["user"]).open()
    await back.reach(3)
