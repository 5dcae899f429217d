"""A table's protocol in a simulated world: one seed is one world, and the same seed is the same world.

What is real: the socket's frames (`games/consumers.py`), the actor, its audience, the writer's way from a batch to an
outcome (`writer.commit`), the fold of the log (`loading`), the door without an owner. What is simulated, and so differs
from a running site:

- the database is a list of rows with the compare-and-swap of `statements.py`; a statement may be refused, or carried
  out with its answer lost;
- a process is an inbox and a queue of answers instead of a thread and an event loop, and one thing happens at a time;
- a line keeps the order of its frames and may end at any moment, with the frames on it lost;
- to load a table is written here again (`Process.load`), because the real one asks four tables of the database.

Chance decides what happens next: a frame arrives, a process writes or hears an answer, a line breaks, a process dies or
another takes its table while it lives, somebody plays by another door, the database is away. Then the faults end and
everybody must come to the same end. `World.live` raises `Broken` where a promise does not hold.
"""

import json
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock
from uuid import UUID

from django.db import IntegrityError, OperationalError

from games import engine
from games.consumers import TableConsumer
from games.live.audience import looks
from games.live.audience.viewer import Viewer
from games.live.processes.hub import Hub
from games.live.setup.terms import LETTERS, Terms
from games.live.shuffle import dealing
from games.live.sitting import sitting
from games.live.sitting.rows import Outcome, Write
from games.live.sitting.sitting import Sitting
from games.live.store import loading, writer
from games.live.table import ownerless
from games.live.table.actor import TableActor
from games.live.table.commands import OutsideCommand
from games.models import Kind, Play, Table
from tests.games.live.audience.test_frames_hide import terms

STEPS = 140  # things that happen while there are faults
GO_ON, MOST_STEPS = 12, 3_000  # so many plays must follow without faults, within so many things that happen
RESIGNS = 0.002  # of the plays
AWAY = 0.06  # how often a statement fails while there are faults; half of these were carried out


class Broken(BaseException):
    """A promise of the protocol that did not hold in this world. No exception that a socket would catch and log."""


def hold(promise: bool, said: str) -> None:
    """Raise Broken where a promise does not hold."""
    if not promise:
        raise Broken(said)


class Log:
    """The rows of one table, with the statements of `games.live.store.statements` on them."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rows: list[Write] = []
        self.epoch = 0
        self.is_shaky = True
        self.snapshot: bytes | None = None

    @property
    def version(self) -> int:
        """The version of the table."""
        return len(self.rows)

    @property
    def is_over(self) -> bool:
        """Has the sitting ended?"""
        return bool(self.rows) and self.rows[-1].result is not None

    def is_next(self, row: Write) -> bool:
        """The condition of the compare-and-swap."""
        return row.version == self.version + 1 and row.epoch == self.epoch and not self.is_over

    def commit(self, rows: Sequence[Write]) -> set[int]:
        """Commit plays (statements.commit); a fault may come before or after."""
        roll = self.chance.random() if self.is_shaky else 1.0
        if roll < AWAY / 2:
            raise OperationalError("the connection is lost before the statement")
        done = set()
        for row in rows:
            if self.is_next(row):
                if any(row.cmd_id == other.cmd_id for other in self.rows):
                    raise IntegrityError("one play per command")
                self.rows.append(row)
                self.snapshot = row.snapshot or self.snapshot
                done.add(row.table_id)
        if roll < AWAY:
            raise OperationalError("the connection is lost after the statement")
        return done

    def is_committed(self, row: Write) -> bool:
        """Is the play at this version this very one (statements.is_committed)?"""
        stored = self.rows[row.version - 1] if row.version <= self.version else None
        return stored is not None and (stored.cmd_id, stored.at) == (row.cmd_id, row.at)

    def plays(self, table_id: int, *, above: int = 0, until: int | None = None) -> list[Play]:
        """The rows after a version and up to another (logbook.plays)."""
        return [
            Play(table_id=table_id, seq=row.version, cmd_id=row.cmd_id, seat=row.seat, kind=row.kind, at=row.at,
                 action=json.loads(row.action), spent_ms=row.spent_ms, lag_ms=row.lag_ms)
            for row in self.rows[above:until]
        ]  # fmt: skip

    def secret(self, _fixed: Terms, deal: int, attempt: int, _known: Any, board: int = 0) -> Any:
        """The stored secret of an attempt (loading._row)."""
        kept = (row.secret for row in self.rows if row.secret is not None and not row.secret.is_kept)
        found = next(one for one in kept if (one.deal, one.attempt, one.board) == (deal, attempt, board))
        return SimpleNamespace(**asdict(found), suits="CDHS")

    def version_of(self, _table_id: int, cmd_id: UUID) -> int | None:
        """The version that a command made (loading.version_of)."""
        return next((row.version for row in self.rows if row.cmd_id == cmd_id), None)

    def news(self, fixed: Terms, known: Sitting) -> tuple[int, list[loading.Foreign]]:
        """The present epoch, and the plays since a version (loading.news)."""
        return self.epoch, list(loading._fold(fixed, known, self.plays(fixed.table_id, above=known.version)))


class Ear(Viewer):
    """A socket that sends at once, or ends."""

    def _begin_sending(self) -> None:
        assert isinstance(self.line, Line)
        self.line.ends = True


class Line(TableConsumer):
    """One socket: the real one, with the frames on their way to the client."""

    def __init__(self, process: "Process", seat: int) -> None:
        super().__init__()
        self.hub: Any = process
        self.process = process
        self.seat = seat
        self.actor: TableActor | None = None
        self.asked = self.answered = 0
        self.down: deque[dict[str, Any]] = deque()
        self.up: deque[str] = deque()
        self.ends = False

    def join(self, known: int | None) -> None:
        """Sit down at the table of the process."""
        self.actor = self.process.actor
        assert self.actor is not None
        user_id = self.actor.terms.seats[self.seat].user_id
        self.viewer = Ear(self, look=self.seat, user_id=user_id, trusted=True, now=self.process.now(), has_account=True)
        self._join(self.actor, self.viewer, known)

    def tell(self, frame: bytes, *, more: bool = False) -> bool:
        """Put a frame on its way. Nobody is told of a version before it is stored."""
        said = json.loads(frame)
        told = said.get("v", 0) if said["k"] in ("ev", "sync", "resume", "ack", "hello") else 0
        hold(told <= self.process.world.log.version, f"{said['k']} tells of version {told} before it is stored")
        self.answered += said["k"] in ("ack", "no") and said["id"] is not None
        self.down.append(said)
        return True

    def break_off(self) -> None:
        """End, with everything on the way lost."""
        if self.viewer is not None:
            self._leave()
        self.down.clear()
        self.up.clear()
        self.ends = True


class Process:
    """A process that may own the table: what `games.live.processes.hub.Hub` is to an actor."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.actor: TableActor | None = None
        self.addresses: Counter[str] = Counter()
        self.inbox: deque[tuple[Callable[[], Any], Callable[[Any], None]]] = deque()
        self.answers: deque[Callable[[], None]] = deque()
        self.lines: list[Line] = []

    # ---- what an actor asks for

    def now(self) -> float:
        """Seconds of the world."""
        return self.world.now

    def is_forgiving(self) -> bool:
        """Nobody loses by being away in this world: it is about plays."""
        return True

    def submit(self, write: Write) -> None:
        """Hand a play to the writer; its answer goes to the actor that waits for it."""

        def told(outcome: Outcome) -> None:
            actor = self.actor
            if actor is not None and actor.pending is not None and actor.pending.cmd_id == write.cmd_id:
                actor.done(outcome)

        self.inbox.append((lambda: self._commit(write), told))

    def _commit(self, write: Write) -> Outcome:
        try:
            return writer.commit([write])[0]
        except OperationalError:
            return Outcome.FAILED

    def catch_up(self, actor: TableActor, then: Callable[[], None]) -> None:
        """Read what other doors have committed, or drop the table if another process owns it."""
        known = actor.sitting

        def told(found: tuple[int, list[loading.Foreign]]) -> None:
            epoch, plays = found
            if epoch != actor.epoch or self.actor is not actor:
                self.drop(actor, 0, "moved")
                return
            actor.foreign(plays)
            then()

        self.inbox.append((lambda: self.world.log.news(actor.terms, known), told))

    def recall(self, actor: TableActor, version: int, then: Callable[[Sitting], None]) -> None:
        """Nobody takes anything back in this world."""
        raise NotImplementedError

    def find(self, actor: TableActor, cmd_id: UUID, then: Callable[[int | None], None]) -> None:
        """Look a command up in the log."""
        self.inbox.append((lambda: loading.version_of(actor.terms.table_id, cmd_id), then))

    def is_over(self, actor: TableActor) -> None:
        """Close the sockets of a sitting whose end is committed, and forget it."""
        self.drop(actor, 0, "over")

    def drop(self, actor: TableActor, code: int, reason: str) -> None:
        """Drop the table; its sockets reconnect."""
        actor.audience.close(code, reason)
        if self.actor is actor:
            self.actor = None

    leave = Hub.leave

    # ---- what the process does

    def load(self, *, claims: bool = True) -> loading.Loaded:
        """Read the table, and claim it (loading.load)."""
        log, fixed = self.world.log, self.world.fixed
        log.epoch += claims
        last = log.rows[-loading.REMEMBERED :]
        stored = Table(
            pk=fixed.table_id, snapshot=log.snapshot, snapshot_format=loading.SNAPSHOT_FORMAT, version=log.version
        )
        met = frozenset(row.seat for row in last if row.seat is not None and row.kind == Kind.PLAYER)
        acks = {row.cmd_id: row.version for row in last}
        return loading.Loaded(terms=fixed, sitting=loading.read(stored, fixed), epoch=log.epoch, acks=acks, met=met)

    def open(self) -> None:
        """Have the table loaded, as the first socket does."""

        def told(loaded: loading.Loaded) -> None:
            actor = TableActor(loaded, self)
            self.actor = actor
            actor.begin()
            if actor.sitting.ending:
                self.actor = None

        self.inbox.append((self.load, told))

    def beat(self) -> None:
        """Compare the version and the epoch with the table's (Hub._beat, Hub.heard_of)."""
        actor, log = self.actor, self.world.log
        if actor is None:
            return
        if log.epoch != actor.epoch:
            self.drop(actor, 0, "moved")
        elif log.version > actor.sitting.version and actor.pending is None:
            self.catch_up(actor, actor.go_on)

    def write(self) -> None:
        """The writer does the oldest thing in its inbox."""
        work, told = self.inbox.popleft()
        found = work()
        self.answers.append(lambda: told(found))

    def hear(self) -> None:
        """The process hears the oldest answer of its writer."""
        self.answers.popleft()()

    def die(self) -> None:
        """Be killed: what was in the inbox or on a line is lost, and what was written stays."""
        self.inbox.clear()
        self.answers.clear()
        self.actor = None
        for line in self.lines:
            line.viewer = None
            line.break_off()


@dataclass(slots=True)
class Asked:
    """A command of a client, and what it was told: the version it made, or the code of its refusal."""

    seen: int
    ack: int | None = None
    no: str | None = None


class Client:
    """One seat: plays at random, sends again under the same id what was not answered, and believes what it is told."""

    def __init__(self, world: "World", seat: int) -> None:
        self.world, self.seat, self.chance = world, seat, world.chance
        self.line: Line | None = None
        self.view: dict[str, Any] = {}
        self.version = -1
        self.waits: dict[str, Any] | None = None
        self.asked: dict[UUID, Asked] = {}

    def connect(self) -> None:
        """Open a line to the process that owns the table by now; it is loaded first if it must be."""
        process = self.world.owner
        if process.actor is None:
            if not process.inbox and not process.answers:
                process.open()
            return
        self.line = Line(process, self.seat)
        process.lines.append(self.line)
        self.line.join(self.version if self.version >= 0 else None)
        if self.waits:
            self.send(self.waits)

    def send(self, frame: Mapping[str, Any]) -> None:
        """Put a frame on its way to the server."""
        assert self.line is not None
        self.line.up.append(json.dumps(frame))

    def hear(self) -> None:
        """Take in the next frame of the line."""
        assert self.line is not None
        frame = self.line.down.popleft()
        kind = frame["k"]
        if kind in ("sync", "resume"):
            if kind == "resume":
                missed = frame["v"] - frame["from"] + 1
                hold(frame["from"] <= self.version + 1 and len(frame["ev"]) == missed, "events are missing after a gap")
            self.view, self.version = frame["view"], frame["v"]
            self.compare()
        elif kind == "ev":
            hold(frame["v"] == self.version + 1, f"version {frame['v']} is told after version {self.version}")
            self.view, self.version = looks.spelled(self.view, frame["set"]), frame["v"]
            self.compare()
        elif kind in ("ack", "no") and frame["id"] is not None:
            self.answered(frame)
        self.move()

    def answered(self, frame: Mapping[str, Any]) -> None:
        """Note an answer; whoever is busy is asked again."""
        asked = self.asked[UUID(frame["id"])]
        if frame["k"] == "ack":
            hold(asked.ack in (None, frame["v"]), "two answers name two versions")
            asked.ack = frame["v"]
        elif frame["code"] == "busy":
            return
        else:
            asked.no = frame["code"]
        if self.waits and self.waits["id"] == frame["id"]:
            self.waits = None

    def move(self) -> None:
        """Play, if it is this seat's turn and nothing waits for an answer."""
        if self.waits is None and self.view.get("turn") == LETTERS[self.seat] and self.view["actions"]:
            action = {"do": "resign"} if self.chance.random() < RESIGNS else self.chance.choice(self.view["actions"])
            cmd_id = UUID(int=self.chance.getrandbits(128))
            self.waits = {"k": "cmd", "id": str(cmd_id), "v": self.version, "b": 0, **action}
            self.asked[cmd_id] = Asked(self.version)
            self.send(self.waits)

    def insist(self) -> None:
        """Send once more what was not answered, or play; ask for the present version where nothing comes."""
        if self.waits:
            self.send(self.waits)
        elif self.world.chance.random() < 0.5:
            self.send({"k": "sync", "since": max(0, self.version)})
        else:
            self.move()

    def compare(self) -> None:
        """What this seat is shown is what the log gives."""
        shown = looks.view(self.world.fixed, self.world.truth(self.version), self.seat)
        wrong = [key for key, value in json.loads(json.dumps(shown)).items() if self.view.get(key) != value]
        hold(not wrong, f"version {self.version} is shown otherwise than the log has it: {wrong}")


class World:
    """A table of two, the processes that own it one after the other, and the two who play."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance = seed, random.Random(seed)
        self.now = 1_000.0
        self.fixed = replace(terms("gin-rummy-com"), control=None)
        self.log = Log(self.chance)
        self.processes = [Process(self)]
        self.clients = [Client(self, seat) for seat in range(2)]
        self._truth = [sitting.opening(self.fixed)]
        self._fold: Iterator[loading.Foreign] | None = None

    @property
    def owner(self) -> Process:
        """The process to which sockets are led."""
        return self.processes[-1]

    def truth(self, version: int) -> Sitting:
        """A version of the table, from the log alone."""
        while len(self._truth) <= version:
            known = self._truth[-1]
            rows = self.log.plays(self.fixed.table_id, above=known.version, until=known.version + 1)
            self._truth.append(next(iter(loading._fold(self.fixed, known, rows))).sitting)
        return self._truth[version]

    def live(self) -> int:
        """Live this world to its end; the number of plays. Raises Broken."""
        try:
            return self._live()
        except Broken as broken:
            broken.add_note(f"world {self.seed}")
            raise
        except engine.Impossible as impossible:
            raise Broken(f"world {self.seed}: the log cannot be played: {impossible}") from impossible

    def _live(self) -> int:
        with simulated(self):
            for _ in range(STEPS):
                self.step(shaky=True)
            self.log.is_shaky = False
            goal = self.log.version + GO_ON
            for _ in range(MOST_STEPS):
                if self.has_gone_on(goal):
                    break
                self.step(shaky=False)
            else:
                raise Broken(f"it stands still at version {self.log.version}: {self.stands()}")
            self.come_to_rest()
            self.judge()
        return self.log.version

    def has_gone_on(self, goal: int) -> bool:
        """Has the table gone on to this version, and every command from the time of the faults been answered, or is the
        sitting over?"""
        if self.log.is_over:
            return not any(one.inbox or one.answers for one in self.processes)
        is_new = [one.waits is None or one.waits["v"] >= goal - GO_ON for one in self.clients]
        return self.log.version >= goal and all(is_new)

    def come_to_rest(self) -> None:
        """Everything that is under way in the processes is done; nobody asks for more."""
        while busy := [one for one in self.processes if one.inbox or one.answers]:
            for process in busy:
                (process.write if process.inbox else process.hear)()

    def stands(self) -> str:
        """Where it stands still."""
        return ", ".join(f"{LETTERS[one.seat]} at {one.version} waits for {one.waits}" for one in self.clients)

    # ---- what happens

    def step(self, *, shaky: bool) -> None:
        """One thing happens, by chance."""
        self.now += self.chance.random() * 0.2
        happens: list[Callable[[], None]] = []
        for process in self.processes:
            if process.inbox:
                happens.append(process.write)
            if process.answers:
                happens.append(process.hear)
            actor = process.actor
            if actor is not None:
                happens.append(partial(actor.tick, self.now))
        for client in self.clients:
            happens += self.of_client(client)
        if happens:
            self.chance.choice(happens)()
        if shaky:
            self.fault()
        elif self.chance.random() < 0.1:
            for process in self.processes:
                process.beat()

    def of_client(self, client: Client) -> list[Callable[[], None]]:
        """What may happen to a client and its line."""
        line = client.line
        if line is None:
            return [client.connect]
        found: list[Callable[[], None]] = []
        if line.down:
            found += [client.hear] * 2
        if line.up:
            found += [partial(self.arrives, line)] * 2
        if line.ends and not line.down:
            found.append(partial(self.ended, client))
        if not line.down and not line.up and self.chance.random() < 0.2:
            found.append(client.insist)
        return found

    def arrives(self, line: Line) -> None:
        """A frame arrives at the server; a closed socket hears nothing."""
        text = line.up.popleft()
        if not line.ends and line.viewer is not None:
            line.asked += json.loads(text)["k"] == "cmd"
            line.heard(text)

    def ended(self, client: Client) -> None:
        """A client notices that its line has ended."""
        assert client.line is not None
        client.line.break_off()
        client.line = None

    def fault(self) -> None:
        """Perhaps something goes wrong."""
        roll = self.chance.random()
        client = self.chance.choice(self.clients)
        if roll < 0.02 and client.line is not None:
            client.line.break_off()
        elif roll < 0.03:  # killed: another process takes over
            self.owner.die()
            self.processes.append(Process(self))
        elif roll < 0.04:  # taken for dead, and still alive
            self.processes.append(Process(self))
            self.owner.open()
        elif roll < 0.06:
            self.elsewhere()
        elif roll < 0.07 and client.line is not None and client.waits:
            client.send(client.waits)  # a frame comes twice
        elif roll < 0.09:
            self.chance.choice(self.processes).beat()
        self.processes = [one for one in self.processes if one is self.owner or one.actor or one.inbox or one.answers]

    def elsewhere(self) -> None:
        """A seat plays by the API, in a process that does not own the table."""
        now = self.truth(self.log.version)
        seat = sitting.to_act(self.fixed, now)
        if seat is None:
            return
        actions = looks.spelled(looks.view(self.fixed, now, seat), {})["actions"]
        if not actions:
            return
        wish = OutsideCommand(
            table=self.fixed.public_id, cmd_id=UUID(int=self.chance.getrandbits(128)), seen=now.version,
            action=self.chance.choice(actions), by=self.fixed.seats[seat].user_id,
        )  # fmt: skip
        self.clients[seat].asked[wish.cmd_id] = asked = Asked(wish.seen)
        try:
            answer = ownerless.play(wish)
        except OperationalError:
            return
        asked.ack, asked.no = (None, answer.code) if answer.code else (answer.version, None)
        if self.owner.actor is not None and self.chance.random() < 0.5:  # the owner is told, or finds out
            self.owner.beat()

    # ---- what must hold

    def judge(self) -> None:
        """What was acknowledged is in the log once, what was refused is not, and each play was asked for in time."""
        ids = Counter(row.cmd_id for row in self.log.rows)
        hold(not ids or max(ids.values()) == 1, "a command was played twice")
        hold([row.version for row in self.log.rows] == list(range(1, len(self.log.rows) + 1)), "the log has a gap")
        for process in self.processes:
            for line in process.lines:
                is_open = line.viewer is not None and not line.ends and line.actor is process.actor
                hold(not is_open or line.asked == line.answered, "a command on a line that held was not answered")
        for client in self.clients:
            for cmd_id, asked in client.asked.items():
                stored = self.log.version_of(0, cmd_id)
                if asked.ack is not None:
                    hold(stored == asked.ack, f"version {asked.ack} was acknowledged, and {stored} is stored")
                elif asked.no is not None:
                    hold(stored is None, f"refused as {asked.no}, and stored as version {stored}")
                if stored is not None:
                    before = self.truth(stored - 1)
                    hold(before.touched[0] <= asked.seen, f"version {stored} was decided on an older one")
        self.truth(self.log.version)


class StillTime:
    """The clock of the writer, which passes when it waits."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        """Seconds."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let seconds pass."""
        self.now += seconds


@contextmanager
def simulated(world: World) -> Iterator[None]:
    """The database, the writer's clock and the chance of the shuffle are those of this world."""
    log = world.log
    with ExitStack() as stack:
        for place, name, what in (
            (writer.statements, "commit", lambda rows: log.commit(rows)),
            (writer.statements, "is_committed", lambda row: log.is_committed(row)),
            (writer, "connection", SimpleNamespace(close=lambda: None)),
            (writer, "time", StillTime()),
            (writer, "logger", mock.Mock()),
            (loading.logbook, "plays", lambda table, **asked: log.plays(table, **asked)),
            (loading, "_row", lambda *asked: log.secret(*asked)),
            (loading, "version_of", lambda *asked: log.version_of(*asked)),
            (loading, "news", lambda *asked: log.news(*asked)),
            (loading, "load", lambda _table, _owner: Process(world).load(claims=False)),
            (dealing, "secrets", SimpleNamespace(token_bytes=world.chance.randbytes)),
        ):
            stack.enter_context(mock.patch.object(place, name, what))
        yield
