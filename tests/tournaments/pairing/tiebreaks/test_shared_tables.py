"""Tie-breaks at tables of three: an evening of six players in two rounds, computed by hand.

round 1   A 1st  B 2nd  C 3rd    D and E level first  F 3rd
round 2   A 1st  D 2nd  E 3rd    B and C and F all level
"""

from fractions import Fraction

import pytest

from tournaments.pairing import Crosstable, Kind, Result, Row, table_points
from tournaments.pairing.tiebreaks.modifiers import Modifiers
from tournaments.pairing.tiebreaks.shared_tables import (
    direct_at_tables,
    opponents_average,
    others_left_behind,
    tables_won,
)

A, B, C, D, E, F = range(1, 7)
COUNTS = table_points("5-3-1")
EVENING = [
    [{A: 1, B: 2, C: 3}, {D: 1, E: 1, F: 3}],
    [{A: 1, D: 2, E: 3}, {B: 1, C: 1, F: 1}],
]


def crosstable(rounds, kind=Kind.PLAYED):
    results = {number: [] for number in range(A, F + 1)}
    for tables in rounds:
        for table in tables:
            points = COUNTS.points(tuple(table.values()), (0,) * len(table))
            for (number, place), given in zip(table.items(), points, strict=True):
                others = tuple((other, at) for other, at in table.items() if other != number)
                results[number].append(Result(kind=kind, points=given, place=place, others=others))
    rows = {number: Row(number=number, results=tuple(found)) for number, found in results.items()}
    return Crosstable(rows=rows, rounds=len(rounds), table=COUNTS.plain)


def values(tiebreak, tied=frozenset(), rounds=EVENING, **facts):
    table = crosstable(rounds, **facts)
    return [tiebreak(table, number, frozenset(tied) or frozenset({number}), Modifiers()) for number in range(A, F + 1)]


def test_tables_won_counts_a_shared_first_place_by_its_share():
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert values(tables_won) == [2, third, third, half, half, third]


def test_others_left_behind_are_added_up_and_level_ones_are_half():
    assert values(others_left_behind) == [2, 1, Fraction(1, 2), Fraction(5, 4), Fraction(3, 4), Fraction(1, 2)]


def test_the_average_of_all_who_sat_at_the_same_tables():
    """A has 10 points, B and C 6 and 4, D 7, E 5, F 4: A met B, C, D and E."""
    assert values(opponents_average)[0] == Fraction(6 + 4 + 7 + 5, 4)
    assert values(opponents_average)[F - 1] == Fraction(7 + 5 + 6 + 4, 4)


def test_the_direct_encounter_averages_meetings_and_says_nothing_of_who_never_met():
    table = crosstable(EVENING)

    def direct(*tied):
        return [direct_at_tables(table, number, frozenset(tied), Modifiers()) for number in tied]

    assert direct(B, C) == [Fraction(3, 4), Fraction(1, 4)], "before once and level once"
    assert direct(D, E) == [Fraction(3, 4), Fraction(1, 4)]
    assert direct(A, F) == [None, None], "they never sat at one table"
    assert direct(A) == [None]


def test_a_table_that_was_not_played_is_no_meeting():
    assert values(tables_won, kind=Kind.FORFEIT) == [0] * 6
    assert values(others_left_behind, kind=Kind.FORFEIT) == [0] * 6
    assert values(opponents_average, kind=Kind.FORFEIT) == [None] * 6


@pytest.mark.parametrize("tiebreak", [tables_won, others_left_behind])
def test_before_the_first_round_nobody_is_ahead(tiebreak):
    assert values(tiebreak, rounds=[]) == [0] * 6
