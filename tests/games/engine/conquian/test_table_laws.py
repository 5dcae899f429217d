"""Irregularities in Conquian and Colonel: Foster's laws, and gin's by analogy (RULES.md §14.4)."""

import pytest

from games import engine
from tests.games.engine.tabled import A, B, cards, colonel, conquian, done, listed, refused, told

LAWS = {"laws": "table_laws"}
START = {"A": "AC AD KD", "B": "5C", "phase": "start", "stock": "4D 5D", "stock_size": 8}


def note(rules, state, *commands):
    """The remedy of the last ruling."""
    return [event["remedy"] for event in told(rules, state, *commands) if event["e"] == "ruled"][-1]


def result(state):
    found = state.rest.result
    return None if found is None else (found.type, found.winner, found.next_dealer)


# Conquian


def test_a_card_of_the_opponent_shown_in_dealing_is_a_new_deal_his_own_is_nothing():
    """IRR-40."""
    rules, state = conquian(**START)
    assert result(done(rules, state, "DIR exposed opponent")) == ("redeal", None, B)
    after = done(rules, state, "DIR exposed own")
    assert (after, note(rules, state, "DIR exposed own")) == (state, "none")


@pytest.mark.parametrize("game", [conquian, colonel])
def test_the_opponent_of_the_wrong_dealer_may_stop_the_deal(game):
    """IRR-1, 2, §14.4: a new deal by the right dealer, until the upcard, or the first card, is turned."""
    rules, state = game(phase="dealing", dealer=B, proper_dealer=A, options=LAWS)
    assert result(done(rules, state, "A stop_deal"))[2] == A
    assert refused(rules, state, "B stop_deal") == "E_NO_RIGHT"
    rules, state = game(dealer=B, proper_dealer=A, stock_size=19, options=LAWS)
    assert refused(rules, state, "A stop_deal") == "E_TOO_LATE"
    rules, state = game(phase="dealing", options=LAWS)
    assert refused(rules, state, "A stop_deal") == "E_PHASE"


def test_a_faced_card_in_the_pack_is_a_new_deal_at_any_time():
    """IRR-3, 40."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8)
    assert result(done(rules, state, "DIR faced_card")) == ("redeal", None, B)
    assert refused(rules, state, "DIR exposed_in_deal") == "E_TOO_LATE"
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8, options={"cnq_laws": "none"})
    assert refused(rules, state, "DIR faced_card") == "E_TOO_LATE"
    assert refused(rules, state, "DIR exposed opponent") == "E_OPTION"


def test_a_new_deal_is_no_game():
    """IRR-40, CNQ-19."""
    rules, state = conquian("conquian-foster", **START | {"A": "AC AD 10D"})
    after = done(rules, state, "DIR exposed opponent")
    assert engine.payments(rules, after.rest.score) == ()
    assert engine.due_chance(rules, after) is engine.Deal


def test_a_wrong_number_of_cards_loses_the_game():
    """IRR-41."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8)
    counted = done(rules, state, "DIR set_size A 4")
    assert engine.view(rules, counted, None).counts[A] == 4
    ended = done(rules, counted, "DIR wrong_count A")
    assert result(ended)[:2] == ("wrong_count", B)
    assert engine.outcome(rules, ended).net == (-1, 1)


def test_wrong_hands_in_conquian_lose_the_game_or_are_dealt_again():
    """IRR-6..8, §14.4: IRR-41 instead; before the first card is turned a new deal."""
    ten = "AC AD 2H 3H 5S 7S JC QC KD KH"
    rules, state = conquian(A=ten, B="AS AH", centre="QH", stock_size=8)
    assert refused(rules, state, "DIR set_size A 10", "DIR discover") == "E_PHASE"
    assert result(done(rules, state, "DIR set_size A 11", "DIR discover"))[:2] == ("wrong_count", B)
    assert result(done(rules, state, "DIR set_size A 11", "DIR set_size B 9", "DIR discover"))[0] == "redeal"
    rules, state = conquian(A=ten, phase="start", stock_size=20)
    assert result(done(rules, state, "DIR set_size A 11", "DIR discover"))[0] == "redeal"


def test_who_touches_the_stock_must_turn():
    """IRR-42: the card on offer is gone, but it can still be forced."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock="2S", stock_size=8, options=LAWS)
    after = done(rules, state, "A touch_stock")
    assert (after.phase, after.turn, note(rules, state, "A touch_stock")) == ("turned", A, "must turn")
    rules, state = conquian(A="AC AD KD", A_table=["6H 7H JH"], centre="QH", stock="2S", stock_size=8, options=LAWS)
    window = done(rules, state, "A touch_stock")
    assert (window.phase, window.turn) == ("force_window", B)
    assert refused(rules, window, "A cq_use 6H 7H JH QH ! KD") == "E_NOT_TURN"


def test_touching_the_stock_is_only_possible_where_the_laws_are_played():
    """IRR-42, §15: strict knows no touch; there is none without Foster's laws."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8)
    assert refused(rules, state, "A touch_stock") == "E_OPTION"
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8, options={**LAWS, "cnq_laws": "none"})
    assert refused(rules, state, "A touch_stock") == "E_OPTION"
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8, options=LAWS)
    assert refused(rules, state, "B touch_stock") == "E_NOT_TURN"


def test_of_two_cards_turned_the_opponent_picks_one():
    """IRR-43: the other goes back on top."""
    rules, state = conquian(A="AC AD KD", phase="start", stock="2S 3S 4D", stock_size=8)
    window = done(rules, state, "DIR two_turned 2S 3S")
    assert (window.phase, window.turn, window.stock) == ("pick", B, 6)
    assert listed(rules, window) == [{"do": "cq_pick", "card": "2S"}, {"do": "cq_pick", "card": "3S"}]
    assert refused(rules, window, "A cq_pick 2S") == "E_NO_RIGHT"
    assert refused(rules, window, "B cq_pick 4D") == "E_NOT_IN_HAND"
    after = done(rules, window, "B cq_pick 3S")
    assert (after.phase, after.turn, after.stock) == ("turned", A, 7)
    assert engine.card_text(after.rest.stock[after.stock - 1], rules.pack) == "2S"


def test_two_cards_that_are_off_the_stock_already_are_not_lifted_twice():
    """IRR-43: a position written down after both were lifted."""
    rules, state = conquian(A="AC AD KD", phase="start", stock="4D", stock_size=8)
    assert done(rules, state, "DIR two_turned 2S 3S", "B cq_pick 3S").stock == 9
    assert refused(rules, state, "B cq_pick 3S") == "E_PHASE"


def test_a_deal_that_ends_before_the_choice_leaves_both_cards_on_the_stock():
    """IRR-43, 33: the director voids the deal while the opponent picks."""
    rules, state = conquian(A="AC AD KD", phase="start", stock="2S 3S 4D", stock_size=8)
    after = done(rules, state, "DIR two_turned 2S 3S", "DIR void")
    assert (after.phase, after.stock, after.rest.lifted) == ("done", 8, ())
    assert [engine.card_text(card, rules.pack) for card in after.rest.stock[-2:]] == ["2S", "3S"]


def test_an_invalid_table_is_restored():
    """IRR-44: a bad use is put back and the turn goes on, at a live table as at a physical one."""
    rules, state = conquian(A="6C 6S KD", phase="turned", centre="6D", stock_size=8, options=LAWS)
    assert (done(rules, state, "A cq_use 6D 6C ! KD"), note(rules, state, "A cq_use 6D 6C ! KD")) == (state, "restored")
    assert (done(rules, state, "DIR record IRR-44 A"), note(rules, state, "DIR record IRR-44 A")) == (state, "restored")


def test_a_card_turned_too_early_stands_for_the_right_player():
    """IRR-13, §14.4."""
    rules, state = conquian(**START, options=LAWS)
    after = done(rules, state, "B cq_turn")
    assert (after.phase, after.turn, after.stock) == ("turned", A, 7)
    assert refused(*conquian(**START), "B cq_turn") == "E_NOT_TURN"


def test_who_looks_at_the_waste_loses_a_turn():
    """IRR-28, §14.4: one card on offer and one turned go by him."""
    rules, state = conquian(
        A="AC AD KD", B="5C", phase="offer", centre="QH", pile="2H", stock="2S 3S 4D 5D", stock_size=8, options=LAWS
    )
    after = done(rules, state, "A look_discards")
    assert (after.phase, after.turn, after.rest.effects) == ("offer", B, ())
    later = done(rules, state, "B look_discards", "A cq_reject", "A cq_pass")
    assert (later.phase, later.turn) == ("offer", A)
    assert engine.card_text(later.pile[-1], rules.pack) == "3S"


def test_the_wrong_dealer_and_a_faulty_pack():
    """IRR-1, 2, 33, §14.4: until the first card is turned."""
    rules, state = conquian(**START)
    assert refused(rules, state, "DIR record IRR-1 B") == "E_PHASE"  # it is B's deal
    assert result(done(rules, state, "DIR record IRR-1 A", "B stop_deal")) == ("redeal", None, B)
    assert result(done(rules, state, "DIR imperfect_pack")) == ("redeal", None, B)
    turned = done(rules, state, "A cq_turn")
    assert done(rules, turned, "DIR record IRR-1 B") == turned
    assert result(done(rules, turned, "DIR redeal A")) == ("redeal", None, A)
    assert result(done(rules, turned, "DIR void")) == ("void", None, B)


def test_showing_a_card_has_no_effect():
    """IRR-30."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8)
    assert done(rules, state, "A show_card KD") == state
    assert refused(rules, state, "A show_card 5C") == "E_NOT_IN_HAND"


@pytest.mark.parametrize("irr", ["IRR-21", "IRR-99", "IRR-16"])
def test_laws_of_other_games_are_refused(irr):
    """§14.4."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8)
    assert refused(rules, state, f"DIR record {irr} A") == "E_OPTION"


# Colonel

TABLE = {"A": "7C 8C 2H 9S", "B": "AS KS QS 4C", "pile": "9D 3D", "stock": "6C 2C 5D 6D", "stock_size": 12}


def test_a_hand_with_too_many_cards_discards_without_drawing_and_may_not_go_out():
    """IRR-9, §14.4."""
    rules, state = colonel(**TABLE, size_fix={A: 1})
    assert refused(rules, state, "A draw_stock") == "E_HAND_SIZE"
    assert all(action["do"] == "discard" for action in listed(rules, state))
    assert (done(rules, state, "A discard 2H").turn, engine.fix_of(done(rules, state, "A discard 2H").rest, A)) == (
        B,
        0,
    )


def test_a_hand_with_too_few_cards_draws_without_discarding():
    """IRR-9, §14.4."""
    rules, state = colonel(**TABLE, size_fix={A: -1})
    after = done(rules, state, "A draw_stock")
    assert (after.turn, after.phase, after.hands[A].bit_count(), engine.fix_of(after.rest, A)) == (B, "draw", 5, 0)
    assert done(rules, state, "A draw_discard").turn == B


def test_a_stock_card_seen_in_turn_bars_going_out_in_that_turn():
    """IRR-16, 18, 19, §14.4."""
    given = {**TABLE, "A": "7C 8C", "stock": "2C 6C 5D 6D"}
    rules, state = colonel(**given, options=LAWS)
    seen = done(rules, state, "A peek_stock 1", "A draw_stock")
    assert engine.view(rules, seen, None).rows[0].cards == (engine.parse_card("2C", rules.pack),)
    assert refused(rules, seen, "A meld 6C 7C 8C") == "E_BAN"
    assert [action["do"] for action in listed(rules, seen)] == ["discard"] * 3
    theirs = done(rules, seen, "A discard 6C")
    assert {"do": "draw_exposed", "card": "2C"} in listed(rules, theirs)
    assert refused(rules, theirs, "B draw_exposed 2C") is None


def test_a_card_drawn_too_early_is_kept_and_a_discard_taken_too_early_goes_back():
    """IRR-13, 15, §14.4."""
    rules, state = colonel(**TABLE, options=LAWS)
    early = done(rules, state, "B draw_stock", "A draw_stock", "A discard 2H")
    assert (early.turn, early.phase) == (B, "discard")
    assert note(rules, state, "B draw_discard") == "returned"
    assert done(rules, state, "B draw_discard") == state


def test_a_card_thrown_straight_back_is_taken_back_when_somebody_objects():
    """IRR-32, §14.4."""
    rules, state = colonel(**TABLE, options=LAWS)
    slip = done(rules, state, "A draw_discard", "A discard 3D")
    assert note(rules, slip, "B object") == "taken back"
    assert done(rules, slip, "B object").turn == A
    assert refused(rules, slip, "B draw_stock", "A object") == "E_NO_RIGHT"


def test_looking_back_costs_a_turn_unless_the_pile_is_taken_whole():
    """IRR-28, 29, §14.4."""
    rules, state = colonel(**TABLE, options=LAWS)
    assert done(rules, state, "A look_discards").turn == B
    rules, state = colonel("colonel-pile", **TABLE, options=LAWS)
    assert done(rules, state, "A look_discards") == state


def test_wrong_hands_before_and_after_the_first_draw():
    """IRR-6, 8, §14.4."""
    rules, state = colonel(**{**TABLE, "stock_size": 31})
    assert result(done(rules, state, "DIR set_size A 5", "DIR discover"))[0] == "void"
    rules, state = colonel(**TABLE, options=LAWS)
    played = done(rules, state, "A draw_stock", "A discard 2H", "B draw_stock", "B discard 4C")
    chosen = done(rules, played, "DIR set_size A 5", "DIR discover")
    assert (chosen.phase, chosen.turn) == ("choice", B)
    going_on = done(rules, chosen, "B choose_continue")
    assert (going_on.turn, engine.fix_of(going_on.rest, A)) == (A, 1)
    assert result(done(rules, chosen, "B choose_redeal"))[0] == "void"


def test_cards_missing_at_the_end_cost_ten_points_each():
    """IRR-10, 11, §14.4: who has too many cannot have gone out."""
    rules, state = colonel(A="7C 5H", B="AS KD 10H", pile="9D", stock="QC", stock_size=1, options={"target": 50})
    ended = done(rules, state, "A draw_stock", "A discard QC")
    assert ended.rest.standing.totals == (18, 0)
    found = done(rules, ended, "DIR set_size A 1 end")
    assert found.rest.standing.totals == (8, 0)
    found = done(rules, ended, "DIR set_size A 3 end")
    assert (result(found)[:2], found.rest.standing.totals) == (("no_winner", None), (0, 0))


def test_a_false_going_out_goes_back_to_the_hand():
    """IRR-21, §14.4: the turn continues."""
    rules, state = colonel(**TABLE)
    state = done(rules, state, "A draw_stock")
    assert (done(rules, state, "DIR record IRR-21 A"), cards(rules, "6C") & state.hands[A] > 0) == (state, True)
