"""Rounds in which nobody meets twice, by construction, and stored rounds with few repeated meetings."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.pods.designs.finite_fields import Rounds, grid
from tournaments.pairing.pods.designs.long_searched import long_searched
from tournaments.pairing.pods.designs.shifts import shifts
from tournaments.pairing.pods.designs.starters import grown

__all__ = ["Rounds", "known", "long_searched"]


def known(sizes: Sequence[int], rounds: int) -> Rounds:
    """Up to `rounds` rounds at tables of these sizes without a repeated meeting, as many as a construction gives; empty
    if none does. Entrants are numbered from 0."""
    uniform = grown(sum(sizes), sizes[0]) if min(sizes) == max(sizes) else []
    best: Rounds = []
    for found in (uniform, grid(sizes, rounds), _cut_down(sizes, rounds), shifts(sizes, rounds)):
        if len(found) >= rounds:
            return found[:rounds]
        best = max(best, found, key=len)
    return best


def _cut_down(sizes: Sequence[int], rounds: int) -> Rounds:
    """Take entrants who do not meet out of the rounds for full tables, so that no two leave the same table."""
    size, tables = max(sizes), len(sizes)
    count, gone = sum(sizes), size * tables - sum(sizes)
    if not gone or min(sizes) < size - 1:
        return []
    whole = grown(size * tables, size) or grid([size] * tables, size * tables)
    if len(whole) < rounds:
        return []
    out = _strangers(whole[:rounds], size * tables, gone, whole[rounds:])
    if not out:
        return []
    stay = [entrant for entrant in range(size * tables) if entrant not in out]
    new = {entrant: n for n, entrant in enumerate(stay)}
    assert len(new) == count
    return [[[new[one] for one in table if one in new] for table in tables_] for tables_ in whole[:rounds]]


def _strangers(rounds: Rounds, count: int, asked: int, unused: Rounds) -> set[int]:
    """As many entrants as `count` says, of whom no two meet in the rounds; empty if there are none. Those who share a
    table of an unused round come first."""
    met = {two for tables in rounds for table in tables for two in combinations(sorted(table), 2)}
    starts = [table for tables in unused[:1] for table in tables[:1]] or [[n] for n in range(count)]
    for start in starts:
        found: list[int] = []
        for one in (*start, *range(count)):
            if len(found) < asked and one not in found and all((min(one, x), max(one, x)) not in met for x in found):
                found.append(one)
        if len(found) == asked:
            return set(found)
    return set()
