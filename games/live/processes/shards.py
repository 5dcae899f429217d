"""The shards of the tables that a process has. Its own it takes at its start. The shard of its neighbour it takes while
that process is away, stopped or killed, and gives it back as soon as the neighbour is there again: so players wait for
no start of a process.

Whoever has the lock of the operating system on a shard's file in the data folder has the shard. Epochs in the database
decide who may write (games/live/store/loading.py), so a mistake here costs time and never a play.
"""

import asyncio
import fcntl
import logging
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from types import FrameType
from typing import IO, Any

from django.conf import settings

from games.live.processes import cancelling
from games.live.processes.hub import Hub
from games.live.store import loading

logger = logging.getLogger(__name__)
LOOK_S = 0.1
COME_S = 0.02
REFUSED_S = 1.0
LOOKS = 5  # at a lock whose holder has not yet written who it is
GUEST = "guest"


def take_shard(shard: int, name: str = "", *, as_guest: bool = False) -> tuple[IO[str], str]:
    """Take the operating system's lock on a shard, and write there who has it. Returns the lock and the name of the
    process that had it before ("": none). Raises BlockingIOError while another process has it."""
    file = _locked(_file(shard, "lock"))
    file.seek(0)
    last = _name(file.read())
    file.truncate(0)
    file.write(f"{os.getpid()} {name} {GUEST if as_guest else ''}\n")
    file.flush()
    return file, last


def is_lent(shard: int) -> bool:
    """Has a neighbour the shard, which will give it back?"""
    return _file(shard, "lock").read_text().split()[-1:] == [GUEST]


def is_wanted(shard: int) -> bool:
    """Does the shard's own process wait for it?"""
    try:
        _locked(_file(shard, "wanted")).close()
    except BlockingIOError:
        return True
    return False


def _locked(path: Path) -> IO[str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise
    return file


def _file(shard: int, kind: str) -> Path:
    return Path(settings.DATA_DIR) / "run" / f"live-{shard}.{kind}"


def _name(text: str) -> str:
    """The process that a lock's file names: `PID NAME [guest]`."""
    words = text.split()
    return words[1] if len(words) > 1 else ""


class Keeper:
    """What takes and gives the shards of a process. All methods run on the hub's loop."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.neighbour = (hub.shard - 1) % int(settings.LIVE_SHARDS)
        self.has_neighbour = self.neighbour != hub.shard
        self._locks: dict[int, IO[str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._leaving: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the hub with its own shard, or without it while the neighbour gives it back. Raises BlockingIOError
        when another process has the shard for its own, and WrongSealKey."""
        own = self.hub.shard
        if self.has_neighbour:
            self.hub.comes = frozenset({own, self.neighbour})
        for _ in range(LOOKS):
            try:
                self._locks[own], last = take_shard(own, self.hub.name)
            except BlockingIOError:
                if self.has_neighbour and is_lent(own):
                    break
                await asyncio.sleep(COME_S)
            else:
                await self.hub.start(after=last)
                break
        else:
            raise BlockingIOError
        if own not in self._locks:
            await self.hub.start(has_shard=False)
            self._spawn(self._come_home())
        if self.has_neighbour:
            self._spawn(self._stand_in())

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
            await self.hub.stop(self._unlock)
        finally:
            self._unlock()

    def _unlock(self) -> None:
        for lock in self._locks.values():
            lock.close()
        self._locks.clear()

    async def _come_home(self) -> None:
        """Wait for the own shard, then serve its tables."""
        own, sign, last = self.hub.shard, None, ""
        try:
            while own not in self._locks:
                try:  # the guest looks at the sign, too, so it may be taken for a moment
                    sign = sign or _locked(_file(own, "wanted"))
                    self._locks[own], last = take_shard(own, self.hub.name)
                except BlockingIOError:
                    await asyncio.sleep(COME_S)
        finally:
            if sign:
                sign.close()
        await self.hub.take(own, self.hub.name, last)

    async def _stand_in(self) -> None:
        """Have the neighbour's shard while the neighbour is away."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                if self.neighbour not in self._locks:
                    await self._take_neighbours()
                elif is_wanted(self.neighbour):
                    await self.hub.give(self.neighbour)
                    self._locks.pop(self.neighbour).close()
            except Exception:
                logger.exception("shard %d could not be taken or given back", self.neighbour)
                await asyncio.sleep(REFUSED_S)

    async def _take_neighbours(self) -> None:
        """Take the neighbour's shard if its lock is free. It is left alone while the neighbour has never run on this
        data folder, or runs on another one: then its beats are those of a process that this folder does not name."""
        shard, name = self.neighbour, loading.owner_name(self.neighbour)
        if not _file(shard, "lock").exists() or is_wanted(shard):
            return
        try:
            lock, last = take_shard(shard, name, as_guest=True)
        except BlockingIOError:
            return
        try:
            is_elsewhere = await self.hub.ask(lambda: loading.is_served(shard, last))
            if not is_elsewhere:
                await self.hub.take(shard, name, last)
        except BaseException:
            _give_back(lock, last)
            raise
        if is_elsewhere:
            _give_back(lock, last)
            await asyncio.sleep(REFUSED_S)
        else:
            self._locks[shard] = lock
            logger.warning("shard %d has no process: this one has its tables until it is back", shard)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _give_back(lock: IO[str], last: str) -> None:
    """Leave a lock as it was found."""
    lock.truncate(0)
    lock.write(f"{os.getpid()} {last}\n")
    lock.close()
