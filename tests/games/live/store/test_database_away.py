"""A database that is away, slow or does not answer at all: dropped tables are loaded again, and finished ones end."""

import asyncio
import itertools
import threading
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, OperationalError, connections

from games.live.processes import hub as hubs
from games.live.processes.hub import Hub
from games.live.sitting.rows import Outcome
from games.live.store import loading, writer
from games.live.store.writer import Writer
from games.models import LiveProcess, Status, Table
from tests.games.live import live_tables
from tests.games.live.live_tables import PATIENCE_S
from tests.games.live.store.test_committing import load, write_next

pytestmark = pytest.mark.django_db(transaction=True)


def away(*_: object) -> None:
    raise OperationalError("gone")


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not await sync_to_async(is_so)():
            await asyncio.sleep(0.05)


async def test_a_table_that_was_given_up_while_the_database_was_away_is_taken_up_for_its_clock(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has played here and nobody comes back: the flag falls all the same."""
    table = await sync_to_async(live_tables.open_table)(clock={"bank_s": 1, "increment_s": 0, "move_s": 1})
    both = await live_tables.seats(table, await sync_to_async(live_tables.users)(table))
    mover, other = live_tables.mover(both)
    await mover.send({"k": "cmd", "id": str(uuid.uuid4()), "v": 2, "b": 0, "do": "pass_upcard"})
    await mover.until("ack")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(writer, "commit", away)
        await other.send({"k": "cmd", "id": str(uuid.uuid4()), "v": 3, "b": 0, "do": "pass_upcard"})
        closed = await other.until("close")
        assert (closed["code"], closed["reason"]) == (1013, "database")
    await until(lambda: Table.objects.get(pk=table.pk).status == Status.OVER)
    result = (await sync_to_async(Table.objects.get)(pk=table.pk)).result
    assert result["how"] == "flag"


async def test_a_table_that_cannot_be_read_is_tried_again_and_not_at_every_turn(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "BROKEN_S", 0.5)
    asked: list[float] = []
    real = loading.load_all

    def twice_not(public_ids: list[str], owner: str | None) -> Any:
        asked.append(hub.now())
        return real(public_ids, owner) if len(asked) > 2 else away()

    monkeypatch.setattr(loading, "load_all", twice_not)
    table = await sync_to_async(live_tables.open_table)(clock={"bank_s": 600, "increment_s": 0, "move_s": None})
    async with asyncio.timeout(PATIENCE_S):
        while table.public_id not in hub.actors:
            await asyncio.sleep(0.05)
    assert len(asked) == 3
    assert all(later - earlier >= 0.5 for earlier, later in itertools.pairwise(asked))


async def test_who_was_sent_away_by_a_fault_of_the_database_has_time_to_come_back(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart: nobody is flagged or forfeited for a minute from when it is there again."""
    hub = Hub(forgiving_s=60)
    await hub.start()
    hub._forgiving_until = hub.now()
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(loading, "due", away)
        async with asyncio.timeout(PATIENCE_S):
            while not hub.is_forgiving():
                await asyncio.sleep(0.05)
    assert hub._forgiving_until > hub.now() + 30
    await hub.stop()
    await sync_to_async(connections.close_all)()


async def test_versions_are_compared_of_the_tables_in_memory_and_of_no_other(hub: Hub) -> None:
    over, played = [await sync_to_async(live_tables.open_table)() for _ in range(2)]
    await live_tables.seats(played, await sync_to_async(live_tables.users)(played))

    def compared() -> dict[int, tuple[int, int]]:
        Table.objects.filter(pk=over.pk).update(owner=hub.name, status=Status.OVER)
        return loading.owned([hub.name], [actor.terms.table_id for actor in hub.actors.values()])

    assert await sync_to_async(compared)() == {played.pk: (2, 1)}


@asynccontextmanager
async def stopped_with(release: Callable[..., Any], patch: pytest.MonkeyPatch) -> AsyncIterator[Hub]:
    """A process that is stopped and cannot give its tables up."""
    patch.setattr(hubs, "FAREWELL_S", 0.3)
    hub = Hub(forgiving_s=0)
    await hub.start()
    patch.setattr(loading, "release", release)
    async with asyncio.timeout(PATIENCE_S):
        await hub.stop()
    yield hub
    await asyncio.to_thread(hub._writer.stop)
    await sync_to_async(connections.close_all)()


async def test_a_process_that_is_stopped_ends_though_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async with stopped_with(away, monkeypatch) as hub:
        assert not hub._writer._thread.is_alive()
        assert hub._reporters._shutdown


async def test_a_process_that_is_stopped_ends_though_the_database_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = threading.Event()
    async with stopped_with(lambda *_: answered.wait(PATIENCE_S), monkeypatch) as hub:
        assert hub._writer._thread.is_alive(), "it waits still, and keeps no process from ending"
        assert hub._writer._thread.daemon
        assert hub._reporters._shutdown
        answered.set()
    assert (await sync_to_async(LiveProcess.objects.get)(name=hub.name)).down_at is None


async def test_ends_are_not_asked_for_again_while_that_is_being_done(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or an hour without an answer would leave hundreds of questions."""
    begun, answered = [], threading.Event()
    await asyncio.wrap_future(hub._reporters.submit(lambda: None))

    def sweep(*_: object) -> None:
        begun.append(1)
        answered.wait(PATIENCE_S)

    monkeypatch.setattr(hubs.announce, "sweep", sweep)
    for _ in range(5):
        await hub._beat()
    answered.set()
    await asyncio.wrap_future(hub._reporters.submit(lambda: None))
    assert len(begun) == 1


async def test_a_play_waits_for_one_piece_of_other_work_and_not_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a hundred tables are to be loaded and the database is slow, a move is written between two of them."""
    play, _ = await sync_to_async(lambda: write_next(load(live_tables.open_table())))()
    done: list[str] = []
    began, came = threading.Event(), threading.Event()

    def wait() -> bool:
        began.set()
        return came.wait(PATIENCE_S)

    def commit(rows: Any) -> list[Outcome]:
        done.append("play")
        return [Outcome.COMMITTED] * len(rows)

    monkeypatch.setattr(writer, "commit", commit)
    working = Writer(asyncio.get_running_loop(), lambda told: None)
    first = working.run(wait)
    others = [working.run(lambda at=at: done.append(f"work {at}")) for at in range(3)]  # type: ignore[misc]  # a stand-in for the database
    working.start()
    assert await asyncio.to_thread(began.wait, PATIENCE_S)
    working.submit(play)
    came.set()
    await asyncio.gather(first, *others)
    assert await asyncio.to_thread(working.stop)
    assert done == ["play", "work 0", "work 1", "work 2"]


async def test_work_that_fails_is_told_to_who_asked_and_the_next_is_done() -> None:
    working = Writer(asyncio.get_running_loop(), lambda told: None)
    working.start()
    with pytest.raises(DatabaseError):
        await working.run(away)
    assert await working.run(lambda: 7) == 7
    last = working.run(lambda: 8)
    assert await asyncio.to_thread(working.stop)
    assert await last == 8
