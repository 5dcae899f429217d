"""Duplicate scoring by field, mirror and teams, with every figure computed by hand; void deals."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.duplicate import BadDeals, field, mean, mirror, mirror_order, teams


def test_field_compares_with_the_same_seat_at_all_tables():
    # deck 1: first seats won 30, lost 6, won 12: 12 on average. deck 2: -20, -20, +10: -10 on average
    found = field({1: {1: 30, 2: -20}, 2: {1: -6, 2: -20}, 3: {1: 12, 2: 10}})
    assert [found[table].points for table in (1, 2, 3)] == [18 - 10, -18 - 10, 0 + 20]
    assert found[3].decks == {1: 0, 2: 20}


def test_from_eight_tables_the_best_and_the_worst_are_left_out():
    seven = [100, 10, 10, 10, 10, 10, -11]
    assert mean(seven) == Fraction(139, 7)
    assert mean([*seven, 10]) == 10, "eight: without 100 and -11"


def test_a_void_deal_counts_for_nobody_at_that_table():
    found = field({1: {1: 30}, 2: {1: None}, 3: {1: 10}})
    assert [found[table].points for table in (1, 2, 3)] == [10, 0, -10], "the mean is of two tables"
    assert found[2].decks == {}
    assert field({1: {1: None}})[1].points == 0


def test_mirror_compares_what_both_made_of_the_same_cards():
    # deck 1: Ann won 25 with the first hand, Bob 10 with the same: 15. deck 2: Ann lost 5 with it, Bob lost 30: 25
    assert mirror({1: 25, 2: -5}, {1: 10, 2: -30}).points == 40
    assert mirror({1: 25, 2: -5}, {1: 10, 2: None}).decks == {1: 15}, "no comparison for a void deal"


def test_teams_cross_the_seats():
    # board 1: our first seat won 40; board 2: theirs won 55 with the same cards, and lost 12 where ours tied
    assert teams({1: 40, 2: 0}, {1: 55, 2: -12}).points == -15 + 12


def test_deals_of_other_decks_are_refused():
    with pytest.raises(BadDeals, match="2, 3"):
        mirror({1: 5, 2: 5}, {1: 5, 3: 5})
    with pytest.raises(BadDeals):
        mirror_order([1, 1], "x")


def test_the_order_of_a_mirror_match():
    plays = mirror_order(range(1, 7), "seed")
    assert plays == mirror_order(range(1, 7), "seed")
    assert plays != mirror_order(range(1, 7), "other")
    assert [play.is_again for play in plays] == [False] * 6 + [True] * 6


@given(st.lists(st.integers(0, 99), unique=True, min_size=1, max_size=12), st.text(max_size=8))
def test_every_deck_comes_once_each_way_round_and_not_twice_running(decks, seed):
    plays = mirror_order(decks, seed)
    assert Counter((play.deck, play.is_turned) for play in plays) == Counter((d, way) for d in decks for way in (0, 1))
    assert {play.deck for play in plays[: len(decks)]} == set(decks)
    if len(decks) > 1:
        assert all(one.deck != other.deck for one, other in pairwise(plays))


SCORE = st.none() | st.integers(-300, 300)


@given(st.lists(st.lists(SCORE, min_size=3, max_size=3), min_size=1, max_size=12))
def test_field_turned_round_is_the_opposite(scores):
    """Zero-sum: seen from the second seat, every comparison has the other sign and the same size."""
    tables = {n: dict(enumerate(row, start=1)) for n, row in enumerate(scores, start=1)}
    turned = {n: {deck: None if one is None else -one for deck, one in deals.items()} for n, deals in tables.items()}
    ours, theirs = field(tables), field(turned)
    assert all(ours[n].points + theirs[n].points == 0 for n in tables)
    if len(tables) < 8 and all(one is not None for row in scores for one in row):
        assert sum(found.points for found in ours.values()) == 0, "and over all tables what one wins another loses"


@given(st.lists(st.tuples(SCORE, SCORE), max_size=8))
def test_crossing_the_boards_the_other_way_is_the_opposite(pairs):
    straight = {deck: a for deck, (a, _) in enumerate(pairs)}
    crossed = {deck: b for deck, (_, b) in enumerate(pairs)}
    assert teams(straight, crossed).points == -teams(crossed, straight).points
