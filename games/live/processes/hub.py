"""The tables of one process. The hub loads their actors, hands them the writer's answers, and keeps time for them."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, OperationalError, connections

from games.live import wire
from games.live.audience.viewer import Viewer
from games.live.finished import deal_luck
from games.live.processes import announce, cancelling, channel, logins
from games.live.setup.talk import Unsaid
from games.live.shuffle import chains
from games.live.sitting.rows import Write
from games.live.sitting.sitting import Sitting
from games.live.store import loading, soundness
from games.live.store.writer import Delivered, Writer
from games.live.table.actor import TableActor
from games.live.table.commands import Answer, OutsideCommand
from games.live.talk import asides, talk_rows
from games.live.talk.talk_rows import Spoken

logger = logging.getLogger(__name__)
TICK_S = 0.25
SLICES = 10
MOST_AT_A_LOOK = 50
SWEEP_S = 0.5
LINK_S = 1.0
BEAT_S = 5.0
RECHECK_S = 30.0
EVICT_S = 60.0
IDLE_S = 30.0
PING_HOUSE_S = 5.0
PING_PUBLIC_S = 20.0
FORGIVING_S = 60.0
FAREWELL_S = 5.0
BROKEN_S = 5.0
AT_ONCE, FEW = 256, 8  # tables that are asked for at once before this process serves, and while it serves
BATCH = 16  # tables read by the same queries, between plays
COMES_S = 5.0
COME_S = 0.02

_current: list["Hub"] = []


class WrongSealKey(Exception):
    """The database was written with another seal key; the message says what to do."""


def current() -> "Hub | None":
    """The hub of this process; None if it serves no tables."""
    return _current[-1] if _current else None


class Hub:
    """The owner of all tables of this process. All methods run on its event loop."""

    def __init__(self, shard: int = 0, *, forgiving_s: float = FORGIVING_S) -> None:
        self.loop = asyncio.get_running_loop()
        self.shard = shard
        self.name = f"live-{shard}"  # as long as it has never had its own shard
        self.names: dict[int, str] = {}  # of the shards that this process has: the owner of their tables
        self.comes: frozenset[int] = frozenset()  # shards that it has, or may soon have
        self._ears: dict[int, asyncio.Task[None]] = {}
        self.actors: dict[str, TableActor] = {}
        self.addresses: Counter[str] = Counter()
        self._by_id: dict[int, TableActor] = {}
        self._loading: dict[str, asyncio.Future[TableActor]] = {}
        self._wanted: list[str] = []  # of these, those that the next batch reads
        self._reading: asyncio.Task[None] | None = None
        self._broken: dict[str, float] = {}  # tables that failed to load: no sweep tries them until then
        self._writer = Writer(self.loop, self._deliver)
        self._reporters = ThreadPoolExecutor(1, thread_name_prefix="table-report")
        self._telling: Future[None] | None = None
        self._luck = deal_luck.Beside()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._forgiving_s = forgiving_s
        self._forgiving_until = self.now() + forgiving_s
        self._stopping = False

    # ---- life

    async def start(self, *, has_shard: bool = True) -> None:
        """Register this process, load the tables of its shard whose time runs (unless it has none yet), and start to
        keep time. Raises WrongSealKey."""
        self._writer.start()
        if wrong := await self._writer.run(soundness.wrong_seal_key):
            self._writer.stop()
            raise WrongSealKey(wrong)
        if has_shard:
            await self._register(self.shard)
            await self._load_unfinished(self.shard, AT_ONCE)
        for every, work in (
            (0.0, self._tick), (SWEEP_S, self._sweep), (BEAT_S, self._beat), (RECHECK_S, self._recheck),
            (LINK_S, self._link),
        ):  # fmt: skip
            self._spawn(self._repeat(every, work))
        self._tell_ends()
        _current.append(self)

    async def _register(self, shard: int) -> None:
        """Have a shard from here on, by a new name: its tables and the messages to their owner."""
        name = loading.owner_name(shard)
        await self._writer.run(lambda: loading.up(name, _utc()))
        self.names[shard] = name
        if shard == self.shard:
            self.name = name
        if settings.REDIS_URL:
            self._ears[shard] = self._spawn(channel.listen(shard, self._hear))

    async def _load_unfinished(self, shard: int, at_once: int) -> None:
        """Load the tables of a shard whose time runs, so many at once."""
        waiting = await self._writer.run(lambda: loading.unfinished(shard))
        for at in range(0, len(waiting), at_once):
            await asyncio.gather(*map(self._load_quietly, waiting[at : at + at_once]))

    async def take(self, shard: int) -> None:
        """Have a shard while this process serves already, in place of a process that is gone or has given it up. A
        table is loaded when somebody comes to it; the others follow a few at a time."""
        self._forgiving_until = max(self._forgiving_until, self.now() + self._forgiving_s)
        await self._register(shard)
        self._spawn(self._load_unfinished(shard, FEW))

    async def give(self, shard: int) -> None:
        """Give a shard up: its players come back at once, to the process that takes it."""
        name = self.lose(shard)
        await self._writer.run(lambda: loading.release(name))
        await self._writer.run(lambda: loading.down(name, _utc()))

    def lose(self, shard: int) -> str:
        """Stop to act for a shard, at once and without a word to the database; returns the name by which this process
        had it. Its players come back at once, to whoever has it then."""
        name = self.names.pop(shard)
        if shard in self._ears:
            self._spawn(cancelling.end([self._ears.pop(shard)]))
        for actor in [one for one in self.actors.values() if loading.shard_of(one.terms.public_id) == shard]:
            self.drop(actor, wire.RESTART, wire.MOVED)
        return name

    async def has(self, shard: int) -> bool:
        """Has this process the shard? Where it may get it, because it has just started or its neighbour has just
        stopped, it is waited for."""
        until = self.now() + COMES_S
        while shard not in self.names and shard in self.comes and not self._stopping and self.now() < until:
            await asyncio.sleep(COME_S)
        return shard in self.names

    @property
    def leaves(self) -> str:
        """The reason that sockets are closed with when this process stops: does another one have its tables at once?"""
        return wire.MOVED if len(self.comes) > 1 else "restart"

    async def stop(self, released: Callable[[], Awaitable[None]] | None = None) -> None:
        """Finish the batch, release the tables (then `released` is called), and record that the process has stopped.
        Without the database these steps are skipped, because the next owner takes the tables anyway. A second call
        does nothing."""
        if self._stopping:
            return
        self._stopping = True
        if self in _current:
            _current.remove(self)
        await cancelling.end(self._tasks)
        for actor in self.actors.values():
            actor.audience.close(wire.RESTART, self.leaves)
        try:
            async with asyncio.timeout(FAREWELL_S):
                for name in self.names.values():
                    await self._writer.run(partial(loading.release, name))
                    await self._writer.run(partial(loading.down, name, _utc()))
        except (DatabaseError, TimeoutError):
            logger.exception("%s could not say goodbye", self.name)
        self.names.clear()
        if released is not None:
            await released()
        if not await asyncio.to_thread(self._writer.stop, FAREWELL_S):
            logger.error("%s has plays that the database has not taken", self.name)
        last = self._reporters.submit(self._end_reporting)
        self._reporters.shutdown(wait=False)
        await asyncio.wait([asyncio.wrap_future(last)], timeout=FAREWELL_S)

    def _end_reporting(self) -> None:
        connections.close_all()
        self._luck.end()

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _repeat(self, every: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            except Exception:
                logger.exception("%s failed", work.__name__)

    # ---- tables

    def serves(self, public_id: str) -> bool:
        """Does this table belong to a shard that this process has?"""
        return loading.shard_of(public_id) in self.names

    async def actor(self, public_id: str) -> TableActor:
        """The actor of a table; it is loaded if it is not in memory. Raises Table.DoesNotExist, and
        ConnectionError when this process stops or another one has the table. The actor of a finished table is not
        kept."""
        found = self.actors.get(public_id)
        if found is not None:
            return found
        if self._stopping:
            raise ConnectionError("this process stops")
        if public_id not in self._loading:
            waiting = self._loading[public_id] = self.loop.create_future()
            waiting.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever asked may have gone
            self._wanted.append(public_id)
            if self._reading is None or self._reading.done():
                self._reading = self.loop.create_task(self._read_wanted())
        return await asyncio.shield(self._loading[public_id])

    async def _read_wanted(self) -> None:
        """Read the tables that are asked for, many at once: those that are asked for meanwhile are the next batch."""
        while self._wanted:
            shard = loading.shard_of(self._wanted[0])
            batch = [one for one in self._wanted if loading.shard_of(one) == shard][:BATCH]
            self._wanted = [one for one in self._wanted if one not in batch]
            found = await self._read(shard, batch)
            for public_id in batch:
                self._settle(self._loading.pop(public_id), found[public_id])
                await asyncio.sleep(0)  # who waits for it goes on, and plays elsewhere

    async def _read(self, shard: int, batch: Sequence[str]) -> Mapping[str, loading.Loaded | Exception]:
        """Read and claim tables of a shard; what is wrong stands in the place of a table."""
        gone = dict.fromkeys(batch, ConnectionError("another process has this table"))
        name = self.names.get(shard)
        if name is None:
            return gone
        try:
            found: Mapping[str, loading.Loaded | Exception] = await self._writer.run(
                lambda: loading.load_all(batch, name)
            )
        except Exception as error:
            return dict.fromkeys(batch, error)
        return found if name in self.names.values() else gone

    def _settle(self, waiting: "asyncio.Future[TableActor]", found: loading.Loaded | Exception) -> None:
        """Give who waits for a table its actor, or tell them what is wrong."""
        if waiting.done():
            return
        try:
            waiting.set_result(self._actor_of(found))
        except Exception as error:
            waiting.set_exception(error)

    def _actor_of(self, loaded: loading.Loaded | Exception) -> TableActor:
        if isinstance(loaded, Exception):
            raise loaded
        if not self.serves(loaded.terms.public_id):  # it was lost while others of its batch began
            raise ConnectionError("another process has this table")
        actor = TableActor(loaded, self)
        if not actor.sitting.ending:
            self.actors[actor.terms.public_id] = actor
            self._by_id[actor.terms.table_id] = actor
            actor.begin()
        return actor

    async def _load_quietly(self, public_id: str) -> None:
        try:
            await self.actor(public_id)
        except Exception:
            logger.exception("table %s could not be loaded", public_id)
            self._broken[public_id] = self.now() + BROKEN_S

    def _forget(self, actor: TableActor) -> None:
        """Remove this actor from memory, but not a newer actor of the same table."""
        if self._by_id.get(actor.terms.table_id) is actor:
            del self.actors[actor.terms.public_id], self._by_id[actor.terms.table_id]

    def leave(self, actor: TableActor, viewer: Viewer) -> None:
        """Remove a closed socket from its table."""
        if actor.audience.remove(viewer):
            self.addresses[viewer.address] -= 1
            if not self.addresses[viewer.address]:
                del self.addresses[viewer.address]
            if viewer.look is not None:
                actor.presence[viewer.look].left(self.now())
        if not viewer.trusted and not actor.audience.has_people():
            actor.empty_since = self.now()

    # ---- what other doors ask for and tell

    async def command(self, wish: OutsideCommand) -> Answer:
        """Carry out a command from outside the sockets. Raises Table.DoesNotExist, and ConnectionError when this
        process stops."""
        actor = await self.actor(wish.table)
        answered: asyncio.Future[Answer] = self.loop.create_future()
        actor.ask(wish, lambda answer: None if answered.done() else answered.set_result(answer))
        return await answered

    def heard_of(self, public_id: str, version: int) -> None:
        """Catch up with a version that another door has committed; a play of ours that is being written finds the
        version out by itself."""
        actor = self.actors.get(public_id)
        if actor is not None and version > actor.sitting.version and actor.pending is None:
            self.catch_up(actor, actor.go_on)

    def _hear(self, said: Mapping[str, Any]) -> None:
        """Handle a message from another process: a request for one of our tables, news of one, or the end of a
        login."""
        if "action" in said:
            self._spawn(self._answer(said))
        elif "signed_out" in said:
            self.signed_out(said["signed_out"])
        elif "silenced" in said:
            self.silenced(said["table"], said["silenced"], said["reason"])
        else:
            self.heard_of(said["table"], said["v"])

    async def _answer(self, said: Mapping[str, Any]) -> None:
        """Carry out another process's request. If that fails, no answer is sent, and the other process writes by
        itself."""
        try:
            async with asyncio.timeout(channel.PATIENCE_S):
                answer = await self.command(channel.wish_of(said))
            await channel.answer(said["reply"], answer)
        except Exception:
            logger.exception("a wish for table %s failed", said["table"])

    def gone(self) -> dict[str, dict[str, float]]:
        """The players disconnected from these tables: by table and seat letter, the Unix time in seconds when their
        grace ends."""
        now, since = self.now(), time.time()
        told = ((actor.terms.public_id, actor.graces(now)) for actor in list(self.actors.values()))
        return {table: {seat: since + left for seat, left in graces.items()} for table, graces in told if graces}

    # ---- what actors ask for

    def now(self) -> float:
        """Seconds on the loop's clock."""
        return self.loop.time()

    def is_forgiving(self) -> bool:
        """Is nobody flagged or forfeited now, because the process has just started or the database has just failed?"""
        return self.now() < self._forgiving_until

    def submit(self, write: Write) -> None:
        """Hand a play to the writer."""
        self._writer.submit(write)

    def _deliver(self, done: Delivered) -> None:
        for write, outcome in done:
            actor = self._by_id.get(write.table_id)
            if actor is None or actor.pending is None or actor.pending.cmd_id != write.cmd_id:
                continue
            try:
                actor.done(outcome)
            except Exception:
                logger.exception("table %s failed at version %s", actor.terms.public_id, actor.sitting.version)
                self.drop(actor, wire.BUG, "error")

    def catch_up(self, actor: TableActor, then: Callable[[], None]) -> None:
        """Read what other doors have committed, or drop the table if another process owns it."""
        self._spawn(self._or_drop(actor, self._catch_up(actor, then)))

    async def _or_drop(self, actor: TableActor, reading: Coroutine[Any, Any, None]) -> None:
        """Read something for an actor. If that fails, drop the actor, because somebody would wait for ever; clients
        reconnect and ask again."""
        try:
            await reading
        except Exception as error:
            is_away = isinstance(error, DatabaseError)
            logger.exception("table %s could not be read at version %s", actor.terms.public_id, actor.sitting.version)
            self.drop(actor, wire.LATER if is_away else wire.BUG, "database" if is_away else "error")

    async def _catch_up(self, actor: TableActor, then: Callable[[], None]) -> None:
        table_id, known = actor.terms.table_id, actor.sitting
        epoch, plays = await self._writer.run(lambda: loading.news(actor.terms, known))
        if epoch != actor.epoch or self._by_id.get(table_id) is not actor:
            self.drop(actor, wire.LATER, wire.MOVED)
            return
        actor.foreign(plays)
        then()

    def recall(self, actor: TableActor, version: int, then: Callable[[Sitting], None]) -> None:
        """Fold a version of a table from its log."""

        async def look() -> None:
            then(await self._writer.run(lambda: loading.at_version(actor.terms, version)))

        self._spawn(self._or_drop(actor, look()))

    def find(self, actor: TableActor, cmd_id: UUID, then: Callable[[int | None], None]) -> None:
        """Look a command up in the log."""

        async def look() -> None:
            then(await self._writer.run(lambda: loading.version_of(actor.terms.table_id, cmd_id)))

        self._spawn(self._or_drop(actor, look()))

    def say(self, actor: TableActor, viewer: Viewer, line_id: UUID, said: Mapping[str, str]) -> None:
        """Store a line of chat, then send it: a seat's line to seats, a watcher's to watchers. A refusal goes to the
        speaker."""
        try:
            keep = self._seats_line if viewer.look is not None else self._watchers_line
            kept = keep(actor, viewer, line_id, said)
        except Unsaid as refused:
            viewer.send(wire.unsaid(line_id, refused.code))
            return
        self._spawn(self._say(actor, viewer, line_id, kept))

    def _seats_line(
        self, actor: TableActor, viewer: Viewer, line_id: UUID, said: Mapping[str, str]
    ) -> Callable[[], Spoken]:
        """Make the function that stores a seat's line. Raises Unsaid."""
        seats, words = actor.talk.heard_by(actor.sitting, viewer.look, said, self.now())
        seat = viewer.look
        assert seat is not None
        return partial(talk_rows.keep, actor.terms, line_id=line_id, seat=seat, words=words, heard_by=seats, now=_utc())

    def _watchers_line(
        self, actor: TableActor, viewer: Viewer, line_id: UUID, said: Mapping[str, str]
    ) -> Callable[[], Spoken]:
        """Make the function that stores a watcher's line. Raises Unsaid."""
        user = viewer.user_id if viewer.has_account else None
        words = actor.talk.aside(actor.sitting, user, said, self.now())
        assert user is not None
        return partial(asides.keep, actor.terms, line_id=line_id, user_id=user, words=words, now=_utc())

    async def _say(self, actor: TableActor, viewer: Viewer, line_id: UUID, keep: Callable[[], Spoken]) -> None:
        try:
            kept = await self._writer.run(keep)
        except Unsaid as refused:
            viewer.send(wire.unsaid(line_id, refused.code))
        except DatabaseError:
            logger.exception("a line at table %s could not be kept", actor.terms.public_id)
            viewer.send(wire.unsaid(line_id, "busy"))
        else:
            if viewer.look is not None:
                actor.audience.tell_seats(kept.seats, wire.pack(kept.frame))
            else:
                alone = None if kept.is_new else viewer.user_id
                actor.audience.tell_watchers(wire.pack(kept.frame), without=kept.deaf, alone=alone)

    def silenced(self, public_id: str, user_id: int, reason: str | None) -> None:
        """Tell all tabs of a person that an official has silenced them at a table, or lets them talk again (`reason`
        None)."""
        actor = self.actors.get(public_id)
        if actor is not None:
            seats = [at for at, seat in enumerate(actor.terms.seats) if seat.user_id == user_id]
            actor.audience.tell_seats(seats, wire.silence(reason))
            actor.audience.tell_watchers(wire.silence(reason), alone=user_id)

    def signed_out(self, session: str) -> None:
        """Close the sockets of a login that has ended, at every table."""
        for viewer in [one for actor in self.actors.values() for one in actor.audience if one.session == session]:
            viewer.close(wire.POLICY, "auth")

    def is_over(self, actor: TableActor) -> None:
        """Report a sitting whose end is committed, close its sockets and forget the table."""
        self._reporters.submit(announce.report_safely, actor.terms.table_id, _utc(), self._luck)
        actor.audience.close(wire.OVER, "over")
        self._forget(actor)

    def drop(self, actor: TableActor, code: int, reason: str) -> None:
        """Drop a table from memory without telling the database; its sockets will reconnect."""
        actor.audience.close(code, reason)
        self._forget(actor)

    # ---- time

    async def _tick(self) -> None:
        """Check every table once, a few at a time, so that no move has to wait for all of them."""
        actors = list(self.actors.values())
        slices = max(SLICES, len(actors) // MOST_AT_A_LOOK)
        for at in range(slices):
            self._look_after(actors[at::slices])
            await asyncio.sleep(TICK_S / slices)

    def _look_after(self, actors: Iterable[TableActor]) -> None:
        now = self.now()
        for actor in actors:
            if self._by_id.get(actor.terms.table_id) is not actor:
                continue
            try:
                actor.tick(now)
                self._ping(actor, now)
            except Exception:
                logger.exception("table %s failed at version %s", actor.terms.public_id, actor.sitting.version)
                self.drop(actor, wire.BUG, "error")

    def _ping(self, actor: TableActor, now: float) -> None:
        for viewer in actor.audience:
            if now - viewer.heard_at > IDLE_S:
                viewer.close(wire.POLICY, "idle")
            elif now - viewer.pinged_at >= _ping_s(viewer):
                viewer.ping, viewer.pinged_at = viewer.ping + 1, now
                viewer.send(b'{"k":"ping","n":%d}' % viewer.ping)

    async def _sweep(self) -> None:
        """Load tables that must move by themselves and have no owner."""
        now = self.now()
        self._broken = {public_id: until for public_id, until in self._broken.items() if until > now}
        without = {*self.actors, *self._loading, *self._broken}
        try:
            waiting = [
                public_id
                for shard, name in list(self.names.items())
                for public_id in await self._writer.run(partial(loading.due, name, shard, _utc(), without))
            ]
        except OperationalError:  # the database is away: players who were disconnected meanwhile need time to reconnect
            self._forgiving_until = max(self._forgiving_until, self.now() + self._forgiving_s)
            raise
        await asyncio.gather(*map(self._load_quietly, waiting))

    def _tell_ends(self) -> None:
        """Report finished tables that are unreported, unless a report is already running: a slow database is asked
        once."""
        if self._telling is None or self._telling.done():
            self._telling = self._reporters.submit(announce.sweep, _utc(), self._luck)

    async def _link(self) -> None:
        """Chain the shuffles of the last second."""
        await self.loop.run_in_executor(self._reporters, chains.link_in_thread)

    async def _beat(self) -> None:
        """Record that the process lives and who is disconnected; report finished tables, compare versions, drop unused
        tables."""
        gone = self.gone()
        for shard, name in list(self.names.items()):
            own = {table: seats for table, seats in gone.items() if loading.shard_of(table) == shard}
            await self._writer.run(partial(loading.beat, name, _utc(), own))
        self._tell_ends()
        asked, names = list(self.actors.values()), list(self.names.values())
        rows = await self._writer.run(lambda: loading.owned(names, [actor.terms.table_id for actor in asked]))
        for actor in asked:
            version, epoch = rows.get(actor.terms.table_id, (None, None))
            if self._by_id.get(actor.terms.table_id) is not actor:
                continue
            if epoch != actor.epoch:
                self.drop(actor, wire.LATER, wire.MOVED)
            elif version is not None:
                self.heard_of(actor.terms.public_id, version)
        await self._evict()

    async def _recheck(self) -> None:
        """Close the sockets of people who have signed out, or were deactivated, since they connected."""
        people = [
            (viewer, (viewer.user_id, viewer.session))
            for actor in self.actors.values() for viewer in actor.audience
            if viewer.user_id is not None and not viewer.trusted
        ]  # fmt: skip
        if people:
            ended = await self._writer.run(lambda: logins.ended({login for _, login in people}, _utc()))
            for viewer, login in people:
                if login in ended:
                    viewer.close(wire.POLICY, "auth")

    async def _evict(self) -> None:
        now = self.now()
        unused = [actor for actor in self.actors.values() if is_unused(actor, now)]
        for actor in unused:
            self._forget(actor)
        if not unused:
            return
        ids = [actor.terms.table_id for actor in unused]
        try:
            for name in list(self.names.values()):
                await self._writer.run(partial(loading.release, name, ids))
        finally:
            for actor in unused:
                actor.audience.close(wire.LATER, wire.UNUSED)  # the house, which comes again when somebody has


def is_unused(actor: TableActor, now: float) -> bool:
    """Has nobody but the house been here for a minute, while nothing is under way and no clock runs (except one of
    days)? A table between house players is never unused. Nor is one where a missing player forfeits: there the house
    waits for its win."""
    if actor.audience.has_people() or actor.pending or actor.deal_at is not None or actor.empty_since is None:
        return False
    if actor.audience and (actor.terms.forfeits or all(seat.house_level for seat in actor.terms.seats)):
        return False
    no_time_runs = actor.terms.control is None or actor.terms.is_by_days
    return no_time_runs and now - actor.empty_since > EVICT_S


def _ping_s(viewer: Viewer) -> float:
    """The seconds after which a silent socket is pinged: many for a spectator; for a person at a seat one tick before
    the beat, because this check runs once a tick."""
    if viewer.look is None:
        return PING_PUBLIC_S
    return PING_HOUSE_S if viewer.trusted else wire.BEAT_S - TICK_S


def _utc() -> datetime:
    return datetime.now(UTC)
