"""FIDE's rating regulations B.02 as arithmetic: the tables of 8.1, K of 8.3.3, the first rating of 8.2."""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from math import copysign, floor

# 8.1.2: the largest rating difference for the score probabilities .50, .51 ... .99 of the higher rated; beyond it 1.0.
PD_UPPER_BOUNDS = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)
# 8.1.1: the rating difference of the fractional scores .50, .51 ... 1.00; below .50 it is the negative of 1 - score.
DP_UPPER_HALF = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501),
    *(538, 589, 677, 800),
)
CUT = 400.0  # 8.3.1: a larger difference counts as this much
CUT_BELOW = 2650.0  # ... for players rated below this
CAP = 700  # 8.3.3: K x n of a rating period is at most this
YOUNG, YOUNG_BELOW = 18, 2300.0
FEW, MASTER = 30, 2400.0
TIES_AGAINST, HIGHEST_FIRST = 1800, 2200


def rounded(value: float) -> int:
    """`value` as a whole number, 0.5 away from zero (8.3.4: so is the sum of a rating period)."""
    return int(copysign(floor(abs(value) + 0.5), value))


def score_probability(difference: float) -> float:
    """8.1.2: the expected score of a player whose rating is `difference` points above the opponent's (negative:
    below)."""
    hundredths = 50 + bisect_left(PD_UPPER_BOUNDS, rounded(abs(difference)))
    return (hundredths if difference >= 0 else 100 - hundredths) / 100


def rating_difference(hundredths: int) -> int:
    """8.1.1: the rating difference dp that goes with a fractional score in hundredths, 0 to 100."""
    return DP_UPPER_HALF[hundredths - 50] if hundredths >= 50 else -DP_UPPER_HALF[50 - hundredths]


def cut_difference(rating: float, opponent: float) -> float:
    """8.3.1: the difference, cut at 400: "A difference in rating of more than 400 points shall be counted ... as though
    it were 400", for players rated below 2650."""
    difference = rating - opponent
    return difference if rating >= CUT_BELOW else max(-CUT, min(CUT, difference))


def k_factor(matches: float, rating: float, peak: float, age: float | None = None) -> int:
    """8.3.3: 40 until 30 matches, 10 for good once 2400 was reached, 40 under 18 while below 2300, else 20."""
    if matches < FEW:
        return 40
    if max(rating, peak) >= MASTER:
        return 10
    return 40 if age is not None and age < YOUNG and rating < YOUNG_BELOW else 20


def capped_k(k: float, matches_in_period: float) -> float:
    """8.3.3: K with the cap: "If the number of games (n) for a player ... multiplied by K exceeds 700, then K shall be
    the largest whole number such that K x n does not exceed 700"."""
    return k if k * matches_in_period <= CAP else float(CAP // matches_in_period)


def first_rating(opponents: Sequence[float], score: float) -> tuple[float, int]:
    """8.2: the fractional score p and the first rating Ru of a player with `score` against `opponents`. Two
    hypothetical ties against 1800 are added; Ru = mean + dp(p), rounded, at most 2200."""
    count = len(opponents) + 2
    hundredths = floor(Fraction(score + 1) / count * 100 + Fraction(1, 2))
    mean = (sum(Fraction(one) for one in opponents) + 2 * TIES_AGAINST) / count
    first = floor(mean + rating_difference(hundredths) + Fraction(1, 2))
    return hundredths / 100, min(first, HIGHEST_FIRST)
