"""The points that the first seat may expect of a deal, judged from both hands."""

from dataclasses import replace
from statistics import fmean

import pytest

from games import engine
from games.engine.play.state import State, changed
from games.players.judging.chances import margin_of
from games.players.judging.expected import expected_points
from games.players.judging.value import GIN_V1
from games.players.playing import measured, seeded_deal

RULES = engine.rule_set("gin-pagat")


def states(seed: int) -> list[State]:
    """Every state of a deal between two house players."""
    state, found = engine.start(RULES), []
    for action in seeded_deal(RULES, [measured("club", 2 * seed + seat) for seat in (0, 1)], seed):
        state, _ = engine.apply(RULES, engine.state_met(RULES, state, action), action)
        found.append(state)
    return found


def test_after_a_draw_it_is_the_value_of_both_deadwoods_and_what_the_stock_has() -> None:
    state = next(one for one in states(1) if one.phase is engine.Phase.DISCARD and one.turn == 1)
    own, other = state.hands[1], state.hands[0]
    worth = GIN_V1.after_draw(engine.deadwood_after_discard(own), engine.deadwood(other), state.stock)
    assert expected_points(RULES, state) == pytest.approx(-worth)


def test_before_a_draw_the_better_of_the_pile_and_the_mean_of_the_stock_counts() -> None:
    state = [one for one in states(1) if one.phase is engine.Phase.DRAW and one.turn == 0][2]
    own, other = state.hands
    stock = state.rest.stock[: state.stock]
    against = engine.deadwood(other)
    mean = fmean(
        GIN_V1.after_draw(engine.deadwood_after_discard(own | 1 << card), against, state.stock - 1) for card in stock
    )
    found = expected_points(RULES, state)
    assert found is not None
    assert found >= mean - 1e-9


def test_when_the_deal_is_over_it_is_what_the_deal_brought() -> None:
    last = states(2)[-1]
    assert last.rest.result
    assert expected_points(RULES, last) == margin_of(last.rest.result) != 0


def test_a_hand_of_another_size_and_another_game_are_not_judged() -> None:
    state = next(one for one in states(1) if one.phase is engine.Phase.DRAW)
    short = state.hands[0] & (state.hands[0] - 1)
    assert expected_points(RULES, changed(state, hands=(short, state.hands[1]))) is None
    assert expected_points(engine.rule_set("straight"), state) is None


def test_a_deal_that_counts_double_is_worth_double() -> None:
    state = next(one for one in states(1) if one.phase is engine.Phase.DRAW)
    once = expected_points(RULES, state)
    assert once
    assert expected_points(RULES, changed(state, rest=replace(state.rest, factor=2))) == pytest.approx(2 * once)


def test_of_whom_more_is_expected_scores_more_in_the_mean() -> None:
    """Three quarters through a deal of house players."""
    ahead, behind = [], []
    for seed in range(60):
        *course, end = states(seed)
        judged = [worth for one in course if (worth := expected_points(RULES, one)) is not None]
        worth, result = judged[len(judged) * 3 // 4], end.rest.result
        assert result
        (ahead if worth > 0 else behind).append(margin_of(result))
    assert fmean(ahead) > 5
    assert fmean(behind) < -5
