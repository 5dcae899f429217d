"""Points tables: the points of each kind of result, and tables that are not valid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import TABLES, BadTable, Outcome, as_data, custom_table, points_table, victory_points

ANN_WINS, BOB_WINS, TIE = Outcome(winner=0), Outcome(winner=1), Outcome()
CUSTOM = {
    "key": "club",
    "unit": 2,
    "win": 4,
    "tie": 2,
    "loss": 0,
    "forfeit_win": 3,
    "forfeit_loss": 0,
    "pab": 2,
}
BANDED = {**CUSTOM, "key": "banded", "unit": 1, "win": 6, "tie": 5, "bands": [[1, 6, 4], [21, 8, 2], [61, 10, 0]]}


@pytest.mark.parametrize(
    ("key", "win", "tie", "loss"),
    [("1-h-0", (2, 0), (1, 1), (0, 2)), ("2-1-0", (2, 0), (1, 1), (0, 2)), ("3-1-0", (3, 0), (1, 1), (0, 3))],
)
def test_a_played_match_by_table(key, win, tie, loss):
    table = TABLES[key]
    assert table.points("played", ANN_WINS) == win
    assert table.points("played", TIE) == tie
    assert table.points("played", BOB_WINS) == loss


def test_a_shutout_is_worth_three_in_acc():
    table = TABLES["acc"]
    assert table.points("played", Outcome(winner=1, is_shutout=True)) == (0, 3)
    assert table.points("played", BOB_WINS) == (0, 2)
    assert table.points("forfeit", Outcome(winner=1, is_shutout=True)) == (0, 2), "nothing was played"
    assert table.most == 3


def test_forfeits_rulings_and_annulled_matches():
    table = custom_table(CUSTOM)
    assert table.points("forfeit", ANN_WINS) == (3, 0)
    assert table.points("double_forfeit", ANN_WINS) == (0, 0), "a loss for both"
    assert table.points("abandoned", BOB_WINS) == (0, 4), "the leaver loses"
    assert table.points("annulled", ANN_WINS) == (4, 0), "the offender loses"
    assert table.points("adjusted", ANN_WINS) == (4, 0)
    for kind in ("adjusted", "abandoned", "annulled"):
        assert table.points(kind, Outcome(winner=0, ruling=(2, 1))) == (2, 1), "as ruled"
    assert table.points("played", Outcome(winner=0, ruling=(2, 1))) == (4, 0), "a played match has no ruling"
    with pytest.raises(KeyError):
        table.points("pab", TIE)


def test_byes_by_kind():
    assert [TABLES["3-1-0"].bye(kind) for kind in ("pab", "half", "full", "zero")] == [3, 1, 3, 0]
    assert [custom_table(CUSTOM).bye(kind) for kind in ("pab", "half", "full", "zero")] == [2, 2, 4, 0]
    assert [TABLES["vp20"].bye(kind) for kind in ("pab", "half", "full", "zero")] == [1200, 1000, 1200, 0]
    with pytest.raises(KeyError):
        TABLES["1-h-0"].bye("rest")


def test_victory_points_as_bridge_tables_have_them():
    # 16 boards with beta 15: the scale ends at 15 x 4 = 60 (WBF continuous scale: 1 -> 10.31, 10 -> 12.80)
    assert victory_points(1, 16, beta=15) == 1031
    assert victory_points(10, 16, beta=15) == 1280
    assert victory_points(60, 16, beta=15) == 2000
    assert victory_points(500, 16, beta=15) == 2000, "cut at the end of the scale"


def test_victory_points_follow_the_margin_not_the_winner():
    table = TABLES["vp20"]
    # nine deals of gin: the scale ends at 54 x 3 = 162
    assert table.points("played", Outcome(winner=0, margins=(162, -162), deals=9)) == (2000, 0)
    assert table.points("played", Outcome(winner=0, margins=(-162, 162), deals=9)) == (0, 2000), (
        "ahead in games, not in points"
    )
    assert table.points("played", Outcome(margins=(0, 0), deals=9)) == (1000, 1000)
    assert table.points("abandoned", Outcome(winner=0, margins=(-30, 30), deals=4)) == (1200, 0), (
        "no less than for a forfeit"
    )
    assert table.points("abandoned", Outcome(winner=0, margins=(162, -162), deals=9)) == (2000, 0)
    assert points_table("vp20/81").points("played", Outcome(winner=0, margins=(162, -162), deals=4)) == (2000, 0)


def test_bands():
    table = custom_table(BANDED)
    assert [table.points("played", Outcome(winner=0, margins=(m, -m))) for m in (0, 1, 20, 21, 61, 900)] == [
        (5, 5), (6, 4), (6, 4), (8, 2), (10, 0), (10, 0),
    ]  # fmt: skip
    assert table.points("played", Outcome(winner=1, margins=(-21, 21))) == (2, 8)
    assert table.most == 10


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"key": "1-h-0"}, "key"),
        ({"key": "vp20/7"}, "key"),
        ({"key": ""}, "key"),
        ({"unit": 0}, "unit"),
        ({"win": None}, "win"),
        ({"win": 2.5}, "win"),
        ({"win": True}, "win"),
        ({"win": 2}, "win"),
        ({"loss": 3}, "win"),
        ({"pab": -1}, "pab"),
        ({"forfeit_loss": 4}, "forfeit_win"),
        ({"shutout": 1}, "shutout"),
        ({"colour": 1}, "colour"),
        ({"beta": 54}, "beta"),
        ({"bands": "1,2,3"}, "bands"),
        ({"bands": [[1, 6]]}, "bands"),
        ({"bands": [[2, 6, 0]]}, "bands"),
        ({"bands": [[1, 6, 0], [1, 7, 0]]}, "bands"),
        ({"bands": [[1, 8, 0], [9, 7, 0]]}, "bands"),
        ({"bands": [[1, 3, 0]]}, "bands"),
        ({"bands": [[1, 6, 3]]}, "bands"),
    ],
)
def test_a_table_that_cannot_be_names_its_field(change, field):
    with pytest.raises(BadTable) as caught:
        custom_table({**CUSTOM, **change})
    assert caught.value.field == field
    assert caught.value.reason


def test_unknown_tables():
    with pytest.raises(KeyError):
        points_table("4-2-0")
    for data in ("vp20/", "vp20/0", "vp20/x", "vp20/99999"):
        with pytest.raises(BadTable):
            points_table(data)


@pytest.mark.parametrize("data", [*TABLES, "vp20/40", CUSTOM, BANDED])
def test_a_table_and_its_data_are_one(data):
    assert points_table(as_data(points_table(data))) == points_table(data)


@given(st.integers(0, 2000), st.integers(1, 40), st.integers(1, 200))
def test_both_sides_share_twenty_and_more_margin_is_never_worth_less(margin, deals, beta):
    table = points_table(f"vp20/{beta}")
    won, lost = table.points("played", Outcome(winner=0, margins=(margin, -margin), deals=deals))
    assert won + lost == 2000
    assert 1000 <= won <= 2000
    assert victory_points(margin + 1, deals, beta) >= won
