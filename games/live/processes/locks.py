"""The locks on shards: who has the lock of a shard serves its tables, and nobody else does. `of_database` chooses whose
locks they are.

A mistake here costs time and never a play: epochs in the database decide who may write (games/live/store/loading.py).
"""

import asyncio
import fcntl
import logging
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

import psycopg
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

logger = logging.getLogger(__name__)
SERVED, LENT, WANTED = KINDS = (1735290368, 1735290369, 1735290370)  # numbers of ours among PostgreSQL's advisory locks
SILENT_S = 4  # after so long without a word PostgreSQL ends the session of a holder, and its locks fall
ANSWER_S = 2.0  # so the holder gives up before
LINE = {"connect_timeout": 3, "keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 2,
        "tcp_user_timeout": 2_000}  # fmt: skip
LOOK = """
    SELECT classid::bigint, objid::bigint, pid = pg_backend_pid() FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = ANY(%s)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
Lock = tuple[int, int]  # one of KINDS, and the shard


class Lost(Exception):
    """The line that held the locks has broken, and they are free for others. The message says why."""


class Locks(Protocol):
    """Locks on shards. SERVED: a process has the shard. LENT: it will give it back to the shard's own process. WANTED:
    that process waits for it. `mine` are those of this process, `held` those of anybody at the last look."""

    is_shared: bool  # with other machines: they may be lost, and shards may be lent
    mine: set[Lock]
    held: frozenset[Lock]

    async def open(self) -> None:
        """Make ready to take locks. Raises psycopg.Error when the database does not answer."""

    async def take(self, kind: int, shard: int) -> bool:
        """Take a lock if it is free; returns whether this process has it. Raises Lost."""

    async def free(self, kind: int, shard: int) -> None:
        """Free a lock; one that this process does not have is left alone. Raises Lost."""

    async def look(self) -> None:
        """Look which locks are held. Raises Lost as soon as this process has lost its own."""

    async def close(self) -> None:
        """Free all locks of this process."""


def of_database(shard: int) -> Locks:
    """The locks for the process of a shard: PostgreSQL's, or on SQLite, which is on one machine, the operating
    system's."""
    return OfPostgreSQL(shard) if connection.vendor == "postgresql" else OfFolder()


class OfFolder:
    """Locks of the operating system on files in the data folder."""

    is_shared = False

    def __init__(self) -> None:
        self.mine: set[Lock] = set()
        self.held: frozenset[Lock] = frozenset()
        self._files: dict[Lock, IO[str]] = {}

    async def open(self) -> None:
        """Nothing has to be made ready."""

    async def take(self, kind: int, shard: int) -> bool:
        """Lock the file of a shard."""
        path = Path(settings.DATA_DIR) / "run" / f"live-{shard}.{KINDS.index(kind)}.lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._files[kind, shard] = file
        self.mine.add((kind, shard))
        return True

    async def free(self, kind: int, shard: int) -> None:
        """Unlock the file of a shard."""
        if (kind, shard) in self._files:
            self._files.pop((kind, shard)).close()
            self.mine.discard((kind, shard))

    async def look(self) -> None:
        """They cannot be lost."""

    async def close(self) -> None:
        """Unlock all files."""
        for kind, shard in list(self._files):
            await self.free(kind, shard)


class OfPostgreSQL:
    """Advisory locks of a session of PostgreSQL, on a line of their own. They fall with the session: at once when the
    process dies, and SILENT_S after the last word from a machine that has vanished or a process that sleeps."""

    is_shared = True

    def __init__(self, shard: int) -> None:
        self.mine: set[Lock] = set()
        self.held: frozenset[Lock] = frozenset()
        self._name = f"undercut locks of live-{shard}"
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._asking: asyncio.Task[list[Any]] | None = None
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        """Connect. Raises psycopg.Error."""
        line = await psycopg.AsyncConnection.connect(_address(self._name), autocommit=True, prepare_threshold=None)
        self._line = line
        try:
            await self._ask(f"SELECT set_config('idle_session_timeout', '{SILENT_S}s', false)")
        except Lost as lost:
            raise psycopg.OperationalError(str(lost)) from lost

    async def take(self, kind: int, shard: int) -> bool:
        """Take a lock if no session has it."""
        if (kind, shard) in self.mine:  # PostgreSQL would count it twice
            return True
        [[is_taken]] = await self._ask("SELECT pg_try_advisory_lock(%s, %s)", kind, shard)
        if is_taken and self._line is not None:
            self.mine.add((kind, shard))
        return (kind, shard) in self.mine

    async def free(self, kind: int, shard: int) -> None:
        """Free a lock of this session."""
        if (kind, shard) in self.mine:
            self.mine.discard((kind, shard))
            await self._ask("SELECT pg_advisory_unlock(%s, %s)", kind, shard)

    async def look(self) -> None:
        """Read all locks on shards. That the line holds ours is seen, too: a pooler may have given it another
        session."""
        before = set(self.mine)
        rows = await self._ask(LOOK, list(KINDS))
        self.held = frozenset((kind, shard) for kind, shard, _ in rows)
        ours = {(kind, shard) for kind, shard, is_mine in rows if is_mine}
        if missing := (before & self.mine) - ours:
            await self.close()
            raise Lost(
                f"PostgreSQL holds {len(missing)} of our locks no more, though the line stands. Where a pooler shares "
                "sessions out, set UNDERCUT_DIRECT_DATABASE_URL to the address of PostgreSQL itself."
            )

    async def close(self) -> None:
        """Hang up, which frees all locks."""
        line, self._line = self._line, None
        self.mine.clear()
        if line is not None:
            _hang_up(line)
            if self._asking is not None:
                await asyncio.wait({self._asking}, timeout=ANSWER_S)
            await line.close()

    async def _ask(self, query: str, *values: Any) -> list[Any]:
        """One question at a time. A line that breaks, or does not answer within 2 s, is given up with all locks."""
        async with self._turn:
            line = self._line
            if line is None:
                raise Lost("there is no line to PostgreSQL")
            self._asking = asyncio.create_task(_answer(line, query, values))
            await asyncio.wait({self._asking}, timeout=ANSWER_S)
            if not self._asking.done():
                self.mine.clear()  # before anything is waited for
                _hang_up(line)
            try:
                return await self._asking
            except (psycopg.Error, OSError) as error:
                self.mine.clear()
                self._line = None
                await line.close()
                raise Lost(str(error) or "PostgreSQL does not answer") from error


async def _answer(line: "psycopg.AsyncConnection[Any]", query: str, values: tuple[Any, ...]) -> list[Any]:
    return await (await line.execute(query.encode(), values)).fetchall()


def _hang_up(line: "psycopg.AsyncConnection[Any]") -> None:
    """End a line at once: who waits for an answer on it hears of it, which a cancelled question would not
    (psycopg waits for the answer to its cancel)."""
    if not line.closed:
        with socket.socket(fileno=os.dup(line.fileno())) as both, suppress(OSError):  # the other side was first
            both.shutdown(socket.SHUT_RDWR)


def _address(name: str) -> str:
    """The address of PostgreSQL itself, past any pooler: the advisory locks of a session need one and the same."""
    named: dict[str, Any] = settings.DIRECT_DATABASE or connection.settings_dict
    parts = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    where = {part: named[key] for part, key in parts.items() if named.get(key)}
    options = {key: value for key, value in named.get("OPTIONS", {}).items() if key != "pool"}
    return make_conninfo(**options | where | LINE | {"application_name": name})
