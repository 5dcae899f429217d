"""Conquian as it is played at a table: turning, using, passing, forcing, folding (CNQ-1..24)."""

import random

import pytest

from games import engine
from tests.games.engine.tabled import A, B, cards, conquian, done, listed, refused, told

TEN = "6C 6S AH 2C 4D 7H JS QC KD 3H"


def result(state):
    found = state.rest.result
    return None if found is None else (found.type, found.winner)


def centre(rules, state):
    seen = engine.view(rules, state, None)
    return None if seen.centre is None else engine.card_text(seen.centre, rules.pack)


def where(rules, state):
    """Whose turn it is, what is to be done, and the centre card."""
    seen = engine.view(rules, state, None)
    return "AB"[seen.turn], str(seen.phase), centre(rules, state)


# The pack and the deal


def test_forty_cards_ten_each_twenty_in_the_stock_and_no_upcard():
    """CNQ-1, CNQ-3."""
    rules = engine.rule_set("conquian")
    assert [engine.card_text(card, rules.pack) for card in rules.pack.cards[:10]] == [
        *("AC", "2C", "3C", "4C", "5C", "6C", "7C", "JC", "QC", "KC")
    ]
    state, _ = engine.replay(rules, [engine.DrawForDeal(rules.pack.cards), engine.Deal(rules.pack.cards)])
    seen = engine.view(rules, state, None)
    assert (seen.counts, seen.stock, seen.waste, seen.centre, seen.upcard) == ((10, 10), 20, 0, None, None)
    assert (seen.phase, seen.turn) == ("start", 1 - seen.dealer)
    assert engine.rule_set("conquian-foster").pack.ranks == "A23456789T"


@pytest.mark.parametrize("deck", [tuple(range(52)), tuple(range(40)), ()])
def test_another_deck_is_refused(deck):
    """CNQ-1."""
    rules = engine.rule_set("conquian")
    with pytest.raises(engine.Impossible) as error:
        engine.apply(rules, engine.start(rules), engine.DrawForDeal(deck))
    assert error.value.code == "E_OPTION"


@pytest.mark.parametrize(
    ("key", "text", "kind"),
    [
        ("conquian", "6H 7H JH", "run"), ("conquian", "QC KC AC", None), ("conquian", "AC 2C 3C", "run"),
        ("conquian", "6H 6D 6C 6S", "set"), ("conquian", "AC 2C 3C 4C 5C 6C 7C JC", "run"),
        ("conquian", "AC 2C 3C 4C 5C 6C 7C JC QC", None), ("conquian-foster", "8C 9C 10C", "run"),
    ],
)  # fmt: skip
def test_groups_and_sequences(key, text, kind):
    """CNQ-2, 4."""
    pack = engine.rule_set(key).pack
    assert engine.meld_kind(engine.parse_hand(text, pack), pack) == kind


@pytest.mark.parametrize("kind", ["out", "draw"])
def test_the_lower_card_deals_and_the_deal_alternates(kind):
    """CNQ-21."""
    rules = engine.rule_set("conquian")
    assert rules.seating.first(rules, (5, 3)).dealer == B
    ended = engine.DealResult(type=kind, winner=A if kind == "out" else None, points=0)
    assert rules.seating.next(rules, engine.Places(A, (1, 0)), ended).dealer == B
    again = engine.DealResult(type="redeal", winner=None, points=0)
    assert rules.seating.next(rules, engine.Places(A, (1, 0)), again).dealer == A


# Turning and using


def test_pone_turns_uses_the_card_with_two_of_his_own_and_throws_one():
    """CNQ-6, 8, 9, 10."""
    rules, state = conquian(A=TEN, phase="start", stock="6D 5S", stock_size=20)
    turned = done(rules, state, "A cq_turn")
    assert where(rules, turned) == ("A", "turned", "6D")
    assert turned.hands[A] == cards(rules, TEN)
    after = done(rules, turned, "A cq_use 6D 6C 6S ! KD")
    assert where(rules, after) == ("B", "offer", "KD")
    seen = engine.view(rules, after, None)
    assert (seen.counts[A], seen.stock, seen.waste) == (7, 19, 0)
    assert seen.table == (engine.Tabled(cards(rules, "6C 6D 6S"), (cards(rules, "6C 6D 6S"), 0)),)


def test_every_use_is_listed_with_every_discard():
    """CNQ-8, 10: the centre card may take further hand cards with it, even melds of their own."""
    rules, state = conquian(A="6C 6S AH 2H 3H 7D JS QC KD 5C", phase="turned", centre="6D", stock_size=12)
    uses = [action for action in listed(rules, state) if action["do"] == "cq_use"]
    tables = {tuple(tuple(meld) for meld in action["table"]) for action in uses}
    assert tables == {(("6C", "6D", "6S"),), (("6C", "6D", "6S"), ("AH", "2H", "3H"))}
    assert len(uses) == 8 + 5
    assert [action["do"] for action in listed(rules, state)][-2:] == ["cq_pass", "cq_fold"]


def test_a_card_passed_is_offered_and_a_card_rejected_is_waste():
    """CNQ-6, CNQ-7."""
    rules, state = conquian(A=TEN, B="2D 2H", phase="turned", centre="5S", stock="3S 4S", stock_size=12)
    offered = done(rules, state, "A cq_pass")
    assert where(rules, offered) == ("B", "offer", "5S")
    after = done(rules, offered, "B cq_reject")
    assert where(rules, after) == ("B", "turned", "3S")
    assert engine.view(rules, after, A).waste == 1
    assert where(rules, done(rules, after, "B cq_pass")) == ("A", "offer", "3S")


def test_what_lies_in_front_of_him_may_be_rearranged_with_the_use():
    """CNQ-11: Bicycle's example."""
    rules, state = conquian(
        "conquian-bicycle", A="JD JH AC 2D 4H KC QD", A_table=["6S 7S JS"], phase="turned", centre="5S", stock_size=8
    )
    after = done(rules, state, "A cq_use 5S 6S 7S | JS JD JH ! KC")
    assert (where(rules, after), after.hands[A].bit_count()) == (("B", "offer", "KC"), 4)
    assert told(rules, state, "A cq_use JS JD JH | 5S 6S 7S ! KC")[0] == {
        "e": "used", "seat": "A", "card": "5S", "cards": ["JD", "JH"],
        "table": [["JD", "JH", "JS"], ["5S", "6S", "7S"]],
    }  # fmt: skip


STEAL = {"A": "4S AD 2D 7S JD QH", "A_table": ["3C 4C 5C 6C"], "phase": "turned", "centre": "4H", "stock_size": 12}


@pytest.mark.parametrize(
    ("use", "code"),
    [
        ("3C 5C 6C | 4C 4S 4H ! QH", "E_BAD_MELD"),  # what is stolen from does not stand
        ("3C 4C 5C 6C ! QH", "E_BAD_MELD"),  # the centre card is not used
        ("4C 4S 4H ! QH", "E_BAD_MELD"),  # own cards have left the table
        ("3C 4C 5C 6C | 4C 4S 4H ! QH", "E_BAD_MELD"),  # a card in two melds
        ("3C 4C 5C 6C | 4H 4S ! QH", "E_BAD_MELD"),  # two cards are no meld
        ("3C 4C 5C 6C | 4H 4S 4D ! QH", "E_NOT_IN_HAND"),  # a card from nowhere
        ("3C 4C 5C 6C | 4C 4S 4H ! 5H", "E_NOT_IN_HAND"),  # throws what he does not have
        ("3C 4C 5C 6C | 4C 4S 4H ! 4S", "E_NOT_IN_HAND"),  # throws what he has laid
    ],
)
def test_a_use_that_leaves_something_wrong_is_refused(use, code):
    """CNQ-8, 11, IRR-44."""
    rules, state = conquian(**STEAL)
    assert refused(rules, state, f"A cq_use {use}") == code


def test_a_use_without_its_discard_is_refused():
    """CNQ-10."""
    rules, state = conquian(A="4S 4D AD 2D 7S JD QH", A_table=["3C 4C 5C"], phase="turned", centre="4H", stock_size=12)
    assert refused(rules, state, "A cq_use 3C 4C 5C | 4D 4S 4H") == "E_HAND_SIZE"
    assert refused(rules, state, "A cq_use 3C 4C 5C | 4D 4S 4H ! QH") is None


def test_a_sequence_of_nine_must_be_split():
    """CNQ-4."""
    rules, state = conquian(A="AC AD", A_table=["AH 2H 3H 4H 5H 6H 7H JH"], centre="QH", stock_size=8)
    assert refused(rules, state, "A cq_use AH 2H 3H 4H 5H 6H 7H JH QH ! AC") == "E_RUN_TOO_LONG"
    assert refused(rules, state, "A cq_use AH 2H 3H | 4H 5H 6H 7H JH QH ! AC") is None


def test_the_opponents_melds_are_out_of_reach():
    """CNQ-24."""
    rules, state = conquian(A="AC AD KD", B_table=["6H 7H JH"], centre="QH", stock_size=8)
    assert refused(rules, state, "A cq_use 6H 7H JH QH ! KD") == "E_NOT_IN_HAND"


def test_no_card_is_ever_drawn_into_the_hand():
    """CNQ-9."""
    rules, state = conquian(A="6C", phase="start", stock="6D", stock_size=20)
    assert refused(rules, state, "A draw_stock") == refused(rules, state, "A draw_discard") == "E_OPTION"


# Winning and drawing


def test_the_eleventh_card_down_wins_without_a_discard():
    """CNQ-5, CNQ-15, CNQ-17: also with the last card offered."""
    rules, state = conquian(
        A="AC AD", A_table=["3H 3D 3C 3S", "6H 7H JH QH"], centre="AH", stock_size=0
    )  # fmt: skip
    ended = done(rules, state, "A cq_use 3H 3D 3C 3S | 6H 7H JH QH | AC AD AH")
    assert result(ended) == ("out", A)
    assert engine.outcome(rules, ended).net == (1, -1)


def test_ten_down_and_an_empty_hand_is_no_win_and_play_goes_on_until_an_eleventh_fits():
    """CNQ-10, CNQ-16."""
    rules, state = conquian(
        A="2D 2S 5C", A_table=["3H 3D 3C 3S", "6H 7H JH"], centre="2H", stock="4C KH", stock_size=6, B="5D 5S"
    )  # fmt: skip
    ten = done(rules, state, "A cq_use 3H 3D 3C 3S | 6H 7H JH | 2H 2D 2S ! 5C")
    assert (result(ten), ten.hands[A]) == (None, 0)
    again = done(rules, ten, "B cq_reject", "B cq_pass", "A cq_reject")
    assert where(rules, again) == ("A", "turned", "KH")
    assert engine.can_use(rules, again) is False


def test_the_ten_card_hole_needs_no_rule():
    """CNQ-22."""
    rules, state = conquian(A_table=["AC 2C 3C", "4C 5C 6C 7C JC QC KC"], centre="4H", stock_size=8)
    assert engine.can_use(rules, state) is False
    assert engine.can_force(rules, state) is False
    assert [action["do"] for action in listed(rules, state)] == ["cq_reject", "cq_fold"]


def test_an_empty_stock_and_an_offer_not_used_is_a_draw():
    """CNQ-17: a turned card that is passed is offered once more first."""
    rules, state = conquian(A=TEN, B="2D 2H", phase="turned", centre="5S", stock_size=0)
    offered = done(rules, state, "A cq_pass")
    assert (result(offered), where(rules, offered)) == (None, ("B", "offer", "5S"))
    assert result(done(rules, offered, "B cq_reject")) == ("draw", None)
    assert result(done(rules, offered, "B cq_fold")) == ("draw", None)


# Force

KING = {"A": "AC AD 2S 3S 5D 7C", "A_table": ["6H 7H JH QH"], "centre": "KH", "stock": "2C", "stock_size": 8}


def test_a_rejected_card_that_fits_his_table_can_be_forced():
    """CNQ-12, 14."""
    rules, state = conquian(**KING)
    window = done(rules, state, "A cq_reject")
    assert where(rules, window) == ("B", "force_window", "KH")
    assert listed(rules, window) == [{"do": "cq_force"}, {"do": "cq_waive"}]
    forced = done(rules, window, "B cq_force")
    assert where(rules, forced) == ("A", "forced", "KH")
    for declining in ("cq_reject", "cq_pass", "cq_fold"):
        assert refused(rules, forced, f"A {declining}") == "E_MUST_USE"
    assert all(action["do"] == "cq_use" for action in listed(rules, forced))
    assert where(rules, done(rules, forced, "A cq_use 6H 7H JH QH KH ! 7C")) == ("B", "offer", "7C")


def test_a_passed_card_can_be_forced_too():
    """CNQ-12."""
    rules, state = conquian(**{**KING, "phase": "turned"})
    assert where(rules, done(rules, state, "A cq_pass")) == ("B", "force_window", "KH")
    assert where(rules, done(rules, state, "A cq_pass", "B cq_waive")) == ("B", "offer", "KH")


def test_a_waived_force_lets_the_card_go_on_its_way():
    """CNQ-14."""
    rules, state = conquian(**KING)
    after = done(rules, state, "A cq_reject", "B cq_waive")
    assert (where(rules, after), engine.view(rules, after, None).waste) == (("A", "turned", "2C"), 1)


def test_any_valid_use_satisfies_the_force_with_hand_cards_too():
    """CNQ-12."""
    rules, state = conquian(A="JC JD 4S KD", A_table=["5H 6H 7H", "2C 2D 2S"], centre="JH", stock_size=8)
    forced = done(rules, state, "A cq_reject", "B cq_force")
    after = done(rules, forced, "A cq_use 5H 6H 7H | 2C 2D 2S | JC JD JH ! KD")
    assert (where(rules, after)[:2], after.hands[A].bit_count()) == (("B", "offer"), 1)


def test_without_a_card_that_fits_there_is_no_window():
    """CNQ-14."""
    rules, state = conquian(A="AC AD", A_table=["6H 7H JH QH"], centre="KD", stock="2C", stock_size=8)
    after = done(rules, state, "A cq_reject")
    assert where(rules, after) == ("A", "turned", "2C")
    assert refused(rules, after, "B cq_force") == "E_NOT_FORCIBLE"
    assert refused(rules, after, "B cq_waive") == "E_NOT_FORCIBLE"


def test_the_force_is_the_opponents():
    """CNQ-12, 14."""
    rules, state = conquian(**KING)
    window = done(rules, state, "A cq_reject")
    assert refused(rules, window, "A cq_force") == "E_NO_RIGHT"
    assert refused(rules, window, "A cq_use 6H 7H JH QH KH ! 7C") == "E_NOT_TURN"
    assert refused(rules, window, "B cq_reject") == "E_PHASE"


@pytest.mark.parametrize(("key", "forcible"), [("conquian", True), ("conquian-bicycle", False)])
def test_the_scope_of_force(key, forcible):
    """CNQ-13: 5S can move to the run, but extends nothing as it lies."""
    rules, state = conquian(key, A="AC AD KH", A_table=["5C 5D 5H 5S", "2S 3S 4S"], centre="6S", stock_size=8)
    assert engine.can_force(rules, state) is forcible


@pytest.mark.parametrize(("key", "forcible"), [("conquian", True), ("conquian-bicycle", False)])
def test_nine_in_a_row_can_be_forced_only_by_rearranging(key, forcible):
    """CNQ-4, 13."""
    rules, state = conquian(key, A="AC AD", A_table=["AH 2H 3H 4H 5H 6H 7H JH"], centre="QH", stock_size=8)
    assert engine.can_force(rules, state) is forcible


def test_automatic_force_asks_nobody():
    """CNQ-12, 14."""
    rules, state = conquian(**KING, options={"force": "automatic"})
    assert where(rules, done(rules, state, "A cq_reject")) == ("A", "forced", "KH")
    assert told(rules, state, "A cq_reject")[-1] == {"e": "forced", "seat": "A", "card": "KH", "by": None}
    assert refused(rules, state, "B cq_force") == "E_OPTION"


def test_where_force_is_off_nothing_is_forced():
    """CNQ-12."""
    rules, state = conquian(**KING, options={"force": "off"})
    assert where(rules, done(rules, state, "A cq_reject")) == ("A", "turned", "2C")
    assert refused(rules, state, "B cq_force") == "E_OPTION"
    assert engine.can_force(rules, state) is False


def test_a_player_with_an_empty_hand_who_can_use_the_card_wins():
    """CNQ-14, 15, 16."""
    rules, state = conquian(A_table=["3H 3D 3C 3S", "5H 6H 7H JH QH KH"], centre="4H", stock_size=6)
    forced = done(rules, state, "A cq_reject", "B cq_force")
    uses = engine.legal_actions(rules, forced, A)
    assert {result(engine.apply(rules, forced, use)[0]) for use in uses} == {("out", A)}


# Fold


def test_a_fold_rejects_turns_and_passes_for_good():
    """CNQ-20."""
    rules, state = conquian(A="AC AD KD", B="5C", centre="QH", stock="2S 3S 4D", stock_size=8)
    folded = done(rules, state, "A cq_fold")
    assert where(rules, folded) == ("B", "offer", "2S")
    assert engine.view(rules, folded, None).folded == (A,)
    assert [event["e"] for event in told(rules, state, "A cq_fold")] == ["folded", "rejected", "turned", "passed_on"]
    again = done(rules, folded, "B cq_reject", "B cq_pass")
    assert where(rules, again) == ("B", "offer", "4D")


def test_a_folded_player_can_still_be_forced():
    """CNQ-20."""
    rules, state = conquian(**KING)
    window = done(rules, state, "A cq_fold")
    assert where(rules, window) == ("B", "force_window", "KH")
    assert where(rules, done(rules, window, "B cq_force")) == ("A", "forced", "KH")
    waived = done(rules, window, "B cq_waive")
    assert where(rules, waived) == ("B", "offer", "2C")


def test_both_fold_and_the_stock_runs_out():
    """CNQ-17, 20."""
    rules, state = conquian(A="AC AD KD", B="5C", centre="QH", stock="2S 3S 4D", stock_size=3)
    ended = done(rules, state, "A cq_fold", "B cq_fold")
    assert (result(ended), ended.stock, engine.view(rules, ended, None).waste) == (("draw", None), 0, 4)


def test_where_folding_is_off_nobody_folds():
    """CNQ-20."""
    rules, state = conquian(A="AC AD KD", centre="QH", stock_size=8, options={"fold": False})
    assert refused(rules, state, "A cq_fold") == "E_OPTION"


# Melds from the hand alone


def test_hand_cards_alone_may_be_laid_before_the_turned_card_is_passed():
    """CNQ-23."""
    rules, state = conquian(
        "conquian-bicycle", A="KC KD KH 4S 5S 7D JD", A_table=["AS 2S 3S"], phase="turned", centre="2H", stock_size=8
    )
    after = done(rules, state, "A cq_hand AS 2S 3S | KC KD KH")
    assert (where(rules, after), after.hands[A].bit_count()) == (("A", "turned", "2H"), 4)
    after = done(rules, after, "A cq_hand AS 2S 3S 4S 5S | KC KD KH")
    assert where(rules, done(rules, after, "A cq_pass")) == ("B", "offer", "2H")
    hands = [action["table"] for action in listed(rules, state) if action["do"] == "cq_hand"]
    assert [["AS", "2S", "3S", "4S"]] in hands
    assert len(hands) == 5


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("AS 2S 3S", "E_BAD_MELD"), ("AS 2S 3S | KC KD", "E_BAD_MELD"), ("KC KD KH", "E_BAD_MELD"),
        ("AS 2S 3S | KC KD KS", "E_NOT_IN_HAND"), ("AS 2S | 3S 4S 5S", "E_BAD_MELD"),
        ("AS 2S 3S | 2H 2C 2D", "E_NOT_IN_HAND"),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_from_the_hand(table, code):
    """CNQ-23: something is laid, what lies stays, and the centre card is not touched."""
    rules, state = conquian(
        "conquian-bicycle", A="KC KD KH 4S 5S 7D JD", A_table=["AS 2S 3S"], phase="turned", centre="2H", stock_size=8
    )
    assert refused(rules, state, f"A cq_hand {table}") == code


def test_melding_from_the_hand_is_tied_to_the_centre_card_elsewhere():
    """CNQ-23."""
    rules, state = conquian(A="KC KD KH 4S 5S 7D JD QD 6C 3D", phase="turned", centre="2H", stock_size=8)
    assert refused(rules, state, "A cq_hand KC KD KH") == "E_OPTION"


# Stakes


@pytest.mark.parametrize(
    ("key", "results", "paid"),
    [
        ("conquian", "A - B - - A", "A1 - B1 - - A1"),
        ("conquian-double", "A - B - - A B", "A1 - B2 - - A2 B1"),
        ("conquian-foster", "A - B - - A B", "A1 - B2 - - A3 B1"),
    ],
)
def test_what_a_draw_carries_on(key, results, paid):
    """CNQ-18, 19."""
    rules = engine.rule_set(key)
    score = rules.sheet.blank(2)
    for letter in results.split():
        winner = None if letter == "-" else "AB".index(letter)
        score = rules.sheet.enter(rules, score, engine.DealResult(type="out", winner=winner, points=1))
    told = ["-" if one.winner is None else f"{'AB'[one.winner]}{one.units}" for one in engine.payments(rules, score)]
    assert " ".join(told) == paid


def test_a_sitting_goes_on_after_a_draw_only_where_it_carries_something():
    """CNQ-19."""
    for key, over in (("conquian", True), ("conquian-double", False), ("conquian-foster", False)):
        rules, state = conquian(key, A="2D 2H", centre="5S", stock_size=0)
        ended = done(rules, state, "A cq_reject")
        assert engine.is_over(rules, ended) is over
        assert (engine.due_chance(rules, ended) is None) is over


def test_a_turned_card_whose_face_nobody_entered_can_be_named():
    """CNQ-6: at a physical table the director knows only what lies open."""
    rules, state = conquian(A="6C 6S", phase="start", stock_size=20)
    assert where(rules, done(rules, state, "A cq_turn 6D")) == ("A", "turned", "6D")
    blind = done(rules, state, "A cq_turn")
    assert (engine.view(rules, blind, None).centre, engine.can_use(rules, blind)) == (engine.UNKNOWN, False)
    known = conquian(A="6C 6S", phase="start", stock="6D", stock_size=20)[1]
    assert refused(rules, known, "A cq_turn 5D") == "E_NOT_IN_HAND"


def test_random_deals_keep_hand_and_table_at_ten():
    """CNQ-10, 15: until somebody has eleven down."""
    rules = engine.rule_set("conquian-bicycle", fold=False)
    for seed in range(30):
        rng = random.Random(seed)
        deck = tuple(rng.sample(rules.pack.cards, 40))
        state, _ = engine.replay(rules, [engine.DrawForDeal(deck), engine.Deal(deck)])
        while engine.to_act(rules, state):
            actions = engine.legal_actions(rules, state, state.turn)
            using = [action for action in actions if isinstance(action, engine.CqUse | engine.CqHand)]
            state, _ = engine.apply(rules, state, rng.choice(using or actions))
            for seat in (A, B):
                down = sum(meld.laid[seat].bit_count() for meld in state.rest.table)
                won = state.rest.result is not None and state.rest.result.winner == seat
                assert state.hands[seat].bit_count() + down == (11 if won else 10)
                assert down < 11 or won
