"""Explain that no legal pairing exists: which entries block it, and which ways out work."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tournaments.pairing import matching
from tournaments.pairing.swiss.completion import legal_pairs, who_rests
from tournaments.pairing.swiss.group import Members
from tournaments.pairing.swiss.soft_pairs import is_legal
from tournaments.pairing.swiss.waivers import Waivers

Way = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class CannotPair:
    """The entries cannot all be placed. It lists them, each with everybody they may still meet, and the ways out that
    work.

    A way out is ("hard", (a, b)) lifting that hard pair, ("bye", ()) a second PAB, ("rematch", rounds) meeting again
    as in the earliest round that helps, or else as in the first so many, and as few as can be, ("left", numbers)
    playing the games that are left while these rest, ("deal_order", ()) letting those meet who must have the same turn
    to deal (C3), ("baku", ()) pairing without the acceleration, ("end", ()) ending the stage
    here, which always works. Soft pairs never stand in the way."""

    witness: tuple[tuple[int, tuple[int, ...]], ...]
    ways_out: tuple[tuple[str, tuple[int, ...]], ...]


Waiving = Callable[[Waivers], Members]


def blocked(field: Members, forbidden: Iterable[frozenset[int]], rounds: int, waiving: Waiving) -> CannotPair:
    """Find the entries that block a pairing, and try each way out; `waiving` gives the field with something waived."""
    return CannotPair(_witness(field), (*_ways_out(field, forbidden, rounds, waiving), ("end", ())))


def _witness(field: Members) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The entries that a largest matching leaves single, and others that depend on the same opponents."""
    receivers = [one for one in field if one.may_have_bye] if len(field) % 2 else []
    pairs = legal_pairs(field, receivers)
    mates = matching.largest(len(field) + bool(receivers), pairs)
    alone = [one for n, one in enumerate(field) if mates[n] == n]
    reach = {
        one.number: tuple(other.number for other in field if other is not one and one.may_meet(other)) for one in field
    }
    few = {number for one in alone for number in reach[one.number]}
    rivals = [one for one in field if one not in alone and reach[one.number] and set(reach[one.number]) <= few]
    return tuple((one.number, reach[one.number]) for one in alone + rivals)


def _ways_out(field: Members, forbidden: Iterable[frozenset[int]], rounds: int, waiving: Waiving) -> list[Way]:
    def helps(waived: Waivers) -> bool:
        return is_legal(waiving(waived))

    hard = sorted(tuple(sorted(pair)) for pair in forbidden)
    ways: list[Way] = [("hard", pair) for pair in hard if helps(Waivers(lifted=frozenset({frozenset(pair)})))]
    if len(field) % 2 and helps(Waivers(second_bye=True)):
        ways.append(("bye", ()))
    first = range(1, rounds + 1)
    tries = [*((n,) for n in first), *(tuple(first[:n]) for n in first[1:])]
    again = next((tried for tried in tries if helps(Waivers(again=frozenset(tried)))), ())
    if again:
        ways.append(("rematch", again))
    resting = who_rests(field)
    if len(resting) + 1 < len(field):
        ways.append(("left", tuple(sorted(resting))))
    if any(one.clashes for one in field) and helps(Waivers(same_turn=True)):
        ways.append(("deal_order", ()))
    if helps(Waivers(no_acceleration=True)):
        ways.append(("baku", ()))
    return ways
