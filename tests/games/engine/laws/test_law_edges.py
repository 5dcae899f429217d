"""Rare cases of the laws: what remains after a slip, what is told, and what a director can have seen."""

import pytest

from games import engine
from tests.games.engine import tabled
from tests.games.engine.gin_table import card, position
from tests.games.engine.law_table import A_HAND, B_HAND, gin, play, refused, told

A, B = 0, 1
SHORT = "AS AD AC 3S 4S 5S JH JD"
RECORDED = {"laws": "recorded"}


def test_a_lost_turn_passes_though_a_short_hand_draws_all_its_cards_at_once():
    """IRR-28, IRR-9 `correct_at_once`: TurnLost is told, and the other player is in turn."""
    rules, state = gin(A=SHORT, size_fix={A: -2}, options={"correct_at_once": True})
    looked, events = engine.apply(rules, state, engine.LookDiscards(A))
    assert engine.TurnLost(A) in events
    assert (looked.turn, looked.phase) == (B, engine.Phase.DRAW)


def test_strict_conquian_lists_the_first_turn_for_the_player_who_turns_alone():
    """IRR-13, §15: turning out of turn is a slip, and strict play has none."""
    start = {"A": "AC AD KD", "B": "5C", "phase": "start", "stock": "4D 5D", "stock_size": 8}
    rules, state = tabled.conquian(**start, options={"laws": "strict"})
    assert engine.CqTurn(B) not in engine.open_actions(rules, state, B)
    rules, state = tabled.conquian(**start, options={"laws": "table_laws"})
    assert engine.CqTurn(B) in engine.open_actions(rules, state, B)


@pytest.mark.parametrize("record", ["IRR-16 A", "IRR-17 B"])
def test_cards_that_were_seen_lay_on_top_of_the_stock(record):
    """IRR-16, 17: no card of a hand, of the pile or from deeper in the stock; the top card, or one that is nowhere."""
    rules, state = gin(options=RECORDED, stock="2H 9D", stock_size=20)
    for elsewhere in ("KC", "7H", "9D", "2H 2H", "8C"):
        assert refused(rules, state, f"DIR record {record} {elsewhere}") == "E_OPTION"
    assert refused(rules, state, f"DIR record {record} 9D 2H") is None
    unknown = position(rules, A=A_HAND, B=B_HAND, pile="9C 7H", stock_size=20)
    assert refused(rules, unknown, f"DIR record {record} 8C") is None
    assert refused(rules, unknown, f"DIR record {record} AS") == "E_OPTION"


def test_a_card_of_a_meld_on_the_table_was_not_in_the_stock():
    """IRR-16 in Colonel."""
    rules, state = tabled.colonel(A="4C KD", B="5C", table=["7S 8S 9S"], stock_size=20, options=RECORDED)
    seen = engine.DirRecord(irr="IRR-16", offender=state.turn, cards=(card("8S"),))
    with pytest.raises(engine.Impossible, match="E_OPTION"):
        engine.apply(rules, state, seen)


def opened(key="gin-pagat"):
    """Strict play: the non-dealer, A, has taken the upcard and thrown a card; B has not drawn yet."""
    rules, state = gin(key, phase=engine.Phase.UPCARD, pile="7H", stock="", stock_size=31, options={"laws": "strict"})
    return rules, play(rules, state, "A take_upcard", "A discard 5C")


def test_strict_play_goes_by_the_recorded_row_where_the_table_cannot_tell_who_has_drawn():
    """IRR-6, 8, A12: with no stock card drawn B may or may not have drawn; once two are gone both have."""
    rules, state = opened()
    assert told(rules, state, "DIR set_size B 9", "DIR record IRR-6 B")[-1] == "IRR-6 new deal"
    assert told(rules, state, "DIR set_size B 9", "DIR record IRR-8 B")[-1] == "IRR-8 choose"
    both = play(rules, state, "B draw_stock", "B discard KC", "A draw_stock", "A discard 3S")
    assert told(rules, both, "DIR set_size B 9", "DIR record IRR-6 B")[-1] == "IRR-8 choose"


def test_nobody_has_drawn_in_the_first_turn_of_a_deal_of_eleven():
    """IRR-6, GIN-7: that turn begins with a discard."""
    rules = engine.rule_set("gin-eleven", laws="strict")
    deck = tuple(rules.pack.cards)
    state, _ = engine.replay(rules, [engine.DrawForDeal(deck), engine.Deal(deck)])
    found = f"DIR set_size {'AB'[1 - state.turn]} 9", "DIR record IRR-8 A"
    assert told(rules, state, *found)[-1] == "IRR-6 new deal"


@pytest.mark.parametrize("phase", list(engine.Phase))
def test_an_answer_to_a_knock_is_unknown_to_strict_play_at_every_stage(phase):
    """IRR-21..24: strict play refuses illegal knocks, so that no rule set of it has an answer; by the director too."""
    rules, state = gin(options={"laws": "strict"})
    at = engine.State()
    for slot in engine.State.__slots__:
        setattr(at, slot, phase if slot == "phase" else getattr(state, slot))
    for answer in (engine.AcceptKnock(A), engine.RejectKnock(A), engine.DirChoice(A, "accept_knock")):
        with pytest.raises(engine.Impossible, match="E_OPTION"):
            engine.apply(rules, at, answer)


def test_a_choice_that_strict_play_knows_waits_for_its_moment():
    """IRR-8, GIN-10: a director may open it there too, so that before it is E_PHASE."""
    rules, state = gin(options={"laws": "strict"})
    with pytest.raises(engine.Impossible, match="E_PHASE") as refusal:
        engine.apply(rules, state, engine.ChooseRedeal(A))
    assert refusal.value.rule == "GIN-10"
    open_choice = play(rules, state, "DIR set_size A 11", "DIR record IRR-8 A")
    with pytest.raises(engine.Impossible, match="E_OPTION"):
        engine.apply(rules, open_choice, engine.DirChoice(B, "accept_knock"))
