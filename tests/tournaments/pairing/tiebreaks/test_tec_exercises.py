"""The exercises of the FIDE Technical Commission in tie-breaking, by the rules of 1 March 2026.

The paper is of 2023; where the cap on the dummy's score of 2026 (C.07 16.4) changes an answer, the new one stands here.
"""

from decimal import Decimal
from fractions import Fraction

import pytest

from tests.tournaments.pairing.tiebreaks.tec import MANY_UNPLAYED, ROUND_ROBIN, SWISS_5, SWISS_9, crosstable
from tournaments.pairing import TIEBREAKS, rank

FIVE = crosstable(SWISS_5)
ALL_PLAY_ALL = crosstable(ROUND_ROBIN, is_round_robin=True)
UNPLAYED = crosstable(MANY_UNPLAYED)

# Values of players 1 to 16 after five rounds.
SWISS = {
    "WIN": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "WON": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "BPG": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
    "BWG": "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1",
    "REP": "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5",
    "PS": "11 13 11 11.5 5 6 6 8.5 2.5 4 5.5 7 7 6 7 10.5",
    "PS/C1": "10 12 10.5 10.5 5 6 5 8 2.5 4 5 7 6 5 7 10",
    "BH": "12.5 13 15.5 14 8.5 11.5 14.5 13.5 9 13 12.5 11.5 14 11 12 12.5",
    "BH/C1": "11 12 13 11.5 7.5 10.5 12.5 12 7.5 11.5 11 9.5 12 9 11 11",
    "AOB": "12.40 13.60 12.90 13.38 13.20 13.25 11.70 12.90 12.75 10.80 12.75 14.00 11.90 13.00 12.20 13.10",
    "FB": "13.5 13.5 15 14.5 10 12 13.5 12.5 9.5 12.5 12 11 13.5 10.5 12 13.5",
    "SB": "8 9.5 10.5 9.25 4.25 6 3.25 5.25 2.25 1.5 4.75 4 4.25 4.5 3.5 7.25",
    "SB/C1": "7.25 8.5 9.25 7.75 3.25 5 1.25 3.75 2.25 0 3.25 4 4.25 3 2.5 5.75",
    "ARO": "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
    "ARO/C1": "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 - 2025 1900 1963 1900",
    "TPR": "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
}
# Values of players 1 to 15 of the evening with many unplayed rounds.
EVENING = {
    "WIN": "2 4 2 1 3 1 2 1 2 3 4 3 1 3 2",
    "WON": "1 4 1 0 2 0 1 1 2 3 3 1 0 2 1",
    "BPG": "3 3 2 1 3 3 3 2 3 2 3 1 2 2 3",
    "BWG": "0 2 1 0 1 0 1 0 1 2 2 1 0 0 1",
    "PS": "18 16 19.5 7 20 11 12.5 7 19 11.5 14 18.5 5.5 12.5 8",
    "BH": "26 27.5 25.5 16 25.5 23.5 25 17.5 27 20.5 22.5 24.5 20.5 21 21.5",
    "BH/C1": "24 23.5 22 14.5 24 21 22.5 15.5 23.5 18 20 21 19 17.5 20",
    "BH/C2": "21.5 21 18.5 12 21 18.5 20 13.5 20 14.5 18.5 17.5 17.5 15.5 17.5",
    "BH/M1": "19 18.5 17.5 12 19.5 16.5 17.5 11.5 18.5 13.5 15 17.5 14 13 15.5",
    "BH/M2": "12 11.5 10 7 12 10 10.5 6 10.5 6.5 9.5 10.5 8 7.5 9",
    "AOB": "24.42 24.58 26 20.83 24.75 22.58 24.08 20.88 25.6 21.8 23.1 21 21.5 22.2 22",
    "FB": "26 26.5 26 16.5 26.5 23.5 24 19 27 19.5 23 24 21 22 22",
    "SB": "14 14 14.25 6 17.5 7 9.25 4.75 16.75 9.25 13.5 14 3.25 8.25 5.25",
    "SB/C1": "13 11.5 11.25 6 16 5.75 8 3.25 14.25 8.5 12 14 3.25 6.25 3.75",
    "SB/C2": "10.5 8.5 11.25 5 14.5 3.25 5.5 3.25 12.5 8.5 12 14 1.75 4.25 2.5",
    "SB/M1": "10.5 11.5 9 3.5 13.75 5.75 5.5 1.25 11.75 8.5 9.5 10.5 3.25 6.25 3.75",
    "SB/M2": "5.75 4 7 1.25 10 3.25 3 1.25 7.75 5 9.5 7 1.75 4.25 2.5",
}


def read(values):
    return [None if value == "-" else Decimal(value) for value in values.split()]


def computed(table, key, digits=2):
    found = (TIEBREAKS[key](table, number) for number in sorted(table.rows))
    return [None if value is None else half_up(value, digits) for value in found]


def half_up(value: Fraction, digits: int) -> Decimal:
    whole = int(value * 10**digits + Fraction(1, 2))
    return Decimal(whole) / 10**digits


@pytest.mark.parametrize("key", SWISS)
def test_a_swiss_of_five_rounds(key):
    assert computed(FIVE, key) == read(SWISS[key])


@pytest.mark.parametrize("key", EVENING)
def test_an_evening_with_every_kind_of_unplayed_round(key):
    assert computed(UNPLAYED, key) == read(EVENING[key])


def test_performances():
    assert {n: TIEBREAKS["APRO"](FIVE, n) for n in (1, 3, 4, 16)} == {1: 1789, 3: 1904, 4: 1772, 16: 1805}
    assert TIEBREAKS["PTP"](FIVE, 3) == 2112


@pytest.mark.parametrize("key", ["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"])
def test_rating_tie_breaks_are_dropped_where_somebody_is_unrated(key):
    assert computed(UNPLAYED, key) == [None] * 15


@pytest.mark.parametrize(
    ("key", "values"),
    [("SB", "9.25 6.25 6.25 4.25 3.25 2.25"), ("SB/C1", "9.25 4.75 4.75 4.25 3.25 1.5"), ("KS", "2 .5 .5 1 .5 0")],
)
def test_a_round_robin(key, values):
    assert computed(ALL_PLAY_ALL, key) == read(values)


def places(table):
    return {line.number: line.place for line in rank(table, ["DE"], "")}


def test_direct_encounter_after_five_rounds_parts_neither_group():
    found = places(FIVE)
    assert {found[n] for n in (1, 3, 4, 16)} == {2}, "3 and 4 have not met 16"
    assert {found[n] for n in (5, 8, 11)} == {7}


def test_direct_encounter_after_nine_rounds():
    assert places(crosstable(SWISS_9)) == {
        1: 3, 2: 5, 3: 1, 4: 3, 5: 9, 6: 2, 7: 6, 8: 6, 9: 14, 10: 9, 11: 13, 12: 14, 13: 16, 14: 9, 15: 9, 16: 6
    }  # fmt: skip


def test_direct_encounter_in_a_round_robin():
    assert places(ALL_PLAY_ALL) == {1: 1, 2: 2, 3: 2, 4: 6, 5: 5, 6: 4}
