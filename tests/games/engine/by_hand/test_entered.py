"""Figures entered by hand: those that are possible by the rules, and those that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine
from games.engine import Entered, doubts
from games.engine.moves.result import DealResult, Score

PAGAT = engine.VARIANTS["gin-pagat"]  # to 100, game 100, box 20, shutout 100 more, gin 20
CLUB = engine.VARIANTS["gin-rummy-com"]  # to 100, box 25; a shutout is no deal won
STRAIGHT = engine.VARIANTS["straight-scarne"]  # no bonuses, a stake
DOUBLE = engine.VARIANTS["gin-double-shutout"]


def codes(rules, *points, **facts):
    return [(one.field, one.code) for one in doubts(rules, Entered(points=points, **facts))]


@pytest.mark.parametrize("points", [(100, 0), (100, 99), (239, 40), (0, 101)])
def test_points_that_a_pad_can_show(points):
    assert codes(PAGAT, *points) == []


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ((99, 40), "target_not_reached"),
        ((0, 0), "target_not_reached"),
        ((105, 100), "both_reached_target"),
        ((240, 0), "more_than_the_last_deal"),  # 99 before the last deal, which gives at most 120 + 20
        ((-10_000, 101), "below_zero"),
    ],
)
def test_points_that_no_game_to_a_hundred_ends_with(points, code):
    assert codes(PAGAT, *points) == [("points", code)]


def test_what_is_allowed_is_said():
    (doubt,) = doubts(PAGAT, Entered(points=(99, 40)))
    assert (doubt.least, doubt.most, doubt.rule) == (100, None, "GIN-32")
    (doubt,) = doubts(PAGAT, Entered(points=(240, 0)))
    assert (doubt.least, doubt.most) == (None, 239)


def test_a_game_that_time_has_ended_needs_no_target():
    assert codes(PAGAT, 62, 40, to_target=False) == []
    assert codes(PAGAT, 120, 105, to_target=False) == [("points", "both_reached_target")]


def test_points_come_from_deals_won():
    assert codes(PAGAT, 110, 40, deals_won=(4, 0)) == [("deals_won", "points_without_deals")]
    assert codes(PAGAT, 110, 0, deals_won=(0, 3)) == [("deals_won", "points_without_deals")]
    assert codes(PAGAT, 150, 20, deals_won=(1, 1)) == [("deals_won", "points_without_deals")], "one deal gives 140"
    assert codes(PAGAT, 130, 20, deals_won=(2, 1), deals=2) == [("deals_won", "more_than_played")]
    assert codes(PAGAT, 150, 20, deals=2) == [("deals", "too_few_deals")]
    assert codes(PAGAT, 130, 20, deals_won=(2, 1), deals=4) == [], "one deal was dead"
    assert codes(PAGAT, 130, 20, deals=-1) == [("deals", "below_zero")]
    assert codes(PAGAT, 130, 20, deals_won=(3, -1)) == [("deals_won", "below_zero")]


def test_totals_hold_the_bonuses():
    # 105 points, five boxes, the game: 305; the other has 40 points and two boxes: 80
    assert codes(PAGAT, 305, 80, is_total=True, deals=7, deals_won=(5, 2)) == []
    assert codes(PAGAT, 105, 40, is_total=True) == [("points", "bonuses_missing")]
    assert codes(PAGAT, 219, 40, is_total=True) == [("points", "bonuses_missing")], "100 + 100 + 20 at least"
    assert codes(PAGAT, 319, 0, is_total=True) == [("points", "bonuses_missing")], "a shutout is worth 100 more"
    assert codes(PAGAT, 320, 0, is_total=True) == []
    assert codes(PAGAT, 300, 20, is_total=True) == [("points", "box_without_points")]
    assert codes(PAGAT, 300, 160, is_total=True, deals=4) == [("points", "loser_too_high")], "99 and three boxes"


def test_boxes_must_fit_the_totals():
    # 285 less the game and five boxes leaves 85; 80 less one box 60; 80 less five boxes would be less than nothing
    assert codes(PAGAT, 285, 80, is_total=True, deals_won=(5, 2)) == [("points", "bonuses_missing")]
    assert codes(PAGAT, 305, 80, is_total=True, deals_won=(5, 5)) == [("points", "boxes_do_not_fit")]
    (doubt,) = doubts(PAGAT, Entered(points=(305, 20), is_total=True, deals_won=(5, 1), deals=6))
    assert doubt.code == "box_without_points"


def test_shutouts_by_deals_won_and_doubled_totals():
    # 100 points, four boxes of 25, the game and the shutout; nobody with a deal won is shut out here
    assert codes(CLUB, 400, 0, is_total=True, deals_won=(4, 0)) == []
    # 100 points, four boxes of 20 and the game, all doubled
    assert codes(DOUBLE, 560, 0, is_total=True, deals_won=(4, 0)) == []
    assert codes(DOUBLE, 561, 0, is_total=True, deals_won=(4, 0)) == [("points", "not_doubled")]


def test_a_stake_has_no_bonuses():
    assert codes(STRAIGHT, 105, 40, is_total=True) == []


def test_without_a_cap_doubling_has_no_most():
    doubling = engine.VARIANTS["doubling"]
    assert codes(doubling, 5000, 0) == []
    assert codes(doubling, 5000, 200) == [("points", "both_reached_target")]


def test_a_score_below_nothing_is_one_where_the_rules_give_it():
    """COL-14: less in the melds than in the hand; IRR-10: ten points off for each missing card, below nothing too."""
    assert codes(engine.VARIANTS["colonel-ball"], -25, 30, deals=1) == []
    assert codes(engine.VARIANTS["colonel-meldscore"], -60, -12, deals=1) == []
    assert codes(PAGAT, -10, 105, deals=4, deals_won=(0, 4)) == []
    assert codes(PAGAT, -10, 325, is_total=True) == []
    assert codes(PAGAT, -10, 105, deals=4, deals_won=(0, -4)) == [("deals_won", "below_zero")]
    assert codes(engine.rule_set("gin-pagat", short_penalty="add_to_count"), -10, 105) == [("points", "below_zero")]
    assert codes(engine.VARIANTS["conquian"], -1, 1) == [("points", "below_zero")], "units are paid, never owed"


def test_who_reached_the_target_may_have_the_lower_total():
    """GIN-37: A wins one deal of 100, B six of 15: 100 + 25 + 100 against 90 + 150."""
    noted = {"is_total": True, "deals": 7, "deals_won": (1, 6)}
    assert codes(CLUB, 225, 240, **noted) == []
    assert codes(CLUB, 240, 225, is_total=True, deals=7, deals_won=(6, 1)) == []
    assert codes(CLUB, 225, 240, is_total=True) == []
    assert codes(CLUB, 125, 240, **noted) == [("points", "bonuses_missing")], "neither has a game bonus in it"


@pytest.mark.parametrize("key", ["hollywood", "color", "colonel-fosdick", "conquian"])
def test_deals_won_are_among_the_deals_on_every_sheet(key):
    assert codes(engine.VARIANTS[key], 1, 0, deals=2, deals_won=(2, 1)) == [("deals_won", "more_than_played")]


PADS = sorted(
    key for key, rules in engine.VARIANTS.items() if rules.sheet.name == "pad" and rules.seating.name == "two"
)
DEALS = st.lists(
    st.tuples(st.sampled_from([0, 1, 1, 1, None]), st.integers(1, 98), st.booleans()), min_size=40, max_size=60
)


@given(st.sampled_from(PADS), DEALS)
def test_what_a_pad_came_to_is_never_doubted(key, deals):
    """Deals as the rules score them, up to the end of the game: the points, and the totals, are possible."""
    rules = engine.VARIANTS[key]
    score = rules.sheet.blank(2)
    for winner, count, is_gin in deals:
        if rules.sheet.settle(rules, score).over:
            break
        points = 0 if winner is None else count + (rules.gin_bonus if is_gin else 0) + rules.hand_win_bonus
        extra = 2 if winner is not None and is_gin and rules.extra_boxes != "none" else 0
        deal = DealResult(type="gin" if is_gin else "knock", winner=winner, points=points, extra_boxes=extra)
        score = rules.sheet.enter(rules, score, deal)
    assert isinstance(score, Score)
    end = rules.sheet.settle(rules, score)
    noted = {"deals": end.deals, "deals_won": end.deals_won, "to_target": end.over}
    assert doubts(rules, Entered(points=end.points, **noted)) == ()
    assert doubts(rules, Entered(points=end.points, to_target=end.over)) == ()
    if end.over:
        assert doubts(rules, Entered(points=end.totals, is_total=True, **noted)) == ()
        assert doubts(rules, Entered(points=end.totals, is_total=True)) == ()
