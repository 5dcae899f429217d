"""Doubling gin: offers, answers, the factor, and the deal that a refusal ends (DBL-1..7)."""

import pytest

from games import engine
from games.engine import AcceptDouble, DeclineDouble, Double, Phase
from tests.games.engine.gin_table import MANUAL, card, position

RULES = engine.rule_set("doubling")
A, B = 0, 1
HANDS = {"A": "2C 2D 2S 8H 8C 4S AC 7H 7D 7S", "B": "3H 4H 5H 9C 9D 9S JD 10D KC 5C"}  # 21 and 33


def table(rules=RULES, **given):
    return position(rules, **{**HANDS, "pile": "QH", "stock": "JC QC", "stock_size": 20, **given})


def after(rules, state, *actions):
    for action in actions:
        state, _ = engine.apply(rules, state, action)
    return state


def refused(rules, state, action):
    with pytest.raises(engine.Impossible) as error:
        engine.apply(rules, state, action)
    return error.value.code


def test_dbl_1_an_offer_comes_before_the_draw_and_waits_for_its_answer():
    state = table()
    assert Double(A) in engine.legal_actions(RULES, state, A)
    offered, events = engine.apply(RULES, state, Double(A))
    assert events == (engine.OfferedDouble(A, 2),)
    assert (offered.phase, offered.turn) == (Phase.DOUBLE, B)
    assert engine.legal_actions(RULES, offered, B) == (AcceptDouble(B), DeclineDouble(B))
    assert refused(RULES, offered, engine.DrawStock(A)) == "E_NOT_TURN"
    assert refused(RULES, after(RULES, state, engine.DrawStock(A)), Double(A)) == "E_PHASE"
    assert refused(RULES, state, Double(B)) == "E_NOT_TURN"
    assert refused(RULES, state, AcceptDouble(A)) == refused(RULES, state, DeclineDouble(B)) == "E_PHASE"
    assert refused(RULES, offered, AcceptDouble(A)) == "E_NO_RIGHT"


def test_dbl_1_dbl_2_after_an_acceptance_only_the_acceptor_may_offer():
    state = after(RULES, table(), Double(A), AcceptDouble(B))
    assert (state.phase, state.turn) == (Phase.DRAW, A)
    seen = engine.view(RULES, state, None)
    assert (seen.factor, seen.double_right) == (2, B)
    assert refused(RULES, state, Double(A)) == "E_DOUBLE_RIGHT"
    state = after(RULES, state, engine.DrawStock(A), engine.Discard(A, card("JC")))
    assert Double(B) in engine.legal_actions(RULES, state, B)
    state = after(RULES, state, Double(B), AcceptDouble(A))
    assert (state.rest.factor, state.rest.double_right, state.turn) == (4, A, B)


def test_dbl_1_an_offer_may_come_before_the_upcard_and_leaves_the_passes_as_they_were():
    state = table(phase=Phase.UPCARD, stock_size=31)
    state = after(RULES, state, Double(A), AcceptDouble(B), engine.PassUpcard(A))
    assert (state.phase, state.turn, state.passes) == (Phase.UPCARD, B, 1)
    state = after(RULES, state, Double(B), AcceptDouble(A), engine.PassUpcard(B))
    assert (state.phase, state.turn, state.rest.factor) == (Phase.DRAW, A, 4)
    assert refused(RULES, after(RULES, state, Double(A), AcceptDouble(B)), engine.DrawDiscard(A)) == "E_MUST_DRAW_STOCK"


def test_dbl_3_a_refusal_ends_the_deal_for_ten_and_the_difference():
    state = after(RULES, table(), Double(A))
    done, events = engine.apply(RULES, state, DeclineDouble(B))
    result = done.rest.result
    assert events[0] == engine.DeclinedDouble(B)
    assert (result.type, result.winner, result.counts, result.points) == ("declined", A, (21, 33), 10 + 12)
    assert (done.phase, len(done.pile)) == (Phase.DONE, 1)
    assert done.rest.standing.boxes == (1, 0)


def test_dbl_3_the_offerer_cannot_be_undercut():
    state = after(RULES, table(A=HANDS["B"], B="2C 2D 2S 8H 8C 4S AC 7H 7D 7S"), Double(A), DeclineDouble(B))
    assert (state.rest.result.winner, state.rest.result.counts, state.rest.result.points) == (A, (33, 21), 10)


def test_dbl_3_a_full_hand_earns_no_gin_bonus_and_bars_laying_off():
    full = "AS AD AC 3S 4S 5S 6S JH JD JC"
    other = "4H 5H 6H 7H 8S 9S 10S KC 7S 2D"  # 7S would fit on the run
    for options in ({}, MANUAL):
        rules = engine.rule_set("doubling", **options)
        state = table(rules, A=full, B=other, stock="", factor=2, double_right=A)
        result = after(rules, state, Double(A), DeclineDouble(B)).rest.result
        assert (result.type, result.bonus) == ("declined", 10)
        assert result.points == (10 + result.counts[B]) * 2


def test_dbl_3_laying_off_by_hand():
    rules = engine.rule_set("doubling", **MANUAL)
    state = table(rules, stock="", A="AS AD AC 3S 4S 5S 6S JH JD KC", B="4H 5H 6H 8C 9D 10S QC 7S 2D 2H")
    state = after(rules, state, Double(A), DeclineDouble(B))
    assert (state.phase, state.turn) == (Phase.SHOWDOWN, B)
    state = after(rules, state, engine.ShowHand(B), engine.LayOff(B, card("7S"), 1), engine.Finish(B))
    assert state.rest.result.points == 10 + (8 + 9 + 10 + 10 + 4) - 30


def test_dbl_4_dbl_5_points_are_multiplied_and_boxes_are_not():
    state = table(A="3H 4H 5H 9C 9D 9S JD QD KD 4S", B="2C 2D 2S 8H 8C KS 7D 6D AC 10H")
    state = after(RULES, state, Double(A), AcceptDouble(B), engine.DrawStock(A), engine.Knock(A, card("JC")))
    assert (state.rest.result.points, state.rest.result.factor) == (92, 2)
    assert (state.rest.standing.points, state.rest.standing.totals) == ((92, 0), (112, 0))


def test_dbl_6_the_cap():
    rules = engine.rule_set("doubling", double_cap=2)
    state = after(rules, table(rules), Double(A), AcceptDouble(B), engine.DrawStock(A), engine.Discard(A, card("JC")))
    assert Double(B) not in engine.legal_actions(rules, state, B)
    assert refused(rules, state, Double(B)) == "E_DOUBLE_RIGHT"
    assert refused(engine.rule_set("doubling", double_cap=1), table(), Double(A)) == "E_DOUBLE_RIGHT"


def test_dbl_7_the_target_is_200():
    assert RULES.target == 200


def test_irr_9_nobody_offers_while_his_number_of_cards_is_put_right():
    assert refused(RULES, table(A=HANDS["A"] + " KS", size_fix={A: 1}), Double(A)) == "E_BAN"


def test_an_offer_set_up_in_a_position_can_be_answered():
    state = table(phase=Phase.DOUBLE, turn=B)
    assert after(RULES, state, AcceptDouble(B)).turn == A


def test_what_happened_in_words_of_the_wire():
    state, offered = engine.apply(RULES, table(), Double(A))
    _, declined = engine.apply(RULES, state, DeclineDouble(B))
    _, accepted = engine.apply(RULES, state, AcceptDouble(B))
    told = [engine.codec.event_to_json(event) for event in (*offered, *accepted, declined[0], declined[1])]
    assert told[:3] == [
        {"e": "offered_double", "seat": "A", "factor": 2},
        {"e": "accepted_double", "seat": "B", "factor": 2},
        {"e": "declined_double", "seat": "B"},
    ]
    assert (told[3]["e"], told[3]["how"], told[3]["card"]) == ("knocked", "declined", None)
    assert engine.codec.event_to_json(engine.LeftLast(B)) == {"e": "left_last", "seat": "B"}
