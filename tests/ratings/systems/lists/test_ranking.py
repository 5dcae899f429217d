"""Ranks of a list: each threshold, at its value and one step past it."""

import pytest

from ratings.systems.lists import ranking
from ratings.systems.lists.ranking import Standing
from ratings.systems.protocol import DAY, Shown

SPREAD = 100.0


def shown(deviation: float | None = None, provisional: bool = False) -> Shown:
    return Shown(rating=1500.0, deviation=deviation, provisional=provisional)


def standing(name: str, rating: float = 1500.0, *, deviation: float | None = None, idle: float = 0.0) -> Standing:
    return Standing(name, rating, deviation, 30, 9, rating, -idle, False)


def test_a_spread_needs_eight_players() -> None:
    assert ranking.spread([1400.0, 1600.0] * 3 + [1500.0]) is None
    assert ranking.spread([1400.0, 1600.0] * 4) == SPREAD


@pytest.mark.parametrize(("opponents", "too_few"), [(4, True), (5, False)])
def test_who_has_met_fewer_than_five_is_provisional(opponents: int, too_few: bool) -> None:
    assert ranking.is_provisional(shown(), opponents, None) is too_few


@pytest.mark.parametrize(("deviation", "unsure"), [(50.0, False), (50.1, True)])
def test_a_deviation_above_half_the_spread_is_provisional(deviation: float, unsure: bool) -> None:
    assert ranking.is_provisional(shown(deviation), 5, SPREAD) is unsure
    assert ranking.is_provisional(shown(deviation, provisional=not unsure), 5, SPREAD) is unsure, (
        "whatever the system says"
    )
    assert ranking.is_provisional(shown(deviation), 5, None) is False, "without a spread the system says it"
    assert ranking.is_provisional(shown(deviation, provisional=True), 5, None) is True


@pytest.mark.parametrize(("deviation", "rank"), [(35.0, 1), (35.1, None)])
def test_a_rank_needs_a_deviation_of_at_most_thirty_five_hundredths(deviation: float, rank: int | None) -> None:
    assert ranking.ranks([standing("Ann", deviation=deviation)], now=0.0, among=SPREAD) == [rank]
    assert ranking.ranks([standing("Ann", deviation=deviation)], now=0.0, among=None) == [1], "no spread asks nothing"


@pytest.mark.parametrize(("deviation", "days"), [(None, 365), (10.0, 90)])
def test_who_stays_away_leaves_the_list(deviation: float | None, days: int) -> None:
    here, gone = (standing("Ann", deviation=deviation, idle=days * DAY + more) for more in (0.0, 1.0))
    assert ranking.ranks([here, gone], now=0.0, among=SPREAD) == [1, None]


def test_equals_share_the_best_place_of_theirs() -> None:
    them = [
        standing(name, rating) for name, rating in (("Ann", 1500.0), ("Bob", 1600.0), ("Cat", 1500.0), ("Dan", 1400.0))
    ]
    assert ranking.ranks(them, now=0.0, among=None) == [2, 1, 2, 4]
    assert ranking.ranks([them[0]._replace(provisional=True), *them[1:]], now=0.0, among=None) == [None, 1, 2, 3]
