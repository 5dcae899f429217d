"""The points of places at a table: whole points, shared ones, and tables that a club makes itself."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import TABLE_POINTS, places_by, table_points
from tournaments.pairing.points import BadTable
from tournaments.pairing.table_points import LEAST, MOST, counted_by, left_behind

READY = [key for key, table in TABLE_POINTS.items() if table.rows]


def given_points(key, places, settlements=(), absent=()):
    """What each seat gets, in points."""
    table = table_points(key)
    return [Fraction(points, table.unit) for points in table.points(places, settlements, frozenset(absent))]


def test_a_table_of_three_gives_5_3_1_and_one_of_four_gives_as_much_to_its_best():
    assert given_points("5-3-1", (2, 1, 3)) == [3, 5, 1]
    assert given_points("5-3-1", (1, 2, 3, 4)) == [5, 4, 2, 1]


def test_equal_places_share_what_their_places_are_worth_together():
    assert given_points("5-3-1", (1, 1, 3)) == [4, 4, 1]
    assert given_points("5-3-1", (1, 2, 2)) == [5, 2, 2]
    assert given_points("3-1-0", (1, 1, 1)) == [Fraction(4, 3)] * 3


def test_who_did_not_come_gets_nothing_and_the_others_get_their_places():
    assert given_points("5-3-1", (1, 2, 3), absent=(2,)) == [5, 3, 0]
    assert given_points("settlement", (1, 2, 3), (90, -15, -75), absent=(2,)) == [90, -15, 0]


def test_places_count_the_share_of_the_others_left_behind():
    assert given_points("places", (1, 2, 3)) == [1, Fraction(1, 2), 0]
    assert given_points("places", (1, 2, 2, 4)) == [1, Fraction(1, 2), Fraction(1, 2), 0]


def test_settlement_gives_what_the_sheet_says():
    assert given_points("settlement", (1, 2, 3), (720, -360, -360)) == [720, -360, -360]


@given(key=st.sampled_from([*READY, "places"]), scores=st.lists(st.integers(-50, 300), min_size=LEAST, max_size=MOST))
def test_a_table_gives_as_much_however_many_are_level_and_never_more_to_a_worse_place(key, scores):
    places = places_by(scores)
    got = given_points(key, places)
    assert sum(got) == sum(given_points(key, tuple(range(1, len(scores) + 1))))
    ranked = sorted(zip(places, got, strict=True))
    assert [points for _place, points in ranked] == sorted(got, reverse=True)


@pytest.mark.parametrize("key", READY)
def test_a_ready_table_knows_every_number_of_seats(key):
    assert table_points(key).seats == tuple(range(LEAST, MOST + 1))


@pytest.mark.parametrize(
    ("scores", "places"), [((120, 85, 40), (1, 2, 3)), ((40, 120, 40), (2, 1, 2)), ((0, 0, 0, 0), (1, 1, 1, 1))]
)
def test_places_follow_from_scores(scores, places):
    assert places_by(scores) == places


def test_the_share_left_behind_counts_level_ones_half():
    assert left_behind(1, [2, 3]) == 1
    assert left_behind(2, [1, 2, 4]) == Fraction(1, 2)
    assert left_behind(3, [1, 2]) == 0
    assert left_behind(1, []) == 0


def test_a_club_makes_a_table_of_its_own():
    own = {"key": "ours", "unit": 2, "bye": 3, "seats": {"3": [8, 5, 2], "4": [8, 6, 3, 1]}}
    assert given_points(own, (3, 1, 2)) == [1, 4, Fraction(5, 2)]
    assert table_points(own).seats == (3, 4)
    plain = counted_by({"table_points": own})
    assert (Fraction(plain.win, plain.unit), Fraction(plain.pab, plain.unit)) == (4, Fraction(3, 2))


@pytest.mark.parametrize(
    ("data", "field", "says"),
    [
        ({"key": "ours", "seats": {"2": [2, 0]}}, "seats", "tables of 3 to 8"),
        ({"key": "ours", "seats": {"3": [5, 3]}}, "seats", "3 places"),
        ({"key": "ours", "seats": {"3": [1, 3, 5]}}, "seats", "worth more than a better one"),
        ({"key": "ours", "seats": {"3": [1, 1, 1]}}, "seats", "the first more than the last"),
        ({"key": "ours", "seats": {"3": [5, True, 0]}}, "seats", "whole number"),
        ({"key": "ours", "seats": {}}, "seats", "such as"),
        ({"key": "5-3-1", "seats": {"3": [5, 3, 1]}}, "key", "no ready table"),
        ({"key": "ours", "unit": 0, "seats": {"3": [5, 3, 1]}}, "unit", "whole number"),
        ({"key": "ours", "wins": 3}, "wins", "key, unit, bye, seats"),
    ],
)
def test_what_makes_no_table_is_refused_with_the_field(data, field, says):
    with pytest.raises(BadTable, match=f"^{field}: .*{says}"):
        table_points(data)


def test_an_unknown_table_is_none():
    with pytest.raises(KeyError):
        table_points("9-9-9")
