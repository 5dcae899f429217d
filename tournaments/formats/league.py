"""Leagues: matches with a window instead of a start, and how two players agree on a time.

Moments are whole numbers in any unit, the same one throughout; nothing here reads a clock.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.formats.refusal import Refused
from tournaments.pairing.round_robin import Round

PROPOSALS = 3  # each, for one time to be settled


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The window of a match: it may be played from `open_from` to `due_by`, and its time must be agreed by `settle_by`.
    `default_at` is the time that then holds (None: the director decides). Raises ValueError for moments in the wrong
    order."""

    open_from: int
    due_by: int
    settle_by: int
    default_at: int | None = None

    def __post_init__(self) -> None:
        last = self.due_by if self.default_at is None else self.default_at
        if not self.open_from <= self.settle_by <= last <= self.due_by:
            raise ValueError("a window opens, is settled, has its default time and is over, in this order")


def windows(
    count: int, opens: int, length: int, settle_after: int, default_after: int | None = None
) -> tuple[Window, ...]:
    """The `count` windows of a league one after the other, all of the same length; the spans are counted from the
    opening of each."""
    starts = range(opens, opens + count * length, length) if count else ()
    return tuple(
        Window(
            open_from=start,
            due_by=start + length,
            settle_by=start + settle_after,
            default_at=None if default_after is None else start + default_after,
        )
        for start in starts
    )


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of a league: its round, who deals first, who deals second, and its window."""

    round: int
    first: int
    second: int
    window: Window


def fixtures(rounds: Iterable[Round], spans: Sequence[Window]) -> tuple[Fixture, ...]:
    """All matches of a round robin, each with the window of its round. Raises ValueError unless every round has one."""
    return tuple(
        Fixture(one.number, first, second, span)
        for one, span in zip(rounds, spans, strict=True)
        for first, second in one.pairs
    )


class State(StrEnum):
    """The states of an appointment: no time yet, a time holds, or it waits for the director."""

    OPEN = "open"
    AGREED = "agreed"
    QUEUED = "queued"


@dataclass(frozen=True, slots=True)
class Propose:
    """A side proposes a time: the first one, or another one for a match that has one."""

    by: int
    at: int


@dataclass(frozen=True, slots=True)
class Accept:
    """A side accepts a time that the other has proposed."""

    by: int
    at: int


@dataclass(frozen=True, slots=True)
class Decline:
    """A side declines a time that the other has proposed; the proposal still counts for the other."""

    by: int
    at: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A side withdraws its own proposal, which still counts."""

    by: int
    at: int


@dataclass(frozen=True, slots=True)
class Settle:
    """The deadline has come: a match without a time gets its default time, or goes to the director."""


@dataclass(frozen=True, slots=True)
class Direct:
    """The director sets the time."""

    at: int


Action = Propose | Accept | Decline | Withdraw | Settle | Direct


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """The state of two players' agreement on the time of their match. `notice`: it may be moved until so long before.

    `proposals` are those on the table, made since the last time that was agreed, oldest first; `spent` those that were
    declined or taken back since then; `is_default`: nobody chose this time.
    """

    fixture: Fixture
    notice: int = 0
    state: State = State.OPEN
    at: int | None = None
    is_default: bool = False
    proposals: tuple[Propose, ...] = ()
    spent: tuple[Propose, ...] = ()

    @property
    def sides(self) -> tuple[int, int]:
        """The two players."""
        return self.fixture.first, self.fixture.second

    def left(self, by: int) -> int:
        """How many more proposals this side has."""
        return PROPOSALS - sum(one.by == by for one in (*self.proposals, *self.spent))


def apply(appointment: Appointment, action: Action, now: int) -> Appointment:
    """The appointment after an action. Raises Refused for what is not allowed now, and then changes nothing."""
    move = MOVES.get((appointment.state, type(action)))
    if move is None:
        raise Refused("with_the_director", "the time is the director's to set")
    return move(appointment, action, now)


def fold(appointment: Appointment, log: Iterable[tuple[int, Action]]) -> Appointment:
    """The appointment after a log of (moment, action); the same log gives the same appointment."""
    for now, action in log:
        appointment = apply(appointment, action, now)
    return appointment


def _propose(one: Appointment, action: Propose, now: int) -> Appointment:
    _check_side(one, action.by)
    _check_time(one, action.at, now)
    if not one.left(action.by):
        raise Refused("no_proposals_left", f"each side proposes up to {PROPOSALS} times")
    if action.at == one.at or any(other.at == action.at for other in one.proposals):
        raise Refused("proposed_already", "this time is on the table already: accept it, or name another one")
    return replace(one, proposals=(*one.proposals, action))


def _accept(one: Appointment, action: Accept, now: int) -> Appointment:
    _check_side(one, action.by)
    _check_time(one, action.at, now)
    if not any(other.at == action.at and other.by != action.by for other in one.proposals):
        raise Refused("not_proposed", "a time is accepted that the other side has proposed")
    return _agreed(one, action.at)


def _decline(one: Appointment, action: Decline, now: int) -> Appointment:
    _check_side(one, action.by)
    return _spend(one, action.at, tuple(side for side in one.sides if side != action.by))


def _withdraw(one: Appointment, action: Withdraw, now: int) -> Appointment:
    _check_side(one, action.by)
    return _spend(one, action.at, (action.by,))


def _spend(one: Appointment, at: int, sides: tuple[int, ...]) -> Appointment:
    gone = next((other for other in one.proposals if other.at == at and other.by in sides), None)
    if gone is None:
        raise Refused("not_proposed", "a time that is on the table")
    left = tuple(other for other in one.proposals if other is not gone)
    return replace(one, proposals=left, spent=(*one.spent, gone))


def _move_by_proposal(one: Appointment, action: Propose, now: int) -> Appointment:
    _check_notice(one, now)
    return _propose(one, action, now)


def _move_by_acceptance(one: Appointment, action: Accept, now: int) -> Appointment:
    _check_notice(one, now)
    return _accept(one, action, now)


def _settle(one: Appointment, action: Settle, now: int) -> Appointment:
    """Settle the time once its moment has come. Before that, and a second time, nothing changes."""
    window = one.fixture.window
    if now < window.settle_by:
        return one
    if window.default_at is None:
        return replace(one, state=State.QUEUED)
    return replace(_agreed(one, window.default_at), is_default=True)


def _as_it_is(one: Appointment, action: Settle, now: int) -> Appointment:
    return one


def _direct(one: Appointment, action: Direct, now: int) -> Appointment:
    if action.at <= now:
        raise Refused("past", "a time to come")
    return _agreed(one, action.at)


def _agreed(one: Appointment, at: int) -> Appointment:
    return replace(one, state=State.AGREED, at=at, is_default=False, proposals=(), spent=())


def _check_side(one: Appointment, by: int) -> None:
    if by not in one.sides:
        raise Refused("not_yours", "only the two who play settle on a time")


def _check_time(one: Appointment, at: int, now: int) -> None:
    window = one.fixture.window
    if at <= now:
        raise Refused("past", "a time to come")
    if not window.open_from <= at <= window.due_by:
        raise Refused("outside_window", f"a time from {window.open_from} to {window.due_by}")


def _check_notice(one: Appointment, now: int) -> None:
    if one.at is not None and now > one.at - one.notice:
        raise Refused("too_late", f"a match is moved until {one.at - one.notice}")


MOVES: dict[tuple[State, type[Action]], Callable[..., Appointment]] = {
    (State.OPEN, Propose): _propose,
    (State.OPEN, Accept): _accept,
    (State.OPEN, Decline): _decline,
    (State.OPEN, Withdraw): _withdraw,
    (State.OPEN, Settle): _settle,
    (State.OPEN, Direct): _direct,
    (State.AGREED, Propose): _move_by_proposal,
    (State.AGREED, Accept): _move_by_acceptance,
    (State.AGREED, Decline): _decline,
    (State.AGREED, Withdraw): _withdraw,
    (State.AGREED, Settle): _as_it_is,
    (State.AGREED, Direct): _direct,
    (State.QUEUED, Settle): _as_it_is,
    (State.QUEUED, Direct): _direct,
}
