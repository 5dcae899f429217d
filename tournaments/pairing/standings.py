"""Standings: entries in order of points and tie-breaks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.lots import drawn
from tournaments.pairing.tiebreaks.families import LOT, TieBreak, tiebreak
from tournaments.pairing.tiebreaks.modifiers import Value

Group = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings: equal entries share a place; `values` are in the order of the tournament's keys."""

    place: int
    number: int
    points: int
    values: tuple[Value, ...]


def rank(crosstable: Crosstable, keys: Sequence[str], lot_seed: str) -> tuple[Standing, ...]:
    """Order all entries by points, then by each tie-break key in turn, applied inside each group that is still tied
    (C.07 4.2).

    Raises BadKey for an unknown key. Every value is shown, also where an earlier one has decided; DE only has one where
    it decides. LOT shows the place in the drawing, and leaves no tie.
    """
    groups = _split(tuple(crosstable.rows), lambda number: Fraction(crosstable.score(number)))
    values: dict[int, list[Value]] = {number: [] for number in crosstable.rows}
    for key in keys:
        found: dict[int, Value] = {}
        if key == LOT:
            place_of = {number: place for place, number in enumerate(drawn(crosstable.rows, lot_seed), start=1)}
            found = {number: Fraction(place) for number, place in place_of.items()}
            groups = [(number,) for group in groups for number in sorted(group, key=place_of.__getitem__)]
        else:
            asked = tiebreak(key)
            if asked.acronym == "EDE":
                groups = _by_encounters(crosstable, groups, asked, found)
            else:
                groups = [part for group in groups for part in _by_key(crosstable, group, asked, found)]
        for number in values:
            values[number].append(found.get(number))
    lines, place = [], 1
    for group in groups:
        lines += [Standing(place, n, crosstable.score(n), tuple(values[n])) for n in sorted(group)]
        place += len(group)
    return tuple(lines)


def _by_key(crosstable: Crosstable, group: Group, key: TieBreak, found: dict[int, Value]) -> list[Group]:
    """Split one tied group by one key, and note the values in `found`."""
    tied = frozenset(group)
    mine = {number: key(crosstable, number, tied) for number in group}
    found |= {number: value for number, value in mine.items() if value is not None or number not in found}
    sign = -1 if key.is_low_first else 1
    parts = _split(group, lambda number: sign * _comparable(mine[number], sign))
    if not key.is_repeated or len(parts) == 1:
        return parts
    again = (_by_key(crosstable, part, key, found) if len(part) > 1 else [part] for part in parts)
    return [small for some in again for small in some]


def _by_encounters(crosstable: Crosstable, groups: list[Group], key: TieBreak, found: dict[int, Value]) -> list[Group]:
    """EDE (13.3): use direct encounter in the points that count, then in the other points, until neither separates
    anybody."""
    others = [points for points, other in crosstable.scores.items() if other.table != crosstable.table]
    marks = "".join(f"/{mark}" for mark in key.marks)
    turns = [tiebreak(f"DE{marks}"), *(tiebreak(f"DE:{points}{marks}") for points in others[:1])]
    idle = turn = 0
    while idle < len(turns):
        asked = turns[turn % len(turns)]
        parted = [small for group in groups for small in _by_key(crosstable, group, asked, found)]
        idle, turn = (idle + 1, turn + 1) if len(parted) == len(groups) else (0, turn + 1)
        groups = parted
    return groups


def _split(group: Group, value: Callable[[int], Fraction]) -> list[Group]:
    """Split the group into parts of equal value, the highest first."""
    by_value: dict[Fraction, list[int]] = {}
    for number in group:
        by_value.setdefault(value(number), []).append(number)
    return [tuple(by_value[key]) for key in sorted(by_value, reverse=True)]


def _comparable(value: Value, sign: int = 1) -> Fraction:
    """A key for comparing values; a missing value comes last."""
    return Fraction(-sign * 10**9) if value is None else value
