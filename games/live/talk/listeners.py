"""Who hears a line of chat at a table, and how much a seat may say.

Seats talk to seats, and those who watch with an account to each other. No word goes from one side to the other: nobody
advises from outside, and what a player tells of his hand stays at the table.
"""

from collections.abc import Mapping

from games import engine
from games.live import wire
from games.live.setup import talk
from games.live.setup.talk import Unsaid
from games.live.setup.terms import Terms
from games.live.sitting.sitting import Sitting

BURST = 4.0
REFILL_PER_S = 0.25


class Talk:
    """The talk at one table. `now` is in seconds on the loop's clock."""

    __slots__ = ("_aside", "_buckets", "_terms")

    def __init__(self, terms: Terms, now: float) -> None:
        self._terms = terms
        self._buckets = tuple(wire.Bucket(now, BURST, REFILL_PER_S) for _ in terms.seats)
        self._aside: dict[int, wire.Bucket] = {}  # of watchers, by user

    def heard_by(
        self, sitting: Sitting, seat: int | None, said: Mapping[str, str], now: float
    ) -> tuple[tuple[int, ...], dict[str, str]]:
        """The seats that hear this now, and the words as they are stored. Raises Unsaid."""
        if seat is None or self._terms.seats[seat].house_level:
            raise Unsaid("role")
        if sitting.ending:
            raise Unsaid("over")
        words = talk.stored_form(self._terms.talk, said)
        seats = hearers(self._terms, sitting, seat)
        if not self._buckets[seat].take(now):
            raise Unsaid("flood")
        return seats, words

    def aside(self, sitting: Sitting, user_id: int | None, said: Mapping[str, str], now: float) -> dict[str, str]:
        """The words of a watcher with an account (None: without one), as they are stored for the other watchers. Raises
        Unsaid."""
        if user_id is None:
            raise Unsaid("account")
        if sitting.ending:
            raise Unsaid("over")
        words = talk.stored_form(self._terms.talk, said)
        if not self._aside.setdefault(user_id, wire.Bucket(now, BURST, REFILL_PER_S)).take(now):
            raise Unsaid("flood")
        return words


def is_apart(terms: Terms) -> bool:
    """Are lines to one's own side forbidden at this table, because it has sides and advice is not allowed?"""
    return terms.rules.seating.name in ("chouette", "teams") and not terms.rules.advice


def hearers(terms: Terms, sitting: Sitting, seat: int) -> tuple[int, ...]:
    """The seats that hear what this seat says now; itself is one of them.

    Where advice is off nobody may speak to his own side (3P-10: in a chouette the box alone and the others; PRT-9: a
    team), and a player who sits a deal out may say nothing while it is played: raises Unsaid.
    """
    seats = tuple(range(len(terms.seats)))
    places = sitting.state.rest.places
    if terms.rules.advice or len(seats) == 2:
        return seats
    if terms.boards > 1:
        return tuple(other for other in seats if other == seat or (other - seat) % 2)
    if places.box is not None:
        return seats if seat == places.box else tuple(sorted({seat, places.box}))
    if seat in places.waiting and sitting.state.phase is not engine.Phase.DONE:
        raise Unsaid("advice")
    return seats
