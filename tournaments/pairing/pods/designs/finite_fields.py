"""Rounds on a grid with rows of q entrants and q tables, from a finite field; nobody meets twice in q rounds.

Entrant x of row i sits in round a at table x - a·c(i), where c(i) differs from row to row. Two of different rows meet
at most once, for x - y = a·(c(i) - c(j)) has one solution. Two of one row never meet, so the last row may be short, and
where the tables are as long as a row can be divided by, the rows go on among themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

Rounds = list[list[list[int]]]


def grid(sizes: Sequence[int], rounds: int) -> Rounds:
    """Up to `rounds` rounds at tables of these sizes, as many as the grid has; empty without a grid. Entrants are
    numbered from 0."""
    q, rows = len(sizes), max(sizes)
    if rows > q or min(sizes) < rows - 1 or not (field := _field(q)):
        return []
    last = sum(size == rows for size in sizes)
    count = (rows - 1) * q + last
    found: Rounds = []
    for a in range(min(q, rounds)):
        tables: list[list[int]] = [[] for _ in range(q)]
        for entrant in range(count):
            row, x = divmod(entrant, q)
            tables[field.minus(x, field.times(a, row))].append(entrant)
        found.append(tables)
    if last == q and q % rows == 0 and rounds > q:
        found += _among_themselves(q, rows, rounds - q)
    return found


def _among_themselves(q: int, rows: int, rounds: int) -> Rounds:
    """The rounds in which the entrants of a row stay among themselves."""
    parts = [list(range(start, start + rows)) for start in range(0, q, rows)]
    inner = grid([rows] * (q // rows), rounds) or [parts]
    return [[[row * q + x for x in table] for row in range(rows) for table in tables] for tables in inner]


@dataclass(frozen=True, slots=True)
class Field:
    """A finite field: its elements are numbers whose digits in base p are coefficients; `powers` are those of a
    generator."""

    p: int
    powers: list[int]
    log: dict[int, int]

    def times(self, x: int, y: int) -> int:
        """The product of two elements."""
        return self.powers[(self.log[x] + self.log[y]) % len(self.powers)] if x and y else 0

    def minus(self, x: int, y: int) -> int:
        """The difference of two elements."""
        found, unit = 0, 1
        while x or y:
            found += (x - y) % self.p * unit
            x, y, unit = x // self.p, y // self.p, unit * self.p
        return found


def _field(q: int) -> Field | None:
    """The field with q elements; None if there is none (q is not a power of a prime)."""
    p = next((p for p in range(2, q + 1) if q % p == 0), 0)
    e = 1
    while p and p**e < q:
        e += 1
    if not p or p**e != q:
        return None
    powers = next(found for tail in product(range(p), repeat=e) if len(found := _powers(tail, p)) == q - 1)
    numbers = [sum(digit * p**k for k, digit in enumerate(power)) for power in powers]
    return Field(p, numbers, {number: n for n, number in enumerate(numbers)})


def _powers(tail: tuple[int, ...], p: int) -> list[tuple[int, ...]]:
    """1, x, x², … until 1 comes again, where x to the power of the number of digits is `tail`; empty if another power
    repeats first."""
    one = (1,) + (0,) * (len(tail) - 1)
    found, at = {one: None}, _times_x(one, tail, p)
    while at not in found:
        found[at] = None
        at = _times_x(at, tail, p)
    return list(found) if at == one else []


def _times_x(at: tuple[int, ...], tail: tuple[int, ...], p: int) -> tuple[int, ...]:
    return tuple((before + at[-1] * more) % p for before, more in zip((0, *at[:-1]), tail, strict=True))
