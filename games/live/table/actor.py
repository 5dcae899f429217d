"""The owner of one table: it takes commands in order, commits each before it answers, then sends events to every
viewer.

A plain object on the event loop of one process, without task, thread or lock. Nothing here waits.
"""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol
from uuid import UUID

from games import engine
from games.live import wire
from games.live.audience import looks
from games.live.audience.audience import Audience
from games.live.setup import clock
from games.live.setup.terms import LETTERS, Terms
from games.live.shuffle import dealing
from games.live.sitting import sitting
from games.live.sitting.rows import Outcome, Secret, Write
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Call, Claim, Credit, Flag, Happened, SetClock, Step
from games.live.store import loading, play_rows
from games.live.table.attendance import Attendance
from games.live.table.commands import Answer, Command, OutsideCommand
from games.live.talk.listeners import Talk

logger = logging.getLogger(__name__)
MOST_QUEUED = 8


@dataclass(slots=True)
class Pending:
    """The one play that is being written to the database."""

    after: Sitting
    events: Happened
    action: Step
    cmd_id: UUID
    command: Command | None


class Runtime(Protocol):
    """What an actor needs from the process that runs it: a clock, the database, and ways to end or drop its table."""

    def now(self) -> float: ...
    def submit(self, write: Write) -> None: ...
    def catch_up(self, actor: "TableActor", then: Callable[[], None]) -> None: ...
    def recall(self, actor: "TableActor", version: int, then: Callable[[Sitting], None]) -> None: ...
    def find(self, actor: "TableActor", cmd_id: UUID, then: Callable[[int | None], None]) -> None: ...
    def is_over(self, actor: "TableActor") -> None: ...
    def drop(self, actor: "TableActor", code: int, reason: str) -> None: ...
    def is_forgiving(self) -> bool: ...


class TableActor:
    """One table in memory. `sitting` is the committed version, the only one that views read. `pending` is at most one
    play."""

    def __init__(self, loaded: loading.Loaded, runtime: Runtime) -> None:
        self.terms: Terms = loaded.terms
        self.sitting = loaded.sitting
        self.epoch = loaded.epoch
        self.acks = dict(loaded.acks)
        self.runtime = runtime
        if loaded.gallery is not None:
            loaded.gallery.set_clock(runtime.now())
        self.audience = Audience(loaded.terms, loaded.gallery)
        self.talk = Talk(loaded.terms, runtime.now())
        stopped_at = runtime.now() if loaded.sitting.is_frozen else None
        self.presence = Attendance(loaded.terms, loaded.met, stopped_at)
        self.lags = tuple(clock.Lag() for _ in loaded.terms.seats)
        self.pending: Pending | None = None
        self.waiting: deque[Command] = deque()
        self.ready: set[int] = set()
        self.since = [runtime.now() - loaded.waited] * loaded.terms.boards
        self.uncredited: list[int] = []
        self.deal_at: float | None = None
        self.call_at = None if loaded.calls_in is None else runtime.now() + loaded.calls_in
        self.empty_since: float | None = runtime.now()

    def begin(self) -> None:
        """Start what is due at the table: time credit after an interruption, chance, the clock."""
        self.uncredited = list(sitting.movers(self.terms, self.sitting))
        self._arm()

    # ---- commands

    def ask(self, wish: OutsideCommand, answer: Callable[[Answer], None]) -> None:
        """Take a command from outside the sockets."""
        self.command(
            Command(cmd_id=wish.cmd_id, seen=wish.seen, action=wish.action, seat=self.terms.seat_of(wish.by),
                    by=wish.by, at=self.runtime.now(), answer=answer, why=wish.why)
        )  # fmt: skip

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
        """Decide a command; the checks run in this order: flag, over, stale, role, board, engine."""
        board = sitting.board_of(self.sitting, command.seat)
        seat = sitting.to_act(self.terms, self.sitting, board)
        if seat is not None and self._is_late(seat, command.at):
            self.waiting.appendleft(command)
            self._play(Flag(seat), name="flag")
        elif self.sitting.ending:
            self._unless_known(command, "over")
        elif not self.sitting.touched[board] <= command.seen <= self.sitting.version:
            self._unless_known(command, "stale")
        elif command.why is not None:
            self._direct(command, mover=seat)
        elif command.seat is None:
            self._refuse(command, "role")
        elif command.board not in (None, board):
            self._refuse(command, "frame")
        elif self.sitting.is_frozen:
            self._refuse(command, "frozen")
        else:
            self._try(command, command.seat, mover=seat)

    def _unless_known(self, command: Command, code: str) -> None:
        """Refuse a command. An old command, which the remembered answers no longer hold, is first looked up in the
        log."""
        if command.seen >= self.sitting.version - loading.REMEMBERED:
            self._refuse(command, code)
            return

        def answer(version: int | None) -> None:
            if version is None:
                self._refuse(command, code)
            else:
                command.answer(Answer(command.cmd_id, version))

        self.runtime.find(self, command.cmd_id, answer)

    def _try(self, command: Command, seat: int, mover: int | None) -> None:
        spent = 0 if mover is None else self._running_ms(mover, command.at)
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

    def _direct(self, command: Command, mover: int | None) -> None:
        """Carry out a director's command. For an undo, the version that it names is first read from the log."""
        spent = 0 if mover is None else self._running_ms(mover, command.at)
        try:
            action = play_rows.directed(self.terms, command.action)
            if isinstance(action, engine.DirUndo) and command.earlier is None and action.event < self.sitting.version:
                again = self.command
                self.runtime.recall(self, action.event, lambda found: again(replace(command, earlier=found)))
                return
            others = self._others_ms(command.at)
            if others and isinstance(action, SetClock):  # the time of every present decision runs on
                spent, others = 0, ()
            after, events = sitting.step(
                self.terms, self.sitting, action, spent=spent, earlier=command.earlier, others=others
            )
        except engine.Impossible as error:
            self._refuse(command, error.code, error.rule)
        except ValueError:
            self._refuse(command, "frame")
        else:
            self._submit(action, after, events, command.cmd_id, command=command, spent=spent, others=others)

    def _others_ms(self, at: float) -> tuple[int, ...]:
        """The time that the decisions at the boards after the first have taken so far; 0 where nobody decides."""
        runs = (sitting.to_act(self.terms, self.sitting, board) for board in range(1, self.terms.boards))
        return tuple(0 if seat is None else self._running_ms(seat, at) for seat in runs)

    def _action(self, command: Command, seat: int) -> Step | None:
        """The action that a player asks for; None if a claim comes too early."""
        action = play_rows.asked(self.terms, command.action, seat)
        if not isinstance(action, Claim):
            return action
        if self.runtime.is_forgiving():
            return None
        gone = self.presence.gone_too_long(self.sitting, seat, self.since, self.runtime.now())
        return None if gone is None else replace(action, gone=gone)

    def _refuse(self, command: Command, code: str, rule: str = "") -> None:
        command.answer(Answer(command.cmd_id, self.sitting.version, code, rule))

    # ---- one play to the database and back

    def _play(self, action: Step, *, name: str, secret: Secret | None = None) -> None:
        """Make a play of the table itself. Its id follows from table and version, so repeats are harmless."""
        after, events = sitting.step(self.terms, self.sitting, action)
        if secret:
            after = sitting.bound(self.terms, after, secret)
        cmd_id = play_rows.own_id(name, self.terms, self.sitting)
        self._submit(action, after, events, cmd_id, secret=secret)

    def _submit(
        self,
        action: Step,
        after: Sitting,
        events: Happened,
        cmd_id: UUID,
        *,
        command: Command | None = None,
        secret: Secret | None = None,
        spent: int = 0,
        lag: int = 0,
        others: tuple[int, ...] = (),
    ) -> None:
        by = command.by if command else None
        write = play_rows.write_of(
            self.terms, self.sitting, after, action, cmd_id=cmd_id, epoch=self.epoch, by=by, secret=secret,
            spent=spent, lag=lag, why=command.why if command else None, others=others,
        )  # fmt: skip
        self.pending = Pending(after, events, action, cmd_id, command)
        self.runtime.submit(write)

    def done(self, outcome: Outcome) -> None:
        """Take the writer's outcome for the pending play."""
        pending = self.pending
        assert pending is not None
        self.pending = None
        if outcome is Outcome.COMMITTED:
            self._advance(pending.after, pending.events, pending.cmd_id)
            if pending.command:
                pending.command.answer(Answer(pending.cmd_id, pending.after.version, is_shown_next=True))
            self._publish(pending.action, pending.events)
            self.go_on()
        elif outcome is Outcome.LOST:
            self.runtime.catch_up(self, lambda: self._after_loss(pending))
        else:
            self.runtime.drop(self, wire.LATER, "database")

    def _after_loss(self, pending: Pending) -> None:
        """Catch up after another door has committed first; our own play may be among those that it committed."""
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
                self._publish(play.action, play.events)

    def _advance(self, after: Sitting, events: Happened, cmd_id: UUID | None) -> None:
        is_call = after.is_called and not self.sitting.is_called  # the clock of who is on move runs on
        now = self.runtime.now()
        if not is_call and len(self.since) == 1:
            self.since = [now]
        elif not is_call:
            before = self.sitting.attempts
            shuffled = {one.board for one in after.attempts if one not in before}
            turned = [at in shuffled or touched == after.version for at, touched in enumerate(after.touched)]
            self.since = [now if new else since for new, since in zip(turned, self.since, strict=True)]
        self.presence.stand(after.is_frozen, now)
        self.sitting = after
        if cmd_id is not None:
            self.acks[cmd_id] = after.version
        if len(self.acks) > loading.REMEMBERED:
            del self.acks[next(iter(self.acks))]
        self.ready.clear()
        self.deal_at = None

    def _publish(self, action: Step, events: Happened) -> None:
        self.audience.publish(self.sitting, action, events, self.clk() if self.audience else None, self.runtime.now())

    def go_on(self) -> None:
        """Go on after a commit: first what is due at the table, then the waiting commands, then the end."""
        if self.pending is None:
            self._arm()
        while self.waiting and self.pending is None:
            self.command(self.waiting.popleft())
        if self.sitting.ending:
            self.runtime.is_over(self)

    # ---- what the table does by itself

    def _arm(self) -> None:
        """Start what is due: time credit first, then a deal at once or a countdown to the next deal. A clock needs
        nothing here: `tick` looks for flags."""
        while self.uncredited:
            seat = self.uncredited.pop(0)
            left = self.sitting.left[seat]
            if left is not None and left < clock.CREDIT_LEAST:
                self._play(Credit(seat, clock.CREDIT_LEAST - left), name="credit")
                return
        if sitting.due_chance(self.terms, self.sitting) is None:
            return
        # the draw, the first deal, further boards of a deal and a shuffle that is under way need no pause
        is_first = self.sitting.state.rest.result is None
        if self.terms.pause_s == 0 or is_first or self.sitting.attempts:
            self._deal()
        elif self.deal_at is None:
            self.deal_at = self.runtime.now() + self.terms.pause_s
            self.tell_next()

    def _deal(self) -> None:
        if self._is_time():
            self._play(Call(), name=play_rows.CALL)
            return
        due = dealing.chance(self.terms, self.sitting) if self.pending is None else None
        if due is not None:
            self._play(due[0], name="deal", secret=due[1])

    def set_ready(self, seat: int) -> None:
        """Note that a seat is ready for the next deal; when all seats are, the deal comes at once."""
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
            left = max(0, round((self.deal_at - self.runtime.now()) * 1000))
            ready = [LETTERS[seat] for seat in sorted(self.ready)]
            self.audience.tell(wire.pack({"k": "next", "in_ms": left, "ready": ready}))

    def tick(self, now: float) -> None:
        """Check every 250 ms: the call of time, a due deal, a fallen flag, players disconnected too long, presence."""
        if not self.runtime.is_forgiving():
            self.presence.miss(now)
        has_begun = self.presence.has_begun  # no time runs at a table to which nobody has come
        if not has_begun:
            self.since = [now] * len(self.since)
        if self.pending is None and not self.sitting.ending:
            seats = sitting.movers(self.terms, self.sitting) if self.terms.control else ()
            late = next((seat for seat in seats if self._is_late(seat, now)), None)
            if has_begun and self._is_time():
                self._play(Call(), name=play_rows.CALL)
            elif self.deal_at is not None and now >= self.deal_at:
                self._deal()
            elif has_begun and late is not None:
                self._play(Flag(late), name="flag")
            elif self.terms.forfeits and not self.sitting.is_frozen and not self.runtime.is_forgiving():
                left = self.presence.forfeit(self.sitting, self.since, now)
                if left is not None:
                    self._play(Claim(*left), name="claim")
        self.audience.tick(now)
        news = self.presence.news(self.sitting, self.since, now) if self.audience else None
        if news is not None:
            self.audience.tell(wire.pack(news))

    def _is_time(self) -> bool:
        """Is it now time to call time?"""
        is_due = self.call_at is not None and self.runtime.now() >= self.call_at
        return is_due and self.pending is None and not self.sitting.is_called and not self.sitting.ending

    def _is_late(self, seat: int, at: float) -> bool:
        """Has the time of this seat run out, even with the lag that it may still claim?"""
        control = self.terms.control
        if control is None or self.runtime.is_forgiving():
            return False
        limit = clock.allowed(control, self.sitting.left[seat]) + self.lags[seat].claimable()
        return self._running_ms(seat, at) > limit

    def _running_ms(self, seat: int, at: float) -> int:
        """The time that the decision at the board of this seat has taken so far."""
        return max(0, round((at - self.since[sitting.board_of(self.sitting, seat)]) * 1000))

    def pres(self, now: float) -> dict[str, Any]:
        """The presence frame: who is here, and the remaining grace of disconnected players in seconds."""
        return self.presence.frame(self.sitting, self.since, now)

    def graces(self, now: float) -> dict[str, float]:
        """The remaining grace of disconnected players in seconds, by seat letter."""
        return self.presence.graces(self.sitting, self.since, now)

    def clk(self) -> list[dict[str, Any]] | None:
        """The clocks as they stand now; None without a clock."""
        if self.terms.control is None:
            return None
        now = self.runtime.now()
        return looks.clocks(self.terms, self.sitting, [round((now - since) * 1000) for since in self.since])
