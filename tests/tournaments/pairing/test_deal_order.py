"""Who deals first: the turn that an entry is due, and the turns that a pair gets."""

from tournaments.pairing import Kind, Result, Row
from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.deal_order import (
    Strength,
    allocate,
    goes_beyond_two,
    is_third_time,
    misses_strong,
    participating_numbers,
    preference,
)


def due(turns: str):
    """`F` for a match as first, `S` as second."""
    return preference([turn == "F" for turn in turns])


def is_first(high: str, low: str, number: int = 1, initial: bool = True):
    turn = allocate(due(high), due(low), number, initial)
    return turn.high_is_first, turn.rule


def test_nobody_is_due_anything_before_the_first_match():
    assert due("").wants_first is None
    assert due("").strength is Strength.NONE


def test_what_one_is_due_follows_the_difference_and_the_last_two():
    found = {
        turns: (due(turns).wants_first, due(turns).strength.name) for turns in ("F", "SF", "FSS", "FF", "FFS", "SFF")
    }
    assert found == {
        "F": (False, "STRONG"),
        "SF": (False, "MILD"),
        "FSS": (True, "ABSOLUTE"),
        "FF": (False, "ABSOLUTE"),
        "FFS": (False, "STRONG"),
        "SFF": (False, "ABSOLUTE"),
    }


def test_a_difference_of_two_is_absolute_even_against_the_last_two():
    assert due("FFFFSS").wants_first is False, "two more firsts than seconds outweigh two seconds running"
    assert due("FFFFSS").strength is Strength.ABSOLUTE


def test_both_get_what_they_are_due():
    assert is_first("F", "S") == (False, "both")
    assert is_first("S", "F") == (True, "both")
    assert is_first("", "S") == (False, "both")
    assert is_first("", "F") == (True, "both")


def test_the_stronger_wish_decides_then_the_wider_difference():
    assert is_first("FS", "S") == (False, "stronger"), "strong for the lower against mild"
    assert is_first("SS", "S") == (True, "stronger")
    assert is_first("SS", "SSS") == (False, "difference")


def test_equal_wishes_turn_about_from_the_last_round_that_differed():
    assert is_first("FSFS", "SFFS") == (True, "differed"), "two matches agree, before that second against first"
    assert is_first("SFFS", "FSFS") == (False, "differed")
    assert is_first("FS", "FS") == (True, "higher")


def test_without_any_match_odd_numbers_get_the_lot_and_even_ones_the_other():
    assert is_first("", "", number=1) == (True, "initial")
    assert is_first("", "", number=2) == (False, "initial")
    assert is_first("", "", number=1, initial=False) == (False, "initial")
    assert is_first("", "", number=2, initial=False) == (True, "initial")


def test_c10_a_difference_beyond_two_arises_where_both_have_two():
    assert goes_beyond_two(due("FF"), due("FF"))
    assert not goes_beyond_two(due("FF"), due("F"))
    assert not goes_beyond_two(due("FF"), due("SS"))


def test_c11_a_third_time_running_hits_the_narrower_difference():
    assert is_third_time(due("FF"), due("FF"))
    assert is_third_time(due("FFF"), due("SFF")), "the second had first twice, and gets it again"
    assert not is_third_time(due("FFFFSS"), due("FFFF")), "the narrower one had second twice, and gets first"
    assert not is_third_time(due("FF"), due("SS"))


def test_c13_a_strong_wish_is_denied_by_one_as_strong():
    assert misses_strong(due("F"), due("F"))
    assert misses_strong(due("FF"), due("F"))
    assert not misses_strong(due("F"), due("SF")), "the mild one yields"
    assert not misses_strong(due("FF"), due("FF")), "that is for C10 and C11"


def test_participating_numbers_leave_out_who_has_never_been_paired():
    played = Result(kind=Kind.PLAYED, opponent=3, points=2, is_first=True)
    lost = Result(kind=Kind.FORFEIT, opponent=1)
    absent = Result(kind=Kind.ZERO)
    rows = {
        1: Row(number=1, is_available=False, results=(played,)),
        2: Row(number=2, is_available=False, results=(absent,)),
        3: Row(number=3, results=(lost,)),
        4: Row(number=4, is_available=False, results=(Result(kind=Kind.PAB, points=2),)),
        5: Row(number=5, results=(absent,)),
    }
    assert participating_numbers(Crosstable(rows, 1)) == {1: 1, 3: 2, 4: 3, 5: 4}
