"""Baku acceleration: virtual points for the upper half at the start (FIDE C.04.7 of 2026)."""

from collections.abc import Iterable
from dataclasses import replace

from tournaments.pairing.crosstable import Crosstable, Kind
from tournaments.pairing.points import PointsTable


class NotForBaku(ValueError):
    """Baku acceleration needs a table in which a tie is half a win and a loss is worth nothing."""


def baku_group(numbers: Iterable[int]) -> frozenset[int]:
    """The accelerated entries: the first 2 x ceil(n/4) of the start numbers that are here when round 1 is paired."""
    ordered = sorted(numbers)
    return frozenset(ordered[: 2 * -(-len(ordered) // 4)])


def baku_points(rounds: int, table: PointsTable) -> tuple[int, ...]:
    """The virtual points of an accelerated entry, round by round: in the first half (rounded up) of the first ceil(R/2)
    rounds the points of a win, in the second half those of half a win. Raises NotForBaku for a table that does not
    fit."""
    if table.loss or 2 * table.tie != table.win:
        raise NotForBaku(f"a tie must be half a win and a loss nothing, not {table.tie}, {table.win}, {table.loss}")
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (table.win,) * full + (table.tie,) * (accelerated - full)


def lifted(crosstable: Crosstable) -> frozenset[int]:
    """The entries with Baku acceleration: the upper half of those present in round 1 (or now, before it). A later entry
    that ranks above that half belongs to it."""
    first = {n: crosstable.result(n, 1) for n in crosstable.rows} if crosstable.rounds else {}
    here = [n for n, one in first.items() if one.opponent or one.kind is not Kind.ZERO]
    group = baku_group(here if first else [n for n, row in crosstable.rows.items() if row.is_available])
    return frozenset(n for n in crosstable.rows if n <= max(group, default=0))


def accelerated(crosstable: Crosstable, numbers: frozenset[int], rounds: int) -> Crosstable:
    """The crosstable with the virtual points of these entries; unchanged if there are none."""
    if not numbers:
        return crosstable
    virtual = baku_points(rounds, crosstable.table)
    rows = {n: replace(row, virtual=virtual) if n in numbers else row for n, row in crosstable.rows.items()}
    return replace(crosstable, rows=rows)


def without_acceleration(crosstable: Crosstable) -> Crosstable:
    """The crosstable without any virtual points; unchanged if there are none."""
    if not any(row.virtual for row in crosstable.rows.values()):
        return crosstable
    return replace(crosstable, rows={n: replace(row, virtual=()) for n, row in crosstable.rows.items()})
