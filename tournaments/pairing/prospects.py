"""How many of the remaining rounds can be played, surely and at best."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.pairing.crosstable import Crosstable, Row
from tournaments.pairing.swiss.ahead.agenda import BYE, Coming, Pair, Slate, are_plain, coming_slates
from tournaments.pairing.swiss.ahead.choice import is_possible
from tournaments.pairing.swiss.pairing import MOST_AHEAD, SYSTEMS, Rules


@dataclass(frozen=True, slots=True)
class Prospects:
    """How many of the `left` rounds can be paired: `possible` at best, and `sure` whatever happens at the tables, if
    nobody leaves (in a system that decides who deals first, `sure` is only an upper limit)."""

    left: int
    possible: int
    sure: int


def prospects(crosstable: Crosstable, rules: Rules) -> Prospects:
    """The prospects of the remaining rounds, including the next one."""
    left = max(rules.rounds - crosstable.rounds, 0)
    here = Coming(frozenset(n for n, row in crosstable.rows.items() if row.is_available), rules.forbidden)
    coming = (here, *(rules.coming if rules.coming is not None else (here,) * max(left - 1, 0)))
    if are_plain(crosstable, coming, 0):
        return Prospects(left, left, left)
    plain = next(k for k in range(left, -1, -1) if are_plain(crosstable, coming[:k], 0))
    if len(here.numbers) > MOST_AHEAD:
        return Prospects(left, left, plain)
    slates = coming_slates(crosstable, coming)
    possible = next((k for k in range(left, 0, -1) if is_possible(slates[:k])), 0)
    if SYSTEMS[rules.system].looks_ahead or not slates:
        return Prospects(left, possible, possible)
    return Prospects(left, possible, min(possible, max(plain, _sure_of_regular(slates))))


def left_after(crosstable: Crosstable, rules: Rules, pairs: Iterable[Pair], byes: Iterable[int]) -> int:
    """The number of rounds after the next one that can still be played at best if these `pairs` meet in it and these
    entries have its bye."""
    coming = rules.coming or ()
    if are_plain(crosstable, coming) or len(crosstable.rows) > MOST_AHEAD:
        return len(coming)
    made = [*pairs, *((number, BYE) for number in byes)]
    slates = tuple(_without(slate, made) for slate in coming_slates(crosstable, coming))
    return next((k for k in range(len(slates), 0, -1) if is_possible(slates[:k])), 0)


def _without(slate: Slate, made: Iterable[Pair]) -> Slate:
    return slate.with_pairs((), [pair for pair in made if set(pair) <= slate.meets.keys()])


def field_of(count: int, rounds: int, system: str) -> Prospects:
    """The prospects of `rounds` rounds for `count` players who have not played yet."""
    return prospects(
        Crosstable({n: Row(number=n) for n in range(1, count + 1)}, 0), Rules(system=system, rounds=rounds)
    )


def _sure_of_regular(slates: Sequence[Slate]) -> int:
    """The number of rounds that are sure if everybody may meet the same number of others, d, in all of them.

    There is a round as long as d is half of the field, n; or d is odd and n < 3d + 7 (Wallis 1981): only an even d
    allows two parts of odd size that nothing connects."""
    first = slates[0].meets
    degrees = {len(others) for others in first.values()}
    if len(degrees) != 1 or any(slate.meets != first for slate in slates):
        return 0
    size, degree, count = len(first), degrees.pop(), 0
    while count < len(slates) and degree > 0 and (2 * degree >= size or (degree % 2 and size < 3 * degree + 7)):
        count, degree = count + 1, degree - 1
    return count
