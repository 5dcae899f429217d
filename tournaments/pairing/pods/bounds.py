"""Lower bounds for the number of repeated meetings."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

PROVEN = {
    # Every plan was looked through, up to the names of the entrants (tests/tournaments/pairing/pods/test_bounds.py).
    (3, 3, 3, 3): (5, 3),
    (3, 3, 3, 4): (5, 3),
    (3, 3, 4, 4): (5, 2),
    # Four rounds without a repeat are two orthogonal Latin squares of order 6: there are none (Tarry, 1900). One
    # repeat alone cannot be: a table of six that shares two players with another misses one that then shares two, too.
    (6, 6, 6, 6, 6, 6): (4, 2),
}
"""By the sizes of the tables: from so many rounds on, at least so many repeated meetings."""


def least_repeats(count: int, tables: Sequence[Sequence[int]]) -> int:
    """A lower bound: no plan for `count` entrants with rounds of tables of these sizes has fewer repeats (the sum over
    pairs of C(meetings, 2)). There need not be a plan that reaches it.

    Two bounds are taken: all meetings spread evenly over all pairs; and, for two rounds at a time, each table of one
    spread evenly over the tables of the other. Where all rounds are alike, what holds for fewer rounds counts, too.
    """
    meetings = sum(comb(size, 2) for sizes in tables for size in sizes)
    in_twos = sum(_again(one, other, count) for one, other in combinations(tables, 2))
    found = max(spread_evenly(meetings, comb(count, 2)), in_twos)
    is_alike = len(tables) > 2 and all(tuple(one) == tuple(tables[0]) for one in tables)
    return max(found, _of_fewer(count, tuple(tables[0]), len(tables))) if is_alike else found


def _of_fewer(count: int, sizes: tuple[int, ...], rounds: int) -> int:
    """The bound that follows from fewer rounds: of n rounds each choice of n - 1 has its own repeats, and each pair of
    rounds is in n - 2 of these choices."""
    each, most = sum(comb(size, 2) for size in sizes), comb(count, 2)
    from_round, proven = PROVEN.get(sizes, (0, 0)) if sum(sizes) == count else (0, 0)
    found = 0
    for n in range(3, rounds + 1):
        lifted = -(-found * n // (n - 2))
        found = max(lifted, spread_evenly(each * n, most), proven if n == from_round else 0)
    return found


def spread_evenly(total: int, among: int) -> int:
    """The sum of C(n, 2) over `among` numbers n that add up to `total` and are as equal as possible."""
    each, more = divmod(total, among) if among else (0, 0)
    return (among - more) * comb(each, 2) + more * comb(each + 1, 2)


def _again(one: Sequence[int], other: Sequence[int], count: int) -> int:
    """The least number of pairs that share a table in both of two rounds."""
    return max(_split(one, other, count), _split(other, one, count))


def _split(one: Sequence[int], other: Sequence[int], count: int) -> int:
    """The pairs of `one` that meet again if each of its tables is spread evenly over those of `other`, after as
    many of its entrants as possible have sat out the other round."""
    away = count - sum(other)
    return sum(spread_evenly(max(0, size - away), len(other)) for size in one)
