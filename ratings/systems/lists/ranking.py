"""The ranks of a list. Provisional and inactive players have none."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from ratings.systems.protocol import DAY, Shown

ENOUGH_MATCHES, ENOUGH_OPPONENTS = 20, 5  # with fewer a player is provisional
ENOUGH_PLAYERS = 8  # established players; with fewer the spread of a list is not known
UNSURE, SURE = 0.5, 0.35  # shares of the spread: a larger deviation is provisional, a smaller one gets a rank
AWAY = 365 * DAY  # without a match for so long: no rank, but kept
AWAY_WITH_DEVIATION = 90 * DAY


class Standing(NamedTuple):
    """A player after the last match of a list; `last_at` in seconds UTC."""

    player: str
    rating: float
    deviation: float | None
    matches: int
    opponents: int
    peak: float
    last_at: float
    provisional: bool


def spread(ratings: Iterable[float]) -> float | None:
    """The standard deviation of the ratings of established players (20 matches, 5 opponents); None for too few."""
    values = sorted(ratings)
    if len(values) < ENOUGH_PLAYERS:
        return None
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / len(values))


def is_provisional(shown: Shown, opponents: int, among: float | None) -> bool:
    """Is the rating provisional? In a system with deviations it is if the deviation is more than half the `spread` of
    the list."""
    unsure = shown.provisional
    if shown.deviation is not None and among is not None:
        unsure = shown.deviation > UNSURE * among
    return unsure or opponents < ENOUGH_OPPONENTS


def away(has_deviation: bool) -> float:
    """The seconds without a match after which a player leaves the list."""
    return AWAY_WITH_DEVIATION if has_deviation else AWAY


def surest(among: float | None) -> float | None:
    """The largest deviation with which a player is on the list; None: any that is not provisional."""
    return None if among is None else SURE * among


def ranks(standings: Sequence[Standing], *, now: float, among: float | None) -> list[int | None]:
    """The rank of each player as of `now`; equal ratings share one. None for provisional and inactive players."""
    most = surest(among)
    listed = (one.rating for one in standings if _stands(one, now, most))
    places = {rating: place for place, rating in reversed(list(enumerate(sorted(listed, reverse=True), 1)))}
    return [places.get(one.rating) if _stands(one, now, most) else None for one in standings]


def _stands(one: Standing, now: float, most: float | None) -> bool:
    if one.provisional or now - one.last_at > away(one.deviation is not None):
        return False
    return one.deviation is None or most is None or one.deviation <= most


class Spans:
    """The range of ranks that each player of a list may have. Nobody is surely above another while their ratings, plus
    or minus their deviations, overlap."""

    def __init__(self, ranked: Iterable[tuple[float, float]]) -> None:
        """Take the rating and the deviation of everybody who has a rank."""
        them = list(ranked)
        self._lows = sorted(rating - deviation for rating, deviation in them)
        self._highs = sorted(rating + deviation for rating, deviation in them)

    def of(self, rating: float, deviation: float) -> tuple[int, int]:
        """The best and the last possible rank of one player."""
        surely_above = len(self._lows) - bisect_right(self._lows, rating + deviation)
        surely_below = bisect_left(self._highs, rating - deviation)
        return surely_above + 1, len(self._highs) - surely_below
