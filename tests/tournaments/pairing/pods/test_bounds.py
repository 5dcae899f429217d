"""Bounds that were proven by examining every plan: proven again here, without a line of the planning code."""

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from tournaments.pairing.pods.bounds import PROVEN, least_repeats

Sizes = tuple[int, ...]


def pair_bit(a: int, b: int) -> int:
    return 1 << (max(a, b) * (max(a, b) - 1) // 2 + min(a, b))


def pairs_of(table: tuple[int, ...]) -> int:
    return sum(pair_bit(a, b) for a, b in combinations(table, 2))


def rounds_of(sizes: Sizes, used: tuple[int, ...], most: int) -> Iterator[tuple[int, tuple[tuple[int, ...], ...]]]:
    """Every round at tables of these sizes that repeats at most so many meetings of the rounds `used`, as bits."""

    def seat(left: tuple[int, ...], sizes: Sizes, bits: int, tables: tuple[tuple[int, ...], ...], paid: int):
        if not left:
            yield bits, tables
            return
        first, rest = left[0], left[1:]
        for size in sorted(set(sizes)):
            others = list(sizes)
            others.remove(size)
            for mates in combinations(rest, size - 1):
                pairs = pairs_of((first, *mates))
                costs = paid + sum((pairs & one).bit_count() for one in used)
                if costs <= most:
                    stay = tuple(one for one in rest if one not in mates)
                    yield from seat(stay, tuple(others), bits | pairs, (*tables, (first, *mates)), costs)

    yield from seat(tuple(range(sum(sizes))), sizes, 0, (), 0)


def up_to_names(sizes: Sizes, first: list[tuple[int, ...]], found) -> list[int]:
    """Of rounds that repeat no meeting of the first one, one of each kind: how its tables share players with those."""
    kinds = {}
    for bits, tables in found:
        rows = [[len(set(one) & set(other)) for other in first] for one in sorted(tables, key=len)]
        orders = [
            order
            for order in permutations(range(len(sizes)))
            if all(sizes[n] == sizes[m] for n, m in zip(order, range(len(sizes)), strict=True))
        ]
        kinds.setdefault(
            min(tuple(sorted((sum(row), *(row[n] for n in order)) for row in rows)) for order in orders), bits
        )
    return list(kinds.values())


def can_go_on(rounds: list[tuple[int, int]], left: int, paid: int, most: int) -> bool:
    """Can so many more of these rounds be played with at most `most` repeats? Each stands with what it repeats."""
    for at, (bits, costs) in enumerate(rounds):
        if paid + costs > most:
            continue
        if left == 1:
            return True
        later = [
            (other, more)
            for other, before in rounds[at + 1 :]
            if paid + costs + (more := before + (other & bits).bit_count()) <= most
        ]
        if len(later) >= left - 1 and can_go_on(later, left - 1, paid + costs, most):
            return True
    return False


@pytest.mark.parametrize(
    "sizes",
    [
        (3, 3, 3, 3),
        pytest.param((3, 3, 3, 4), marks=pytest.mark.marathon),
        pytest.param((3, 3, 4, 4), marks=pytest.mark.marathon),
    ],
)
def test_no_plan_of_five_rounds_has_fewer_repeats(sizes: Sizes) -> None:
    """With so few repeats two of the rounds have none between them: these come first, one of each kind."""
    rounds, least = PROVEN[sizes]
    first, at = [], 0
    for size in sizes:
        first.append(tuple(range(at, at + size)))
        at += size
    opening = sum(map(pairs_of, first))
    for second in up_to_names(sizes, first, rounds_of(sizes, (opening,), 0)):
        met = (opening, second)
        found = [(bits, sum((bits & one).bit_count() for one in met)) for bits, _ in rounds_of(sizes, met, least - 1)]
        assert not can_go_on(found, rounds - 2, 0, least - 1)
        assert can_go_on(found, rounds - 3, 0, least - 1), "one round fewer can be had, so the search does find plans"


@pytest.mark.parametrize(("sizes", "rounds", "least"), [((3, 3, 3, 3), 6, 6), ((6,) * 6, 5, 4), ((3, 3, 3, 3), 4, 0)])
def test_a_bound_of_fewer_rounds_holds_for_more(sizes: Sizes, rounds: int, least: int) -> None:
    """Of 12 in threes each five of six rounds repeat 3 meetings, and two rounds stand in four such choices: 18 / 4."""
    assert least_repeats(sum(sizes), [sizes] * rounds) == least
