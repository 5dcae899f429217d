"""Gin is scored, and ends, in one way for any number of hands: battle royal with two hands is gin."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.engine.gin.scoring.showdown import score_knock
from games.engine.play.state import changed_rest
from games.engine.royal.play import ROYAL_KERNEL

ROYAL = engine.rule_set("battle-royal")
PRESETS = [
    ("gin-pagat", {}),
    ("gin-rummy-com", {}),
    ("big-gin", {}),
    ("oklahoma", {}),
    ("grand", {}),
    ("gin-pagat", {"showdown": "manual"}),
    ("gin-pagat", {"undercut_on_tie": False, "short_penalty": "add_to_count"}),
]


def shown(state):
    """A state without what only more than two hands need: whose discard each was."""
    rest = changed_rest(state.rest, latest=())
    return (state.phase, state.turn, state.hands, state.stock, state.pile, state.taken, state.passes, rest)


@pytest.mark.parametrize(("key", "options"), PRESETS, ids=lambda part: str(part))
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_battle_royal_with_two_hands_is_gin(key, options, seed):
    gin = engine.rule_set(key, **options)
    royal = replace(gin, kernel=ROYAL_KERNEL)
    chance = random.Random(seed)
    actions = [engine.DrawForDeal, engine.Deal, engine.Deal]
    one = other = engine.start(gin)
    for draw in actions:
        if engine.is_over(gin, one):
            break
        moves = [draw(tuple(chance.sample(range(52), 52)))]
        while moves:
            action = max(moves, key=lambda move: (wants(one, move), chance.random()))
            one, told = engine.apply(gin, one, action)
            other, told_too = engine.apply(royal, other, action)
            assert told == told_too
            assert shown(one) == shown(other)
            seats = engine.to_act(gin, one)
            assert engine.to_act(royal, other) == seats
            moves = engine.legal_actions(gin, one, seats[0]) if seats else ()
            assert set(moves) == set(engine.legal_actions(royal, other, seats[0]) if seats else ())
    assert one.rest.deal


def wants(state, move):
    """Ends the deal where that is possible, and throws away what counts most: so most deals come to a knock."""
    if isinstance(move, engine.Gin | engine.Knock | engine.BigGin):
        return 100
    if isinstance(move, engine.Discard):
        return -engine.deadwood(state.hands[move.seat] & ~(1 << move.card))
    return 0


COUNTS = st.integers(0, 60)
FIXES = st.sampled_from((0, 0, 0, 0, 1, -1, -2))


@given(
    counts=st.lists(COUNTS, min_size=2, max_size=6),
    knocker=st.integers(0, 5),
    how=st.sampled_from(("knock", "gin")),
    tie=st.booleans(),
)
def test_the_lowest_count_wins_the_sum_of_the_others_less_its_own(counts, knocker, how, tie):
    """GIN-23..26, 3P-15..17, for any number of hands."""
    hands = len(counts)
    order = tuple((knocker + step) % hands for step in range(hands))
    rules = replace(ROYAL, undercut_on_tie=tie)
    result = score_knock(rules, order, counts, how=how)
    mine, low = counts[order[0]], min(counts[seat] for seat in order[1:])
    if result.winner is None:
        assert (result.type, result.points, mine == low, tie) == ("tie", 0, True, False)
        return
    assert result.difference == sum(counts) - 2 * counts[result.winner]
    assert counts[result.winner] == min(counts) or mine == 0
    assert (result.winner == order[0]) == (result.type in ("knock", "gin"))
    assert (result.type == "gin") == (mine == 0)
    lost = rules.undercut_penalty if result.type == "undercut" else 0
    assert result.penalties == tuple(lost if seat == order[0] else 0 for seat in range(hands))


@given(counts=st.tuples(COUNTS, COUNTS), third=COUNTS, fixes=st.tuples(FIXES, FIXES), knocker=st.integers(0, 1))
def test_two_hands_score_as_three_of_which_one_counts_nothing_more(counts, third, fixes, knocker):
    """A third hand that neither wins nor errs adds its count to what the winner gets, and changes nothing else."""
    rules = engine.rule_set("gin-pagat")
    two = score_knock(rules, (knocker, 1 - knocker), counts, fixes=fixes)
    high = max(*counts, third) + 1
    three = score_knock(rules, (knocker, 1 - knocker, 2), (*counts, high), fixes=(*fixes, 0))
    assert (three.type, three.winner) == (two.type, two.winner)
    more = high if two.winner is not None else 0
    assert three.points == two.points + more
    assert three.penalties == (*two.penalties, 0)
