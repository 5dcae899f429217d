"""The shards of the tables that a process has. Its own it takes at its start. The shard of its neighbour it takes while
that process is away, stopped or killed, and gives it back as soon as the neighbour is there again: so players wait for
no start of a process.

Whoever has a shard's lock has the shard (games/live/processes/locks.py). Who loses it stops at once to act for it.
"""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any

import psycopg
from django.conf import settings
from django.db import DatabaseError

from games.live.processes import cancelling, locks
from games.live.processes.hub import Hub
from games.live.processes.locks import LENT, SERVED, WANTED, Lost

logger = logging.getLogger(__name__)
LOOK_S = 0.1
COME_S = 0.02
REFUSED_S = 1.0
PATIENCE_S = locks.SILENT_S + 2.0  # with a lock whose holder may have vanished


class Keeper:
    """What takes and gives the shards of a process. All methods run on the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.neighbour = (hub.shard - 1) % int(settings.LIVE_SHARDS)
        self.has_neighbour = self.neighbour != hub.shard
        self._locks = locks.of_database(hub.shard)
        self._tasks: set[asyncio.Task[None]] = set()
        self._leaving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the hub with its own shard, or without it while the neighbour gives it back. Raises BlockingIOError
        when another process has the shard for its own, and WrongSealKey."""
        await self._locks.open()
        try:
            await self._start()
        except BaseException:
            await cancelling.end(self._tasks)
            await self._locks.close()
            raise

    async def _start(self) -> None:
        if self._locks.is_shared:
            self.hub.comes = frozenset({self.hub.shard, self.neighbour})
            self._spawn(self._again(LOOK_S, self._watch))
        has_shard = await self._take_own()
        await self.hub.start(has_shard=has_shard)
        if self._locks.is_shared:
            self._spawn(self._again(COME_S, self._come_home))
        if self.has_neighbour:
            self._spawn(self._again(LOOK_S, self._stand_in))

    async def _take_own(self) -> bool:
        """Take the lock of the own shard. False: a neighbour has it, and will give it back. Raises BlockingIOError."""
        own, until = self.hub.shard, self.hub.now() + PATIENCE_S * self._locks.is_shared
        while not await self._locks.take(SERVED, own):
            await self._locks.look()
            if (LENT, own) in self._locks.held:
                return False
            if self.hub.now() > until:
                raise BlockingIOError
            await asyncio.sleep(LOOK_S)
        return True

    async def leave(self) -> None:
        """Give up all shards and stop the hub. A second call waits for the first."""
        await asyncio.shield(self._begin_to_leave())

    def leave_at(self, number: signal.Signals) -> None:
        """Leave as soon as this signal comes, and then do what was done with it before: the server would close its
        sockets and wait for its pages first."""
        before, loop = signal.getsignal(number), asyncio.get_running_loop()

        def leave(got: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._begin_to_leave)
            if callable(before):
                before(got, frame)

        signal.signal(number, leave)

    def _begin_to_leave(self) -> "asyncio.Task[None]":
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self._leave())
        return self._leaving

    async def _leave(self) -> None:
        await cancelling.end(self._tasks)
        try:
            await self.hub.stop(self._locks.close)
        finally:
            await self._locks.close()

    async def _watch(self) -> None:
        """Look at the locks. Whatever this process serves without a lock it gives up at once; a lost line is made
        again."""
        is_lost = False
        try:
            await self._locks.look()
        except Lost as lost:
            is_lost = True
            if self.hub.names:
                logger.warning("the locks of live-%d are lost: %s", self.hub.shard, lost)
        for shard in [one for one in self.hub.names if (SERVED, one) not in self._locks.mine]:
            self.hub.lose(shard)
        if is_lost:
            await self._locks.open()

    async def _come_home(self) -> None:
        """Have the own shard: again after it was lost, or as soon as a guest gives it back."""
        own = self.hub.shard
        if own in self.hub.names:
            return
        if await self._locks.take(SERVED, own):
            await self._locks.free(WANTED, own)
            await self.hub.take(own)
        else:
            await self._locks.take(WANTED, own)

    async def _stand_in(self) -> None:
        """Have the neighbour's shard while the neighbour is away."""
        shard, held, mine = self.neighbour, self._locks.held, self._locks.mine
        if (WANTED, shard) in held:
            if shard in self.hub.names:
                await self.hub.give(shard)
            await self._locks.free(LENT, shard)
            await self._locks.free(SERVED, shard)
            return
        if shard in self.hub.names or (SERVED, shard) in held - mine:
            return
        if await self._locks.take(SERVED, shard):
            await self._locks.take(LENT, shard)
            await self.hub.take(shard)
            logger.warning("shard %d has no process: this one has its tables until it is back", shard)

    async def _again(self, every: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do this again and again. What goes wrong is tried again: at once while the database is away, else after a
        second."""
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Lost:  # the watch sees to it
                await asyncio.sleep(LOOK_S)
            except (psycopg.OperationalError, DatabaseError) as away:
                logger.warning("PostgreSQL is away, live-%d waits for its shards: %s", self.hub.shard, away)
                await asyncio.sleep(LOOK_S)
            except Exception:
                logger.exception("the shards of live-%d could not be taken or given back", self.hub.shard)
                await asyncio.sleep(REFUSED_S)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
