"""Rate matches of more than two: each side is compared with each of the others, by their places. A player alone is a
side of one: three or four such are rated pairwise by final score, with K/(players - 1). Partners are one side: each
member is measured against the mean of the other side, and the change is shared equally. Both are one formula, because a
side's expectation is the mean of its members' expectations; it is taken from both sides' views, so that two sides share
the whole expectation and equal K wins what it loses. (decision 11)"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from math import fsum
from typing import NamedTuple

from ratings.systems.protocol import Place

Between = Callable[[float, float], float]  # the score that the first rating may expect against the second


class Meeting(NamedTuple):
    """A side against another: the mean rating of the other side, and the first side's score (1, 0.5, 0) and expected
    score."""

    side: int
    rating: float
    score: float
    expected: float


def members(places: Sequence[Place]) -> dict[int, list[int]]:
    """The seats of each side, the sides in the order of their numbers."""
    found: dict[int, list[int]] = {}
    for seat, place in sorted(enumerate(places), key=lambda one: (one[1].side, one[0])):
        found.setdefault(place.side, []).append(seat)
    return found


def opponents(places: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """Every player paired with every player of another side, both ways."""
    for one, other in permutations(places, 2):
        if one.side != other.side:
            yield one.player, other.player


def meetings(places: Sequence[Place], ratings: Sequence[float], between: Between) -> dict[int, list[Meeting]]:
    """For each side its meetings with all others; `ratings` are by seat. The order of the seats does not change a bit,
    because sums are exact."""
    sides = members(places)
    at = {side: places[seats[0]].place for side, seats in sides.items()}
    means = {side: mean(ratings[seat] for seat in seats) for side, seats in sides.items()}

    def view(own: int, other: int) -> float:
        return mean(between(ratings[seat], means[other]) for seat in sides[own])

    return {
        own: [
            Meeting(other, means[other], _score(at[own], at[other]), (view(own, other) + 1.0 - view(other, own)) / 2.0)
            for other in sides
            if other != own
        ]
        for own in sides
    }


def mean(values: Iterable[float]) -> float:
    """The mean of at least one value; the order of the values does not change a bit."""
    found = list(values)
    return fsum(found) / len(found)


def _score(own: int, other: int) -> float:
    return 0.5 if own == other else float(own < other)
