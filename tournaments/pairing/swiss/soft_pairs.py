"""Soft pairs: entries that should rather not meet (same club). They are given up from the bottom of the standings."""

from collections.abc import Callable, Collection
from dataclasses import replace

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.swiss.completion import can_complete, lowest_bye_score
from tournaments.pairing.swiss.group import Members

SoftPairs = Collection[frozenset[int]]


def is_legal(field: Members) -> bool:
    """Does the field have any legal pairing (C1 to C4)?"""
    return lowest_bye_score(field) is not None if len(field) % 2 else can_complete(field)


def kept_apart(
    field: Members, crosstable: Crosstable, soft: SoftPairs, may_be: Callable[[Members], bool] = is_legal
) -> tuple[Members, int]:
    """The field with the soft pairs in force that touch the top T of the standings, and T, which is as large as a legal
    pairing allows (the number of entries if all are in force). `may_be` tells whether a field can be paired.

    Expects a field that can be paired without them.
    """
    place = {
        one.number: n for n, one in enumerate(sorted(field, key=lambda one: (-crosstable.score(one.number), one.rank)))
    }
    present = [pair for pair in soft if len(pair) == 2 and all(number in place for number in pair)]
    height = sorted({min(place[number] for number in pair) + 1 for pair in present})

    def down_to(top: int) -> Members:
        return _barred(field, [pair for pair in present if min(place[number] for number in pair) < top])

    low, high = 0, len(height)  # so many heights surely, and perhaps, in force
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if may_be(down_to(height[middle - 1])) else (low, middle - 1)
    if low == len(height):
        return down_to(len(field)), len(field)
    return down_to(height[low] - 1), height[low] - 1


def _barred(field: Members, pairs: SoftPairs) -> Members:
    """The field in which these are barred from each other; those barred anyway are not reported as avoided."""
    avoided: dict[int, set[int]] = {}
    for pair in pairs:
        for number in pair:
            avoided.setdefault(number, set()).update(pair - {number})
    return tuple(
        replace(one, barred=one.barred | mine, avoided=frozenset(mine - one.barred))
        if (mine := avoided.get(one.number))
        else one
        for one in field
    )
