"""Standings: entries in order of points and tie-breaks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.tiebreaks import AGAIN, LOT, TIEBREAKS, lot

Value = Fraction | None
Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings: equal entries share a place; `values` follow the keys of the tournament."""

    place: int
    number: int
    points: int
    values: tuple[Value, ...]


def rank(crosstable: Crosstable, keys: Sequence[str], lot_seed: str) -> tuple[Standing, ...]:
    """Order all entries by points, then by each tie-break key in turn, each inside what is still tied.

    Raises KeyError for an unknown key. Every value is shown, also where an earlier one has decided; DE only has one
    where it decides.
    """
    groups = _split(tuple(crosstable.rows), crosstable.score)
    values: dict[int, list[Value]] = {number: [] for number in crosstable.rows}
    for key in keys:
        found: dict[int, Value] = {}
        groups = [part for group in groups for part in _by_key(crosstable, group, key, lot_seed, found)]
        for number in values:
            values[number].append(found.get(number))
    lines, place = [], 1
    for group in groups:
        lines += [Standing(place, n, crosstable.score(n), tuple(values[n])) for n in sorted(group)]
        place += len(group)
    return tuple(lines)


def _by_key(crosstable: Crosstable, group: Group, key: str, seed: str, found: dict[int, Value]) -> list[Group]:
    """Split one tied group by one key and note the values in `found`."""
    tied = frozenset(group)
    if key == LOT:
        mine: dict[int, Value] = {number: lot(crosstable, number, tied, seed) for number in group}
    else:
        mine = {number: TIEBREAKS[key](crosstable, number, tied) for number in group}
    found |= {number: value for number, value in mine.items() if value is not None or number not in found}
    parts = _split(group, lambda number: _comparable(mine[number]))
    if key in AGAIN and len(parts) > 1:
        return [small for part in parts for small in _by_key(crosstable, part, key, seed, found)]
    return parts


def _split(group: Group, value: Callable[[int], Fraction | int]) -> list[Group]:
    """The group in parts of equal value, highest first."""
    by_value: dict[Fraction | int, list[int]] = {}
    for number in group:
        by_value.setdefault(value(number), []).append(number)
    return [tuple(by_value[key]) for key in sorted(by_value, reverse=True)]


def _comparable(value: Value) -> Fraction:
    return Fraction(-(10**9)) if value is None else value
