"""Tie-breaks from ratings (FIDE C.07 article 10), and the two tables of FIDE B.02 8.1. None if an entry has no rating.

Forfeits never count here (15.2), and a result is worth 1, 1/2 or 0 whatever the points table.
"""

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from math import floor

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.tiebreaks.modifiers import Modifiers, Value
from tournaments.pairing.tiebreaks.own import outcome

# B.02 8.1.1: what a share of 50, 51 ... 100 percent is worth in rating points above the opponents' average
DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193),
    *(202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538),
    *(589, 677, 800),
)
# B.02 8.1.2: from which difference on the stronger is expected to score 50, 51 ... 100 percent
EXPECTED_FROM = (
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189),
    *(198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518),
    *(560, 620, 736),
)
WIDEST = 800
Rating = Callable[[Crosstable, int, frozenset[int], Modifiers], Value]


def rating(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """RTNG (10.6): one's own rating, the highest first (`R`: the lowest)."""
    return Fraction(crosstable.rows[entry].rating) if crosstable.is_rated else None


def average_rating(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """ARO (10.1): the average rating of the opponents met, a half rounded up; `Cn` leaves out the n lowest."""
    found = sorted(rated for rated, _ in _met(crosstable, entry))
    left = found[how.cut_low : len(found) - how.cut_high]
    return _average(left) if crosstable.is_rated and left else None


def performance(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """TPR (10.2): the opponents' average rating plus the difference for the share of points scored against them."""
    met = _met(crosstable, entry)
    if not crosstable.is_rated or not met:
        return None
    share = _rounded(100 * sum((scored for _, scored in met), Fraction(0)) / len(met))
    worth = DIFFERENCES[share - 50] if share >= 50 else -DIFFERENCES[50 - share]
    return _average([rated for rated, _ in met]) + worth


def perfect_performance(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """PTP (10.3): the lowest rating with which one is expected to score as much against the same opponents; without a
    point, 800 below the lowest of them."""
    met = _met(crosstable, entry)
    if not crosstable.is_rated or not met:
        return None
    ratings = [rated for rated, _ in met]
    wanted = 100 * sum((scored for _, scored in met), Fraction(0))
    if not wanted:
        return Fraction(min(ratings) - WIDEST)
    low, high = min(ratings) - WIDEST, max(ratings) + WIDEST  # too low; surely enough
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected(middle - other) for other in ratings) >= wanted:
            high = middle
        else:
            low = middle
    return Fraction(high)


def average_performance(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """APRO (10.4): the average TPR of the opponents met, a half rounded up."""
    return _average_of(performance, crosstable, entry, how)


def average_perfect_performance(crosstable: Crosstable, entry: int, tied: frozenset[int], how: Modifiers) -> Value:
    """APPO (10.5): the average PTP of the opponents met, a half rounded up."""
    return _average_of(perfect_performance, crosstable, entry, how)


def expected(difference: int) -> int:
    """The percentage of points expected with a rating `difference` points above the opponent's (B.02 8.1.2)."""
    percent = 49 + bisect_right(EXPECTED_FROM, abs(difference))
    return percent if difference >= 0 else 100 - percent


def _average_of(value: Rating, crosstable: Crosstable, entry: int, how: Modifiers) -> Value:
    met = [result.opponent for result in crosstable.results(entry) if result.is_met]
    found = [one for one in (value(crosstable, other, frozenset(), how) for other in met) if one is not None]
    left = sorted(found)[how.cut_low : len(found) - how.cut_high]
    return Fraction(_rounded(sum(left, Fraction(0)) / len(left))) if left else None


def _met(crosstable: Crosstable, entry: int) -> list[tuple[int, Fraction]]:
    """The opponents met: their rating, and 1, 1/2 or 0 for the result."""
    return [
        (crosstable.rows[result.opponent].rating, outcome(crosstable, entry, number))
        for number, result in enumerate(crosstable.results(entry), start=1)
        if result.is_met
    ]


def _average(values: list[int]) -> Fraction:
    return Fraction(_rounded(Fraction(sum(values), len(values))))


def _rounded(value: Fraction) -> int:
    """Round to the nearest whole number, a half up."""
    return floor(value + Fraction(1, 2))
