"""Cards that may be taken only to end the deal: the last discard (GIN-31), one's own card thrown back (GIN-11, gra)."""

import pytest

from games import engine
from games.engine import DeclineLast, Discard, DrawDiscard, DrawStock, Knock, Phase
from tests.games.engine.gin_table import card, position

A, B = 0, 1
KNOCKS = "AS AD AC 3S 4S 5S JH JD JC 5C"  # counts 5
RAW = "AC 2D 3S 8H 6D 8C 9S QD 10C KH"
FAR = "4H 5C 6H 7C 8S 9D 10S KC KD 2C"
OTHER = "4H 5H 6H 7H 8S 9S 10S KC KD 2D"


def after(rules, state, *actions):
    for action in actions:
        state, _ = engine.apply(rules, state, action)
    return state


def refused(rules, state, action):
    with pytest.raises(engine.Impossible) as error:
        engine.apply(rules, state, action)
    return error.value.code


def last(key, throws, hand=KNOCKS, other=OTHER):
    """B has drawn the 50th card and throws `throws`; A may take it to knock, or leave it."""
    rules = engine.rule_set(key)
    state = position(rules, A=hand, B=other, pile="QH", stock="QC", stock_size=3, dealer=A, turn=B)
    return rules, after(rules, state, DrawStock(B), Discard(B, card(throws)))


def test_gin_31_the_last_discard_may_be_taken_or_left():
    rules, state = last("gin-50th", "2D")
    assert (state.phase, state.turn, state.stock) == (Phase.LAST, A, 2)
    assert engine.legal_actions(rules, state, A) == (DrawDiscard(A), DeclineLast(A))
    dead, events = engine.apply(rules, state, DeclineLast(A))
    assert (dead.rest.result.type, dead.rest.result.next_dealer) == ("dead", A)
    assert events[0] == engine.LeftLast(A)


def test_gin_31_after_taking_it_only_a_knock_ends_the_turn():
    rules, state = last("gin-50th", "2D")
    took = after(rules, state, DrawDiscard(A))
    assert {type(action) for action in engine.legal_actions(rules, took, A)} == {Knock}
    assert refused(rules, took, Discard(A, card("5C"))) == "E_MUST_KNOCK"
    assert refused(rules, took, Discard(A, card("2D"))) == "E_MUST_KNOCK"
    assert after(rules, took, Knock(A, card("5C"))).rest.result.type == "knock"


def test_gin_31_the_same_card_is_thrown_back_only_under_the_colony_rule():
    rules, state = last("gin-50th", "QC")
    took = after(rules, state, DrawDiscard(A))
    assert refused(rules, took, Knock(A, card("QC"))) == "E_SAME_CARD"
    rules, state = last("gin-50th-colony", "QC")
    took = after(rules, state, DrawDiscard(A))
    assert after(rules, took, Knock(A, card("QC"))).rest.result.winner == A
    before = position(rules, A=KNOCKS, B=OTHER, pile="QH", stock_size=20)
    took = after(rules, before, DrawDiscard(A))
    assert refused(rules, took, Knock(A, card("QH"))) == "E_SAME_CARD"  # not the last discard


def test_gin_31_it_stays_where_it_is_when_no_knock_can_follow():
    rules, state = last("gin-50th", "QC", RAW, FAR)
    assert engine.legal_actions(rules, state, A) == (DeclineLast(A),)
    assert refused(rules, state, DrawDiscard(A)) == "E_MUST_KNOCK"


def test_gin_30_without_the_option_the_deal_is_dead_at_once():
    rules = engine.rule_set("gin-pagat")
    state = position(rules, A=KNOCKS, B=OTHER, pile="QH", stock="QC", stock_size=3, dealer=A, turn=B)
    assert after(rules, state, DrawStock(B), Discard(B, card("2D"))).rest.result.type == "dead"
    assert refused(rules, state, DeclineLast(B)) == "E_OPTION"


GRA = engine.rule_set("gin-gra")


def thrown_back(hand_of_b=FAR):
    """B has thrown 7H; A takes it and throws it straight back."""
    state = position(GRA, A=RAW, B=hand_of_b, pile="9H 7H", stock="4C 8D", stock_size=20)
    return after(GRA, state, DrawDiscard(A), Discard(A, card("7H")))


def test_gin_11_gra_the_taken_card_may_be_thrown_back_and_is_listed():
    state = after(GRA, position(GRA, A=RAW, B=FAR, pile="9H 7H", stock_size=20), DrawDiscard(A))
    assert Discard(A, card("7H")) in engine.legal_actions(GRA, state, A)
    helped = engine.aids(engine.view(GRA, state, A))
    assert card("7H") in dict(helped.after)


def test_gin_11_gra_its_first_owner_takes_it_only_to_knock():
    state = thrown_back()
    assert (state.turn, state.pile[-1]) == (B, card("7H"))
    assert refused(GRA, state, DrawDiscard(B)) == "E_MUST_KNOCK"
    assert DrawDiscard(B) not in engine.legal_actions(GRA, state, B)


def test_gin_11_gra_he_may_knock_with_it_even_throwing_it():
    hand = "7S 7D 4H 5H 6H JC JS JD AD KD"
    state = thrown_back(hand)
    assert DrawDiscard(B) in engine.legal_actions(GRA, state, B)
    took = after(GRA, state, DrawDiscard(B))
    assert refused(GRA, took, Discard(B, card("KD"))) == "E_MUST_KNOCK"
    assert after(GRA, took, Knock(B, card("KD"))).rest.result.winner == B


def test_gin_11_gra_the_stock_frees_him_and_the_next_turn_is_an_ordinary_one():
    state = after(GRA, thrown_back(), DrawStock(B), Discard(B, card("KD")))
    took = after(GRA, state, DrawDiscard(A))
    assert after(GRA, took, Discard(A, card("KH"))).turn == B


def test_gin_11_gra_nobody_threw_the_upcard_so_nobody_is_bound_by_it():
    state = position(GRA, A=RAW, B=FAR, pile="7H", stock_size=31, phase=Phase.UPCARD)
    state = after(GRA, state, engine.TakeUpcard(A), Discard(A, card("7H")), DrawDiscard(B))
    assert after(GRA, state, Discard(B, card("KD"))).turn == A
    back = after(GRA, state, Discard(B, card("7H")))  # A threw it first
    assert refused(GRA, back, DrawDiscard(A)) == "E_MUST_KNOCK"


# Under laws that let a player err, every seat in turn keeps something lawful to do


def bound_at_the_table(hand_of_b=FAR, stock_size=20):
    """As `thrown_back`, where players may err."""
    rules = engine.rule_set("gin-gra", laws="table_laws")
    state = position(rules, A=RAW, B=hand_of_b, pile="9H 7H", stock="4C 8D", stock_size=stock_size)
    return rules, after(rules, state, DrawDiscard(A), Discard(A, card("7H")))


@pytest.mark.parametrize("slip", [engine.PeekStock(B, 1), DrawStock(A)])
def test_irr_20_a_stock_used_up_by_a_slip_ends_the_deal_of_who_may_not_take_the_top_card(slip):
    rules, state = bound_at_the_table(stock_size=3)
    done = after(rules, state, slip)
    assert done.rest.result.type == "dead"


def test_irr_20_who_can_knock_with_the_top_card_plays_on():
    rules, state = bound_at_the_table("7S 7D 4H 5H 6H JC JS JD AD KD", stock_size=3)
    assert DrawDiscard(B) in engine.legal_actions(rules, after(rules, state, DrawStock(A)), B)


def test_irr_19_who_is_banned_after_taking_a_bound_card_discards_instead():
    rules, state = bound_at_the_table("7S 7D 4H 5H 6H JC JS JD AD KD")
    banned = after(rules, state, DrawDiscard(B), engine.PeekStock(B, 1))
    assert Discard(B, card("KD")) in engine.legal_actions(rules, banned, B)
    assert after(rules, banned, Discard(B, card("KD"))).turn == A
    gin = after(rules, bound_at_the_table("7S 7D 4H 5H 6H JC JS JD 3H KD")[1], DrawDiscard(B), engine.PeekStock(B, 1))
    assert refused(rules, gin, Discard(B, card("KD"))) == "E_MUST_KNOCK"  # gin is left to him
