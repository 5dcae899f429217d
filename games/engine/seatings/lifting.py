"""Translate between a board and its sitting: seats 0 and 1 of the board are two seats of the larger table."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from games.engine.moves.actions import Discard
from games.engine.moves.events import Event
from games.engine.moves.kinds import seat_fields
from games.engine.moves.result import DealResult
from games.engine.play.impossible import Impossible
from games.engine.play.ready import DISCARD
from games.engine.play.state import Effect

Seats = tuple[int, int]


READY = 1 << 16  # a cache of translated actions and events: a sitting repeats the same ones


@lru_cache(maxsize=READY)
def local_action(action: Any, seats: Seats) -> Any:
    """Translate an action to the board; Impossible E_OPTION if it names a seat that is not at this board."""
    changes: dict[str, int] = {}
    for name in seat_fields(action.__class__):
        seat = getattr(action, name)
        if seat is not None:
            if seat not in seats:
                raise Impossible("E_OPTION", "§2", f"{name}: that seat does not play at this board")
            changes[name] = seats.index(seat)
    return replace(action, **changes)


@lru_cache(maxsize=READY)
def lifted_action(action: Any, seats: Seats) -> Any:
    """Translate an action of the board to the sitting."""
    return _with_seats(action, seats)


def lifted_actions(actions: tuple[Any, ...], seat: int, seats: Seats) -> tuple[Any, ...]:
    """All actions of `seat` of the sitting at its board; discards, which are most of them, are made in advance."""
    throw = DISCARD[seat]
    return tuple([throw[one.card] if one.__class__ is Discard else lifted_action(one, seats) for one in actions])


@lru_cache(maxsize=READY)
def lifted_event(event: Event, seats: Seats) -> Event:
    """Translate an event of the board to the sitting."""
    lifted: Event = _with_seats(event, seats)
    return lifted


def lifted_result(result: DealResult, seats: Seats, n: int) -> DealResult:
    """Translate the result of the board to tuples by the `n` seats of the sitting; a seat that did not play has no
    count."""
    counts = None if result.counts is None else by_seats(result.counts, seats, n, None)
    winner = None if result.winner is None else seats[result.winner]
    penalties = by_seats(result.penalties, seats, n, 0)
    return replace(result, winner=winner, counts=counts, penalties=penalties, next_dealer=None)


def lifted_shown(shown: Any, seats: Seats) -> Any:
    """Translate the seat of a spread, or of a hand laid open; None stays None."""
    return None if shown is None else replace(shown, seat=seats[shown.seat])


def lifted_effect(effect: Effect, seats: Seats) -> Effect:
    """Translate the seat of a law's effect on the board; chance (-1) stays as it is."""
    by = None if effect.by is None else seats[effect.by]
    seat = effect.seat if effect.seat < 0 else seats[effect.seat]
    return replace(effect, seat=seat, by=by, waiting=tuple(seats[waiting] for waiting in effect.waiting))


def by_seats(values: tuple[Any, ...], seats: Seats, n: int, nothing: Any) -> tuple[Any, ...]:
    """Values of the two seats at the board as a tuple by all seats."""
    held = dict(zip(seats, values, strict=True))
    return tuple(held.get(seat, nothing) for seat in range(n))


def _with_seats(value: Any, seats: Seats) -> Any:
    changes = {}
    for name in seat_fields(value.__class__):
        seat = getattr(value, name)
        if seat is not None:
            changes[name] = seats[seat]
    return replace(value, **changes)
