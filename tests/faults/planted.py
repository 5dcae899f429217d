"""Faults that are planted into the protocol of a table, to see that the simulated worlds find them. Each is a mistake
that somebody could make."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

from games.live.audience.audience import Audience
from games.live.sitting.rows import Outcome
from games.live.store import loading, writer
from games.live.table.actor import TableActor
from games.live.table.commands import Answer, Command
from tests.faults import world

Plant = Callable[[], AbstractContextManager[Any]]


def _in(place: Any, name: str, made: Callable[[Any], Any]) -> Plant:
    """Put what is made of a function in its place."""
    return lambda: mock.patch.object(place, name, made(getattr(place, name)))


def _ack_before_it_is_stored(real: Any) -> Any:
    def submit(self: TableActor, action: Any, after: Any, events: Any, cmd_id: Any, **more: Any) -> None:
        command = more.get("command")
        if command is not None:
            command.answer(Answer(cmd_id, after.version))
        real(self, action, after, events, cmd_id, **more)

    return submit


def _show_before_it_is_stored(real: Any) -> Any:
    def submit(self: TableActor, action: Any, after: Any, events: Any, cmd_id: Any, **more: Any) -> None:
        self.audience.publish(after, action, events, None, self.runtime.now())
        real(self, action, after, events, cmd_id, **more)

    return submit


def _lost_is_taken_for_stored(real: Any) -> Any:
    def done(self: TableActor, outcome: Outcome) -> None:
        real(self, Outcome.COMMITTED if outcome is Outcome.LOST else outcome)

    return done


def _answers_are_not_looked_up(_real: Any) -> Any:
    def command(self: TableActor, asked: Command) -> None:
        if self.pending is None:
            self._decide(asked)
        else:
            self.waiting.append(asked)

    return command


def _waiting_commands_are_forgotten(real: Any) -> Any:
    def go_on(self: TableActor) -> None:
        self.waiting.clear()
        real(self)

    return go_on


def _old_commands_are_carried_out(real: Any) -> Any:
    def decide(self: TableActor, command: Command) -> None:
        command.seen = self.sitting.version
        real(self, command)

    return decide


def _foreign_plays_are_folded_twice(_real: Any) -> Any:
    def foreign(self: TableActor, plays: Any) -> None:
        for play in [*plays[:1], *plays]:
            self._advance(play.sitting, play.events, play.cmd_id)
            self._publish(play.action, play.events)

    return foreign


def _foreign_plays_are_not_shown(_real: Any) -> Any:
    def foreign(self: TableActor, plays: Any) -> None:
        for play in plays:
            self._advance(play.sitting, play.events, play.cmd_id)

    return foreign


def _views_outlive_their_last_viewer(_real: Any) -> Any:
    def remove(self: Audience, viewer: Any) -> bool:
        group = self.viewers.get(viewer.look, [])
        if viewer not in group:
            return False
        group.remove(viewer)
        if not group:
            del self.viewers[viewer.look]
        self.active.pop(viewer.look, None)
        return True

    return remove


def _snapshot_alone_is_loaded(_real: Any) -> Any:
    def read(row: Any, fixed: Any) -> Any:
        now = loading.sitting.opening(fixed)
        return now if row.snapshot is None else loading.snapshots.opened(fixed, bytes(row.snapshot))

    return read


def _answers_are_forgotten_when_loaded(real: Any) -> Any:
    def load(self: world.Process, **more: Any) -> loading.Loaded:
        found: loading.Loaded = real(self, **more)
        found.acks.clear()
        return found

    return load


def _gap_is_one_short(_real: Any) -> Any:
    def catch_up(self: Audience, viewer: Any, sitting: Any, since: int | None, clk: Any) -> None:
        ring = self.ring
        if since is not None and ring and ring[0][0] - 1 <= since < sitting.version:
            missed = [events for version, events in ring if version > since + 1]
            viewer.send(self._whole(sitting, viewer.look, clk, since + 1, missed))
        else:
            viewer.send(self._whole(sitting, viewer.look, clk))

    return catch_up


def _id_alone_tells_what_is_stored(_real: Any) -> Any:
    def is_committed(self: world.Log, row: Any) -> bool:
        return row.version <= self.version and self.rows[row.version - 1].cmd_id == row.cmd_id

    return is_committed


def _swap_forgets_the_version(_real: Any) -> Any:
    return lambda self, row: row.epoch == self.epoch and not self.is_over


# By what is planted.
PLANTED: dict[str, Plant] = {
    "a play is acknowledged before it is stored": _in(TableActor, "_submit", _ack_before_it_is_stored),
    "a play is shown before it is stored": _in(TableActor, "_submit", _show_before_it_is_stored),
    "a play that came second is taken for stored": _in(TableActor, "done", _lost_is_taken_for_stored),
    "a command that is sent again is decided again": _in(TableActor, "command", _answers_are_not_looked_up),
    "commands that wait are forgotten": _in(TableActor, "go_on", _waiting_commands_are_forgotten),
    "a command of an older version is carried out": _in(TableActor, "_decide", _old_commands_are_carried_out),
    "plays of another door are folded twice": _in(TableActor, "foreign", _foreign_plays_are_folded_twice),
    "plays of another door are not shown": _in(TableActor, "foreign", _foreign_plays_are_not_shown),
    "a view outlives its last viewer": _in(Audience, "remove", _views_outlive_their_last_viewer),
    "a table is loaded from its snapshot alone": _in(loading, "read", _snapshot_alone_is_loaded),
    "answers are forgotten when a table is loaded": _in(world.Process, "load", _answers_are_forgotten_when_loaded),
    "the swap forgets the version": _in(world.Log, "is_next", _swap_forgets_the_version),
    "a command's id alone tells what is stored": _in(world.Log, "is_committed", _id_alone_tells_what_is_stored),
    "what was missed is told one event short": _in(Audience, "catch_up", _gap_is_one_short),
    "a lost connection counts as stored": _in(
        writer, "_alone", lambda _real: lambda row, *, unknown: Outcome.COMMITTED
    ),
}
