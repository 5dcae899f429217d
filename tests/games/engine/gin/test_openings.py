"""How a deal begins and what lies open: eleven cards, the upcard after two passes, the first dealer, the pile."""

import pytest

from games import engine
from games.engine import Phase
from tests.games.engine.gin_table import card, dealt, position

A, B = 0, 1
ELEVEN = engine.rule_set("gin-eleven")
PACK = tuple(range(52))
FULL = "AS AD AC 3S 4S 5S JH JD JC 5C KS"


def test_gin_7_the_non_dealer_gets_eleven_cards_and_no_upcard_is_turned():
    state = dealt(ELEVEN)
    first = 1 - state.rest.places.dealer
    seen = engine.view(ELEVEN, state, first)
    assert (seen.phase, seen.turn, seen.stock, seen.upcard, seen.top) == (Phase.DISCARD, first, 31, None, None)
    assert (seen.counts[first], seen.counts[1 - first]) == (11, 10)
    deck = tuple(reversed(PACK))
    state, _ = engine.replay(ELEVEN, [engine.DrawForDeal(PACK), engine.Deal(deck)])
    assert state.rest.places.dealer == A
    assert state.hands[B] == engine.hand_of((*deck[:20:2], deck[20]))


def test_gin_7_the_first_turn_is_a_discard_or_a_knock_and_then_turns_are_ordinary():
    state = position(ELEVEN, A=FULL, B="4H", stock_size=31, phase=Phase.DISCARD)
    with pytest.raises(engine.Impossible, match="E_PHASE"):
        engine.apply(ELEVEN, state, engine.DrawStock(A))
    knocked, _ = engine.apply(ELEVEN, state, engine.Knock(A, card("KS")))
    assert knocked.rest.result.type in ("knock", "undercut")
    thrown, _ = engine.apply(ELEVEN, state, engine.Discard(A, card("KS")))
    assert engine.legal_actions(ELEVEN, thrown, B) == (engine.DrawStock(B), engine.DrawDiscard(B))


def test_gin_7_nobody_knocks_in_the_first_turn_where_that_is_agreed():
    rules = engine.rule_set("gin-eleven", eleven_first_knock=False, big_gin_bonus=31)
    state = position(rules, A=FULL, B="4H 5H", stock="2C 7D", stock_size=31, phase=Phase.DISCARD)
    for action in (engine.Knock(A, card("KS")), engine.Gin(A, card("KS")), engine.BigGin(A)):
        with pytest.raises(engine.Impossible, match="E_OPTION"):
            engine.apply(rules, state, action)
    assert all(isinstance(action, engine.Discard) for action in engine.legal_actions(rules, state, A))
    for action in (
        engine.Discard(A, card("KS")),
        engine.DrawStock(B),
        engine.Discard(B, card("2C")),
        engine.DrawStock(A),
    ):
        state, _ = engine.apply(rules, state, action)
    assert engine.Knock(A, card("7D")) in engine.legal_actions(rules, state, A)


def test_gin_7_no_upcard_can_set_the_limit():
    with pytest.raises(engine.Impossible) as error:
        engine.rule_set("oklahoma", deal="eleven")
    assert (error.value.code, error.value.rule) == ("E_OPTION", "GIN-7")


def test_gin_9_after_two_passes_the_upcard_may_be_drawn_where_that_is_agreed():
    for key, option, drawn in (("gin-pagat", "stock_only", False), ("gin-pagat", "either", True)):
        rules = engine.rule_set(key, after_double_pass=option)
        state = position(rules, A="AS", B="4H", pile="QH", stock_size=31, phase=Phase.UPCARD)
        for action in (engine.PassUpcard(A), engine.PassUpcard(B)):
            state, _ = engine.apply(rules, state, action)
        assert (engine.DrawDiscard(A) in engine.legal_actions(rules, state, A)) == drawn


@pytest.mark.parametrize(("a", "b", "dealer"), [("9D", "KH", A), ("KH", "9D", B), ("9D", "9H", A), ("9S", "9H", B)])
def test_gin_4_a_random_first_dealer_is_the_lower_card_of_one_draw(a, b, dealer):
    rules = engine.rule_set("gin-pagat", first_dealer="random")
    assert rules.seating.first(rules, (card(a), card(b))).dealer == dealer


def test_irr_29_an_open_pile_is_seen_whole():
    rules = engine.rule_set("gin-open-discards")
    state = position(rules, A="AS", B="4H", pile="9H QH", stock_size=20)
    assert engine.view(rules, state, B).pile_cards == (card("9H"), card("QH"))
    looked, _ = engine.apply(rules, state, engine.codec.action_from_json({"do": "look_discards"}, A))
    assert looked == state
