"""Who has lost the connection to a table: known in the process that serves it, and reported to the others with its
beat."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

import pytest
import redis
from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, connections

from games.live.processes import disconnections
from games.live.processes import hub as hubs
from games.live.processes.hub import Hub
from games.models import LiveProcess, Table
from games.services import tables
from tests.games.live import live_tables
from tests.games.live.live_tables import Socket

REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


@contextmanager
def elsewhere(hub: Hub) -> Iterator[None]:
    """As a process sees it that serves no tables."""
    hubs._current.remove(hub)
    try:
        yield
    finally:
        hubs._current.append(hub)


@sync_to_async
def gone_from(table: Table) -> list[disconnections.Gone]:
    found = disconnections.gone_from([table.public_id, "nobody"])
    connections.close_all()
    return found


async def test_every_process_knows_who_is_gone(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    ann, ben = await sync_to_async(live_tables.users)(table)
    stays, leaves = await Socket(table, user=ann).open(), await Socket(table, user=ben).open()
    await stays.reach(2)
    await hub._beat()
    assert await gone_from(table) == []
    await leaves.leave()
    [here] = await gone_from(table)
    assert (here.table, here.name) == (table.public_id, str(ben))
    assert 0 < here.seconds <= 120
    with elsewhere(hub):
        assert await gone_from(table) == [], "the others hear of it with the next beat"
        await hub._beat()
        [told] = await gone_from(table)
        assert told.name == str(ben)
        assert here.seconds - 30 <= told.seconds <= here.seconds + 1
    back = await Socket(table, user=ben).open()
    await back.reach(2)
    await hub._beat()
    with elsewhere(hub):
        assert await gone_from(table) == []


@pytest.mark.service
@pytest.mark.django_db(transaction=True)
async def test_a_login_that_ends_in_another_process_closes_its_sockets_here(table: Table, settings: Any) -> None:
    """At once, where Redis carries it."""
    settings.REDIS_URL = REDIS
    hub = Hub(forgiving_s=0)
    await hub.start()
    try:
        ear = f"live.{connection.settings_dict['NAME']}.0"
        with closing(redis.Redis.from_url(REDIS)) as line:
            async with asyncio.timeout(live_tables.PATIENCE_S):
                while not line.pubsub_numsub(ear)[0][1]:
                    await asyncio.sleep(0.05)
        socket = Socket(table, user=(await sync_to_async(live_tables.users)(table))[0])
        socket.line.scope["session"] = SessionStore("s" * 32)
        await (await socket.open()).arrived(2)
        with elsewhere(hub):
            await sync_to_async(tables.sign_out)(session="t" * 32)
            await sync_to_async(tables.sign_out)(session="s" * 32)
        while socket.closed is None:
            await socket.read()
        assert socket.closed == (1008, "auth")
    finally:
        await hub.stop()
        await sync_to_async(connections.close_all)()


async def test_what_a_dead_process_said_is_forgotten(hub: Hub) -> None:
    table = await sync_to_async(live_tables.open_table)()
    gone = await Socket(table, user=(await sync_to_async(live_tables.users)(table))[0]).open()
    await gone.reach(2)
    await gone.leave()
    await hub._beat()

    def silent(**facts: object) -> None:
        LiveProcess.objects.update(**facts)
        connections.close_all()

    with elsewhere(hub):
        assert len(await gone_from(table)) == 1
        await sync_to_async(silent)(beat_at=live_tables.now() - timedelta(seconds=16))
        assert await gone_from(table) == []
        await sync_to_async(silent)(beat_at=live_tables.now(), down_at=live_tables.now())
        assert await gone_from(table) == []
