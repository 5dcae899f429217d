"""The owner of one table: commands in order, commit before any word, then events to every viewer and the next command.

A plain object on the event loop of one process, without task, thread or lock. Nothing here waits.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol
from uuid import UUID

from games import engine
from games.live import clock, dealing, loading, looks, plays, sitting, wire
from games.live.audience import Audience
from games.live.presence import Presence
from games.live.sitting import Claim, Credit, Flag, Sitting, Step
from games.live.statements import Outcome, Secret, Write
from games.live.terms import LETTERS, Terms

logger = logging.getLogger(__name__)
MOST_QUEUED = 8


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command: the version it made (`code` empty), or the code of its refusal and the version now."""

    cmd_id: UUID
    version: int
    code: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A wish to change the table. `seat` None is a stranger; `action` is the wire's JSON; `at` is when it arrived, in
    seconds of the loop's clock; `answer` is called once."""

    cmd_id: UUID
    seen: int
    action: Mapping[str, Any]
    seat: int | None
    by: int | None
    at: float
    answer: Callable[[Answer], None]


@dataclass(frozen=True, slots=True)
class Pending:
    """The one play that is on its way to the database."""

    after: Sitting
    events: tuple[Any, ...]
    cmd_id: UUID
    command: Command | None


class House(Protocol):
    """What an actor needs of its hub."""

    def now(self) -> float: ...
    def submit(self, write: Write) -> None: ...
    def catch_up(self, actor: "TableActor", then: Callable[[], None]) -> None: ...
    def find(self, actor: "TableActor", cmd_id: UUID, then: Callable[[int | None], None]) -> None: ...
    def is_over(self, actor: "TableActor") -> None: ...
    def drop(self, actor: "TableActor", code: int, reason: str) -> None: ...
    def is_forgiving(self) -> bool: ...


class TableActor:
    """One table in memory. `sitting` is committed and the only thing that views read; `pending` is at most one play."""

    def __init__(self, loaded: loading.Loaded, house: House) -> None:
        self.terms: Terms = loaded.terms
        self.sitting = loaded.sitting
        self.epoch = loaded.epoch
        self.acks = dict(loaded.acks)
        self.house = house
        self.audience = Audience(loaded.terms)
        self.presence = tuple(Presence() for _ in loaded.terms.seats)
        self.lags = tuple(clock.Lag() for _ in loaded.terms.seats)
        self.pending: Pending | None = None
        self.waiting: deque[Command] = deque()
        self.ready: set[int] = set()
        self.since = house.now()
        self.deal_at: float | None = None
        self.empty_since: float | None = house.now()
        self.words: dict[str, Any] = {}

    def begin(self) -> None:
        """Start what the table owes: time credit after an interruption, chance, the clock."""
        seat = sitting.to_act(self.terms, self.sitting)
        left = None if seat is None else self.sitting.left[seat]
        if seat is not None and left is not None and left < clock.CREDIT_LEAST:
            self._play(Credit(seat, clock.CREDIT_LEAST - left), name="credit")
            return
        self._arm()

    # ---- commands

    def command(self, command: Command) -> None:
        """Take a command; its answer may come later, after those before it."""
        if command.cmd_id in self.acks:
            command.answer(Answer(command.cmd_id, self.acks[command.cmd_id]))
        elif self.pending is None:
            self._decide(command)
        elif len(self.waiting) < MOST_QUEUED:
            self.waiting.append(command)
        else:
            self._refuse(command, "busy")

    def _decide(self, command: Command) -> None:
        """In this order: flag, over, stale, role, engine."""
        seat = sitting.to_act(self.terms, self.sitting)
        if seat is not None and self._is_late(seat, command.at):
            self.waiting.appendleft(command)
            self._play(Flag(seat), name="flag")
        elif self.sitting.ending:
            self._unless_known(command, "over")
        elif not self.sitting.touched <= command.seen <= self.sitting.version:
            self._unless_known(command, "stale")
        elif command.seat is None:
            self._refuse(command, "role")
        else:
            self._try(command, command.seat, mover=seat)

    def _unless_known(self, command: Command, code: str) -> None:
        """A command that is older than what is remembered may be in the log all the same."""
        if command.seen >= self.sitting.version - loading.REMEMBERED:
            self._refuse(command, code)
            return

        def answer(version: int | None) -> None:
            if version is None:
                self._refuse(command, code)
            else:
                command.answer(Answer(command.cmd_id, version))

        self.house.find(self, command.cmd_id, answer)

    def _try(self, command: Command, seat: int, mover: int | None) -> None:
        spent = max(0, round((command.at - self.since) * 1000)) if seat == mover else 0
        lag = self.lags[seat].claimable() if seat == mover and self.terms.control else 0
        try:
            action = self._action(command, seat)
            if action is None:
                self._refuse(command, "early")
                return
            after, events = sitting.step(self.terms, self.sitting, action, spent=spent, lag=min(lag, spent))
        except engine.Impossible as error:
            self._refuse(command, error.code, error.rule)
        except ValueError:  # a malformed action: codec.BadAction and its kin
            self._refuse(command, "frame")
        else:
            if lag:
                lag = self.lags[seat].claim(spent)
            self._submit(action, after, events, command.cmd_id, command=command, spent=spent, lag=lag)

    def _action(self, command: Command, seat: int) -> Step | None:
        """The action that a player asks for; None when a claim comes before its time."""
        action = plays.asked(command.action, seat)
        return None if isinstance(action, Claim) and not self._may_claim(seat) else action

    def _may_claim(self, seat: int) -> bool:
        control = self.terms.control
        bank_s = control.bank / 1000 if control and control.bank else None
        return not self.house.is_forgiving() and self.presence[1 - seat].grace_left(self.house.now(), bank_s) == 0

    def _refuse(self, command: Command, code: str, rule: str = "") -> None:
        command.answer(Answer(command.cmd_id, self.sitting.version, code, rule))

    # ---- one play to the database and back

    def _play(self, action: Step, *, name: str, secret: Secret | None = None) -> None:
        """A play of the table itself; its id follows from table and version, so that repeats are harmless."""
        after, events = sitting.step(self.terms, self.sitting, action)
        if secret:
            after = replace(after, commitment=secret.commitment)
        cmd_id = plays.own_id(name, self.terms, self.sitting)
        self._submit(action, after, events, cmd_id, secret=secret)

    def _submit(
        self,
        action: Step,
        after: Sitting,
        events: tuple[Any, ...],
        cmd_id: UUID,
        *,
        command: Command | None = None,
        secret: Secret | None = None,
        spent: int = 0,
        lag: int = 0,
    ) -> None:
        self.pending = Pending(after, events, cmd_id, command)
        by = command.by if command else None
        write = plays.write_of(
            self.terms, self.sitting, after, action, cmd_id=cmd_id, epoch=self.epoch, by=by, secret=secret,
            spent=spent, lag=lag,
        )  # fmt: skip
        self.house.submit(write)

    def done(self, outcome: Outcome) -> None:
        """The writer answers for the pending play."""
        pending = self.pending
        assert pending is not None
        self.pending = None
        if outcome is Outcome.COMMITTED:
            self._advance(pending.after, pending.events, pending.cmd_id)
            if pending.command:
                pending.command.answer(Answer(pending.cmd_id, pending.after.version))
            self._publish(pending.events)
            self.go_on()
        elif outcome is Outcome.LOST:
            self.house.catch_up(self, lambda: self._after_loss(pending))
        else:
            self.house.drop(self, wire.LATER, "database")

    def _after_loss(self, pending: Pending) -> None:
        """Another door was first; our own play may still be among those that it committed."""
        if pending.command:
            code = "" if pending.cmd_id in self.acks else "stale"
            version = self.acks.get(pending.cmd_id, self.sitting.version)
            pending.command.answer(Answer(pending.cmd_id, version, code))
        self.go_on()

    def foreign(self, plays: list[loading.Foreign]) -> None:
        """Fold in plays that another door committed."""
        for play in plays:
            if play.sitting.version == self.sitting.version + 1:
                self._advance(play.sitting, play.events, play.cmd_id)
                self._publish(play.events)

    def _advance(self, after: Sitting, events: tuple[Any, ...], cmd_id: UUID) -> None:
        self.sitting = after
        self.acks[cmd_id] = after.version
        if len(self.acks) > loading.REMEMBERED:
            del self.acks[next(iter(self.acks))]
        self.since = self.house.now()
        self.ready.clear()
        self.deal_at = None

    def _publish(self, events: tuple[Any, ...]) -> None:
        if self.audience:
            self.audience.publish(self.sitting, events, self.clk())
        else:
            self.audience.ring.append((self.sitting.version, events))

    def go_on(self) -> None:
        """After a commit: what the table owes first, then the commands that waited, then the farewell."""
        if self.pending is None:
            self._arm()
        while self.waiting and self.pending is None:
            self.command(self.waiting.popleft())
        if self.sitting.ending:
            self.house.is_over(self)

    # ---- what the table does by itself

    def _arm(self) -> None:
        """Deal at once, or count down to the next deal; a clock needs nothing: its flag is looked for."""
        if self.sitting.ending or engine.due_chance(self.terms.rules, self.sitting.state) is None:
            return
        if self.terms.pause_s == 0 or self.sitting.state.rest.deal == 0:  # the cut and the first deal need no pause
            self._deal()
        elif self.deal_at is None:
            self.deal_at = self.house.now() + self.terms.pause_s
            self.tell_next()

    def _deal(self) -> None:
        due = dealing.chance(self.terms, self.sitting)
        if due is not None and self.pending is None:
            self._play(due[0], name="deal", secret=due[1])

    def set_ready(self, seat: int) -> None:
        """A seat waits for the next deal; when all do, it comes at once."""
        if self.deal_at is None or self.sitting.ending:
            return
        self.ready.add(seat)
        self.ready |= {at for at, sitter in enumerate(self.terms.seats) if sitter.house_level}
        if len(self.ready) == len(self.terms.seats):
            self._deal()
        else:
            self.tell_next()

    def tell_next(self) -> None:
        """Tell everybody when the next deal comes and who is ready for it."""
        if self.deal_at is not None:
            left = max(0, round((self.deal_at - self.house.now()) * 1000))
            ready = [LETTERS[seat] for seat in sorted(self.ready)]
            self.audience.tell(wire.pack({"k": "next", "in_ms": left, "ready": ready}))

    def tick(self, now: float) -> None:
        """Every 250 ms: a deal whose time has come, a fallen flag, who is here."""
        if self.pending is None and not self.sitting.ending:
            seat = sitting.to_act(self.terms, self.sitting) if self.terms.control else None
            if self.deal_at is not None and now >= self.deal_at:
                self._deal()
            elif seat is not None and self._is_late(seat, now):
                self._play(Flag(seat), name="flag")
        self._tell_presence(now)

    def _is_late(self, seat: int, at: float) -> bool:
        """Is the time of this seat used up, with the lag that it may still claim?"""
        control = self.terms.control
        if control is None or self.house.is_forgiving():
            return False
        limit = clock.allowed(control, self.sitting.left[seat]) + self.lags[seat].claimable()
        return (at - self.since) * 1000 > limit

    def _tell_presence(self, now: float) -> None:
        if not self.audience:
            return
        control = self.terms.control
        bank_s = control.bank / 1000 if control and control.bank else None
        words: dict[str, Any] = {LETTERS[at]: one.word(now) for at, one in enumerate(self.presence)}
        if words != self.words:
            self.words = words
            self.audience.tell(wire.pack(self.pres(now, bank_s)))

    def pres(self, now: float, bank_s: float | None = None) -> dict[str, Any]:
        """Who is here, and the seconds of grace of who is gone."""
        grace = {LETTERS[at]: round(left) for at, one in enumerate(self.presence)
                 if (left := one.grace_left(now, bank_s)) is not None}  # fmt: skip
        return {"k": "pres"} | {LETTERS[at]: one.word(now) for at, one in enumerate(self.presence)} | {"grace": grace}

    def clk(self) -> list[dict[str, Any]] | None:
        """The clocks as they stand now."""
        return looks.clocks(self.terms, self.sitting, round((self.house.now() - self.since) * 1000))
