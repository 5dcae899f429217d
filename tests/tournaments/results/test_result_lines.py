"""Results as people type them, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.sheets.lengths import length_of
from tournaments.errors import Invalid
from tournaments.pairing import Kind
from tournaments.results.services import result_lines
from tournaments.results.services.result_lines import TypedResult
from tournaments.standings.selectors.words import said_of_two, typed_result


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("104-60", TypedResult(points=(104, 60))),
        (" 104 – 60 ", TypedResult(points=(104, 60))),
        ("104:60/7", TypedResult(points=(104, 60), deals=7)),
        ("104.60", TypedResult(points=(104, 60))),
        ("104,60/7", TypedResult(points=(104, 60), deals=7)),
        ("-25:30", TypedResult(points=(-25, 30))),
        ("−25 – −5/1", TypedResult(points=(-25, -5), deals=1)),
        ("30--25", TypedResult(points=(30, -25))),
        ("1", TypedResult(winner=0)),
        ("0", TypedResult(winner=1)),
        ("=", TypedResult(winner=None)),
        ("+-", TypedResult(kind=Kind.FORFEIT, winner=0)),
        ("- +", TypedResult(kind=Kind.FORFEIT, winner=1)),
        ("--", TypedResult(kind=Kind.DOUBLE_FORFEIT)),
    ],
)
def test_what_people_type(text, means):
    assert result_lines.read(text) == means


@pytest.mark.parametrize("text", ["", "2", "104", "104 60", "104-", "a-b", "1-2-3", "++", "104-60/", "9" * 40 + "-1"])
def test_what_is_no_result_says_what_is_allowed(text):
    with pytest.raises(Invalid, match=r"is not a result: 104-60, or 1, 0 or = without points"):
        result_lines.read(text)


def test_a_table_may_lead():
    assert result_lines.with_table("7 104-60") == (7, "104-60")
    assert result_lines.with_table("7 -25:30") == (7, "-25:30")
    assert result_lines.with_table(" 12  1") == (12, "1")
    assert result_lines.with_table("104 - 60") == (None, "104 - 60")
    assert result_lines.with_table("104-60") == (None, "104-60")
    assert result_lines.with_table("104.60") == (None, "104.60")
    assert result_lines.with_table("7 104,60") == (7, "104,60")


def test_the_number_of_a_table_alone_chooses_it():
    assert result_lines.with_table("7") == (7, "")
    assert result_lines.with_table("1.") == (1, "")
    assert result_lines.with_table("1") == (None, "1"), "the first side has won"


@given(first=st.integers(0, 9999), second=st.integers(0, 9999), deals=st.integers(0, 999))
def test_what_is_written_reads_as_the_same_result(first, second, deals):
    sides = (2, 0) if first > second else (0, 2) if first < second else (1, 1)
    found = result_lines.read(typed_result("played", (first, second), sides, deals))
    if first != second:
        assert (found.points, found.deals) == ((first, second), deals)
    else:
        assert found == TypedResult(winner=None)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        found = result_lines.read(text)
    except Invalid:
        return
    assert found.kind in (Kind.PLAYED, Kind.FORFEIT, Kind.DOUBLE_FORFEIT)


@pytest.mark.parametrize(
    ("text", "games", "points", "deals"),
    [
        ("2-1", (2, 1), (0, 0), 0),
        ("2–0/9", (2, 0), (0, 0), 9),
        ("2-1 310-250", (2, 1), (310, 250), 0),
        ("1-2, 250-310/14", (1, 2), (250, 310), 14),
        ("310-250", None, (310, 250), 0),
        ("1", None, (0, 0), 0),
    ],
)
def test_the_best_of_three_is_typed_with_games_first(text, games, points, deals):
    found = result_lines.read(text, length_of("best_of:3"))
    assert (found.games, found.points, found.deals) == (games, points, deals)
    assert result_lines.with_table(f"7 {text}") == (7, text)


def test_games_decide_who_has_the_better_of_it():
    found = result_lines.read("2-1 250-310", length_of("best_of:3"))
    assert said_of_two(found.kind, found.points, found.winner, found.deals, found.games) == "2-1 250-310"


def test_where_no_games_are_counted_two_figures_are_points():
    assert result_lines.read("2-1", length_of("deals:4")).points == (2, 1)
    with pytest.raises(Invalid):
        result_lines.read("2-1 310-250", length_of("game"))
