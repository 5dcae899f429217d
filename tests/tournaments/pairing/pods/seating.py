"""Counts for these tests, made without the code under test."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.pods import PodRound


def met_twice(rounds: Sequence[PodRound]) -> int:
    """The sum over pairs of C(meetings, 2)."""
    met: Counter[tuple[int, int]] = Counter()
    for one in rounds:
        for table in one.tables:
            met.update(combinations(sorted(table), 2))
    return sum(n * (n - 1) // 2 for n in met.values())


def seats_differ_by(rounds: Sequence[PodRound]) -> int:
    """Over all entrants, the largest difference between how often they have one seat and another, of those that every
    table has."""
    seats = min(len(table) for one in rounds for table in one.tables)
    had = Counter((number, seat) for one in rounds for table in one.tables for seat, number in enumerate(table))
    numbers = {number for number, _ in had}
    return max(
        max(had[number, seat] for seat in range(seats)) - min(had[number, seat] for seat in range(seats))
        for number in numbers
    )


def is_partition(one: PodRound, numbers: Sequence[int]) -> bool:
    """Does everybody have exactly one place?"""
    return sorted([n for table in one.tables for n in table] + list(one.byes)) == sorted(numbers)
