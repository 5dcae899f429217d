"""Battle royal: three hands at once."""

import random

import pytest

from games import engine
from games.engine.gin.scoring.showdown import score_knock
from games.reference.positions import set_up
from tests.games.engine.gin_table import card, deck, hand, steps

ROYAL = engine.rule_set("battle-royal")
PLAIN = tuple(range(52))


def dealt(*actions, rules=ROYAL, pack=PLAIN):
    """Seat 2 deals (it drew highest), and the actions have been played."""
    log = [engine.DrawForDeal(PLAIN), engine.Deal(pack), *actions]
    return engine.replay(rules, log)[0]


def passed(*actions):
    return dealt(*(engine.PassUpcard(seat) for seat in (0, 1, 2)), *actions)


def refusal(state, action, rules=ROYAL):
    with pytest.raises(engine.Impossible) as refused:
        engine.apply(rules, state, action)
    return refused.value.code


def test_three_hands_of_ten_and_a_stock_of_twenty_one():
    """3P-12: ten each to three, an upcard; from the dealer's left each is asked."""
    state = dealt()
    assert [held.bit_count() for held in state.hands] == [10, 10, 10]
    assert (state.stock, len(state.pile), state.rest.places.dealer, state.turn) == (21, 1, 2, 0)
    state = dealt(engine.PassUpcard(0), engine.PassUpcard(1))
    assert state.turn == 2
    assert engine.legal_actions(ROYAL, state, 2) == (engine.TakeUpcard(2), engine.PassUpcard(2))


def test_an_upcard_that_all_pass_is_out_of_play():
    """3P-12: all pass: the left of the dealer draws from the stock, and nobody ever has the upcard."""
    state = passed()
    assert engine.legal_actions(ROYAL, state, 0) == (engine.DrawStock(0),)
    assert refusal(state, engine.DrawDiscard(0)) == "E_MUST_DRAW_STOCK"
    upcard = state.rest.upcard
    after = engine.apply(ROYAL, engine.apply(ROYAL, state, engine.DrawStock(0))[0], engine.Discard(0, card("AC")))[0]
    assert engine.legal_actions(ROYAL, after, 1) == (engine.DrawStock(1), engine.DrawDiscard(1))
    assert refusal(after, engine.DrawDiscard(1, upcard)) == "E_EMPTY"


def test_the_latest_discard_of_either_opponent():
    """3P-13: also the one thrown before the last, if nobody has taken it."""
    state = passed(
        engine.DrawStock(0), engine.Discard(0, card("AC")), engine.DrawStock(1), engine.Discard(1, card("2C"))
    )
    lawful = (engine.DrawStock(2), engine.DrawDiscard(2), engine.DrawDiscard(2, card("AC")))
    assert engine.legal_actions(ROYAL, state, 2) == lawful
    assert engine.view(ROYAL, state, None).latest == (card("AC"), card("2C"), None)
    took, events = engine.apply(ROYAL, state, engine.DrawDiscard(2, card("AC")))
    assert events == (engine.Drew(2, "pile", card("AC")),)
    assert card("AC") not in took.pile
    assert refusal(took, engine.Discard(2, card("AC"))) == "E_SAME_CARD"
    thrown = engine.apply(ROYAL, took, engine.Discard(2, card("3C")))[0]
    assert engine.legal_actions(ROYAL, thrown, 0)[1:] == (engine.DrawDiscard(0), engine.DrawDiscard(0, card("2C")))
    assert refusal(thrown, engine.DrawDiscard(0, card("KD"))) == "E_EMPTY"


def test_what_is_on_offer_is_never_ones_own_nor_taken():
    """3P-13: of A's, B's and C's latest, C may have the others' that are still there."""
    latest = (engine.NOT_TAKEN, card("9S"), card("KD"))
    assert engine.on_offer(latest, (1, 2, 0), 2) == (card("9S"),)
    assert engine.on_offer(latest, (1, 2, 0), 0) == (card("KD"), card("9S"))


def test_the_lowest_count_wins_the_others_less_its_own():
    """3P-14, 15: a knock at ten or less; the winner scores both opponents' counts less his own."""
    result = engine.settle_royal(ROYAL, (0, 1, 2), counts={0: 5, 1: 20, 2: 30})
    assert (result.type, result.winner, result.points, result.penalties) == ("knock", 0, 45, (0, 0, 0))
    with pytest.raises(engine.Impossible) as refused:
        engine.settle_royal(ROYAL, (0, 1, 2), counts={0: 11, 1: 20, 2: 30})
    assert refused.value.code == "E_KNOCK_LIMIT"


@pytest.mark.parametrize(
    ("order", "counts", "winner", "points"),
    [((0, 1, 2), (8, 3, 20), 1, 25), ((0, 1, 2), (8, 8, 20), 1, 20), ((1, 2, 0), (4, 9, 4), 2, 9),
     ((2, 0, 1), (4, 4, 4), 0, 4)],
)  # fmt: skip
def test_an_undercut_knocker_loses_twenty(order, counts, winner, points):
    """3P-16: any count at or below his undercuts him; of two alike the nearer to his left wins; no bonus."""
    result = engine.settle_royal(ROYAL, order, counts=dict(enumerate(counts)))
    assert (result.type, result.winner, result.points) == ("undercut", winner, points)
    assert result.penalties == tuple(20 if seat == order[0] else 0 for seat in range(3))


def test_where_level_counts_are_no_undercut_nobody_scores():
    """GIN-25 for three: undercut_on_tie off."""
    rules = engine.rule_set("battle-royal", undercut_on_tie=False)
    result = engine.settle_royal(rules, (0, 1, 2), counts={0: 8, 1: 8, 2: 20})
    assert (result.type, result.winner, result.points, result.penalties) == ("tie", None, 0, (0, 0, 0))


def test_gin_is_forty_and_both_counts():
    """3P-17: and nobody lays off."""
    hands = {0: hand("AC 2C 3C 4D 5D 6D 7H 8H 9H 10H"), 1: hand("4C 5C KD KC QD QC 2D 3S 6S 9S")}
    hands[2] = hand("7D 8D JH QH KH AS 4S 8S 10C JC")
    result = engine.settle_royal(ROYAL, (0, 1, 2), hands=hands)
    assert (result.type, result.winner) == ("gin", 0)
    assert result.points == 40 + engine.deadwood(hands[1]) + engine.deadwood(hands[2])


def test_each_lays_off_on_the_melds_as_shown():
    """3P-14: C's eight of hearts may not follow the seven that B has laid off."""
    hands = {
        0: hand("4H 5H 6H JC QC KC 3C 3D 3S 2S"),
        1: hand("7H 9C 9D 9S 10C 10D 10S KD QD AC"),
        2: hand("8H 5S 6S 7S 2C 2D KH QS JD 4C"),
    }
    assert engine.settle_royal(ROYAL, (0, 1, 2), hands=hands).counts == (2, 21, 46)


def test_both_opponents_lay_off_by_command_one_after_the_other():
    """3P-14, GIN-20: manual: the second finds the melds as the knocker showed them."""
    rules = engine.rule_set("battle-royal", showdown="manual")
    met = 0
    for seed in range(30):
        for state, action, after, events in steps(rules, seed, deals=6):
            if isinstance(action, engine.Finish) and not state.rest.laid_before:
                knocker = state.rest.spread.seat
                (event,) = events
                assert event.seat == rules.seating.places(3).after[knocker] == state.turn
                assert after.turn == rules.seating.places(3).after[state.turn]
                kept = state.hands[knocker]
                assert sum(after.rest.spread.melds) & ~kept == 0
                met += bool(state.rest.laid and state.rest.laid.laid_off)
    assert met


def test_the_deal_is_drawn_when_three_cards_remain():
    """3P-18: the last three stock cards are never drawn; same dealer."""
    assert not engine.stock_allowed(ROYAL, 3)
    assert engine.stock_allowed(ROYAL, 4)
    dead = [
        after
        for seed in range(3)
        for _, _, after, _ in steps(ROYAL, seed, deals=3, eager=False)
        if after.rest.result is not None and after.rest.result.type == "dead"
    ]
    assert dead
    for state in dead:
        assert (state.stock, state.rest.result.next_dealer) == (3, state.rest.places.dealer)


def test_a_game_to_two_hundred_is_settled_between_every_two():
    """3P-19, 16: penalties come off the points; each pair settles its difference."""
    *_, (_, _, state, events) = steps(ROYAL, 4, deals=1000)
    sheet = engine.outcome(ROYAL, state)
    assert max(sheet.points) >= 200
    assert sum(sheet.net) == 0
    assert events[-1] == engine.GameWon(sheet.winner, sheet.totals, sheet.net)


def test_who_deals_next_among_three():
    """GIN-38 for three: winner, left of the dealer, or the loser with the highest count."""
    result = engine.settle_royal(ROYAL, (0, 1, 2), counts={0: 5, 1: 20, 2: 30})
    places = engine.Places(1, (1, 2, 0))
    dealers = [
        rules.seating.next(rules, places, result).dealer
        for rules in (engine.rule_set("battle-royal", next_dealer=way) for way in ("winner", "alternate", "loser"))
    ]
    assert dealers == [0, 2, 2]


@pytest.mark.parametrize(
    "options",
    [{"deal": "eleven"}, {"doubling": True}, {"same_card": "gra"}, {"last_discard": "take_to_knock"},
     {"after_double_pass": "either"}, {"columns": 3}, {"suit_columns": True}],
)  # fmt: skip
def test_what_battle_royal_leaves_no_room_for_is_refused(options):
    """3P-12, 13, 18: E_OPTION."""
    with pytest.raises(engine.Impossible) as refused:
        engine.rule_set("battle-royal", **options)
    assert refused.value.code == "E_OPTION"


def test_a_third_hand_is_hidden_too():
    rng = random.Random(2)
    state = engine.replay(ROYAL, [engine.DrawForDeal(deck(rng)), engine.Deal(deck(rng))])[0]
    for seat in range(3):
        seen = engine.view(ROYAL, state, seat)
        assert (seen.hand, seen.counts) == (state.hands[seat], (10, 10, 10))
    assert engine.view(ROYAL, state, None).hand is None


LAWS = engine.rule_set("battle-royal", laws="table_laws")


def knocked(kept="4H 5H 6H JC QC KC 3C 3D 8S 9D", card_thrown="AC"):
    """Seat 0 has just knocked with these ten, too many or not."""
    held = hand(kept) | 1 << card(card_thrown)
    others = [hand("7H 9C 9H 9S 10C 10D 10S KD QD 2C"), hand("8H 5S 6S 7S 2D 2H KH QS JD 4C")]
    state = set_up(LAWS, hands=[held, *others], stock_size=12, turn=0, phase=engine.Phase.DISCARD, dealer=2)
    return engine.apply(LAWS, state, engine.Knock(0, card(card_thrown)))[0]


def law_action(name, seat):
    return engine.codec.action_from_json({"do": name}, seat)


def test_either_opponent_may_object_to_an_illegal_knock():
    """IRR-21, §14.4: the second opponent objects; the knock is off, its discard is there to be had."""
    state = knocked()
    assert (state.phase, state.turn) == (engine.Phase.SHOWDOWN, 1)
    state = engine.apply(LAWS, state, law_action("object", 2))[0]
    assert (state.phase, state.turn) == (engine.Phase.CHOICE, 2)
    state = engine.apply(LAWS, state, law_action("reject_knock", 2))[0]
    assert (state.phase, state.turn) == (engine.Phase.DRAW, 1)
    assert engine.DrawDiscard(1) in engine.legal_actions(LAWS, state, 1)
    assert engine.view(LAWS, state, 1).faced == ((0, state.hands[0]),)


def test_an_accepted_knock_is_answered_by_both():
    """IRR-22, 3P-14: with the true counts, when every opponent lets the knock stand."""
    state = engine.apply(LAWS, knocked(), law_action("object", 2))[0]
    for seat in (2, 1):
        assert (state.phase, state.turn) == (engine.Phase.CHOICE, seat)
        state = engine.apply(LAWS, state, law_action("accept_knock", seat))[0]
    for seat in (1, 2):
        assert (state.phase, state.turn) == (engine.Phase.SHOWDOWN, seat)
        state, events = engine.apply(LAWS, state, engine.Finish(seat))
    assert isinstance(events[-1], engine.DealScored)
    assert state.rest.result.counts[0] == 23


def test_the_right_to_a_seen_card_passes_round_the_table():
    """IRR-16, 18, §14.4: those who did not offend come first."""
    state = dealt(*(engine.PassUpcard(seat) for seat in (0, 1, 2)), rules=LAWS)
    state = engine.apply(LAWS, state, engine.codec.action_from_json({"do": "peek_stock", "n": 1}, 0))[0]
    rights = []
    for seat in (0, 1, 2):
        state = engine.apply(LAWS, state, engine.DrawStock(seat))[0]
        rights.append([row.right_of for row in engine.view(LAWS, state, None).rows])
        thrown = engine.legal_actions(LAWS, state, seat)[0]
        state = engine.apply(LAWS, state, thrown)[0]
    assert rights == [[1], [2], [0]]


def test_only_the_next_player_can_draw_too_soon():
    """IRR-13, §14.4: BR: next player only."""
    state = engine.apply(LAWS, dealt(*(engine.PassUpcard(n) for n in range(3)), rules=LAWS), engine.DrawStock(0))[0]
    assert refusal(state, engine.DrawStock(2), LAWS) == "E_NOT_TURN"
    early = engine.apply(LAWS, state, engine.DrawStock(1))[0]
    assert early.hands[1].bit_count() == 11
    after = engine.apply(LAWS, early, engine.legal_actions(LAWS, early, 0)[0])[0]
    assert (after.phase, after.turn) == (engine.Phase.DISCARD, 1)


def test_a_wrong_number_of_cards_found_at_the_end():
    """IRR-10..12: short: ten off each, no bonus; too many: cannot win; two wrong hands: void."""
    short = score_knock(ROYAL, (0, 1, 2), (5, 20, 30), fixes=(-1, 0, 0))
    assert (short.points, short.winner) == (35, 0)
    many = score_knock(ROYAL, (0, 1, 2), (5, 20, 30), fixes=(1, 0, 0))
    assert (many.type, many.winner) == ("no_winner", None)
    both = score_knock(ROYAL, (0, 1, 2), (5, 20, 30), fixes=(1, 0, -1))
    assert (both.type, both.winner) == ("void", None)


def test_a_tied_hand_keeps_its_penalty():
    """IRR-10: ten points off for each missing card, though nobody has won the deal."""
    rules = engine.rule_set("battle-royal", undercut_on_tie=False)
    tied = score_knock(rules, (0, 1, 2), (5, 5, 30), fixes=(0, 0, -1))
    assert (tied.type, tied.winner, tied.penalties) == ("tie", None, (0, 0, 10))
    void = score_knock(rules, (0, 1, 2), (5, 5, 30), fixes=(0, -1, -1))
    assert (void.type, void.penalties) == ("void", (0, 0, 0))


def test_cards_found_missing_after_the_score_are_scored_anew():
    """IRR-10: the director counts nine in a loser's hand: ten points come off him."""
    rules = engine.rule_set("battle-royal", laws="recorded")
    for seed in range(20):
        *_, (_, _, state, _) = steps(rules, seed, deals=1)
        result = state.rest.result
        if result.type == "knock":
            break
    loser = state.rest.laid.seat
    counted = engine.DirSetSize(loser, 9, "end")
    after = engine.apply(rules, state, counted)[0]
    assert after.rest.result.penalties[loser] == 10
    assert after.rest.standing.points[loser] == -10
    assert after.rest.result.points == result.points
