"""How few repeated meetings there can be at best."""

from collections.abc import Sequence
from itertools import combinations
from math import comb


def least_repeats(count: int, tables: Sequence[Sequence[int]]) -> int:
    """No plan for `count` entrants with rounds of tables of these sizes has fewer repeats than this (the sum over pairs
    of C(meetings, 2)). A plan need not exist that has as few.

    Two bounds are taken: all meetings spread evenly over all pairs; and, for two rounds at a time, each table of one
    spread evenly over the tables of the other.
    """
    meetings = sum(comb(size, 2) for sizes in tables for size in sizes)
    in_twos = sum(_again(one, other, count) for one, other in combinations(tables, 2))
    return max(spread_evenly(meetings, comb(count, 2)), in_twos)


def spread_evenly(total: int, among: int) -> int:
    """The sum of C(n, 2) over `among` numbers n that add up to `total`, as even as can be."""
    each, more = divmod(total, among) if among else (0, 0)
    return (among - more) * comb(each, 2) + more * comb(each + 1, 2)


def _again(one: Sequence[int], other: Sequence[int], count: int) -> int:
    """The pairs that share a table in both of two rounds, at least."""
    return max(_split(one, other, count), _split(other, one, count))


def _split(one: Sequence[int], other: Sequence[int], count: int) -> int:
    away = count - sum(other)
    return sum(spread_evenly(max(0, size - away), len(other)) for size in one)
