"""Colonel as it is played at a table: melding, adding, the pile, the challenge, both ways to score (COL-1..18)."""

import random

import pytest

from games import engine
from games.engine.play import referee
from games.engine.play.impossible import REASONS
from tests.games.engine.tabled import A, B, cards, colonel, done, listed, refused, told

KEYS = [key for key in engine.VARIANTS if key.startswith("colonel")]


def dealt(key="colonel-fosdick", seed=1):
    rules = engine.rule_set(key)
    rng = random.Random(seed)
    decks = [tuple(rng.sample(rules.pack.cards, 52)) for _ in range(2)]
    return rules, engine.replay(rules, [engine.DrawForDeal(decks[0]), engine.Deal(decks[1])])[0], decks[1]


def result(state):
    found = state.rest.result
    return None if found is None else (found.type, found.winner, found.scores)


# The deal


def test_ten_each_an_upcard_and_31_in_the_stock_and_the_non_dealer_plays_an_ordinary_turn():
    """COL-3, COL-4."""
    rules, state, deck = dealt()
    seen = engine.view(rules, state, None)
    dealer = seen.dealer
    assert (seen.counts, seen.stock, seen.pile, seen.phase, seen.turn) == ((10, 10), 31, 1, "draw", 1 - dealer)
    assert seen.top == deck[20] == seen.upcard
    assert state.hands[1 - dealer] == engine.hand_of(deck[0:20:2])
    assert listed(rules, state) == [{"do": "draw_stock"}, {"do": "draw_discard"}]


def test_the_lowest_card_deals_first_and_the_ace_is_high():
    """COL-1, 2."""
    rules = engine.rule_set("colonel-ball")
    ace, two = (engine.parse_card(text, rules.pack) for text in ("AS", "2H"))
    assert rules.seating.first(rules, (ace, two)).dealer == B
    assert rules.seating.first(rules, (two, engine.parse_card("2S", rules.pack))) is None


@pytest.mark.parametrize(("winner", "kind"), [(A, "out"), (B, "out"), (None, "exhausted")])
def test_the_deal_alternates_whoever_wins(winner, kind):
    """COL-2."""
    rules = engine.rule_set("colonel-fosdick")
    ended = engine.DealResult(type=kind, winner=winner, points=0)
    assert rules.seating.next(rules, engine.Places(A, (1, 0)), ended).dealer == B
    again = engine.DealResult(type="void", winner=None, points=0)
    assert rules.seating.next(rules, engine.Places(A, (1, 0)), again).dealer == A


# Melds


@pytest.mark.parametrize(
    ("text", "kind"),
    [("QS KS AS", "run"), ("AS 2S 3S", None), ("KS AS 2S", None), ("4S 4H 4D 4C", "set"), ("4S 4H", None)],
)
def test_the_ace_is_high_in_runs(text, kind):
    """COL-1, COL-8."""
    pack = engine.rule_set("colonel-fosdick").pack
    assert engine.meld_kind(engine.parse_hand(text, pack), pack) == kind


def test_the_first_draw_lays_nothing_and_no_meld_is_compulsory():
    """COL-5, 6."""
    rules, state = colonel(A="7C 8C 9C 2H 5D", B="KS", pile="9D", stock="6C", stock_size=9)
    assert refused(rules, state, "A meld 7C 8C 9C") == "E_PHASE"
    state = done(rules, state, "A draw_stock")
    assert {"do": "meld", "cards": ["7C", "8C", "9C"]} in listed(rules, state)
    assert {"do": "meld", "cards": ["6C", "7C", "8C", "9C"]} in listed(rules, state)
    state = done(rules, state, "A discard 2H")
    assert (state.turn, state.rest.table) == (B, ())


def test_any_number_of_melds_in_one_turn():
    """COL-6."""
    rules, state = colonel(A="7C 8C 9C 2H 2D 2S 5D", B="KS", pile="9D", stock="6C", stock_size=9)
    state = done(rules, state, "A draw_stock", "A meld 7C 8C 9C", "A meld 2H 2D 2S", "A add 6C 0", "A discard 5D")
    assert result(state) == ("out", A, (10, 0))
    assert [meld.cards for meld in state.rest.table] == [cards(rules, "6C 7C 8C 9C"), cards(rules, "2H 2D 2S")]


def test_a_card_is_added_to_anyones_meld_and_credited_to_him_who_lays_it():
    """COL-7."""
    rules, state = colonel(
        "colonel-ball", A="KS", B="8H 4D", pile="9D", stock="2C", stock_size=9, table=["5H 6H 7H"], credit=(18, 0),
        turn=B,
    )  # fmt: skip
    after = done(rules, state, "B draw_stock", "B add 8H 0")
    seen = engine.view(rules, after, A)
    assert seen.credit == (18, 8)
    assert seen.table == (engine.Tabled(cards(rules, "5H 6H 7H 8H"), (0, cards(rules, "8H"))),)
    assert told(rules, state, "B draw_stock", "B add 8H") == [{"e": "added", "seat": "B", "card": "8H", "meld": 0}]


def test_nothing_on_the_table_is_rearranged():
    """COL-7: 4H fits at the end of no meld, and a card cannot be put where it does not fit."""
    rules, state = colonel(A="4H 9S KC", B="KS", pile="JD", stock="2C", stock_size=9, table=["6H 7H 8H", "9C 9D 9H"])
    state = done(rules, state, "A draw_stock")
    assert refused(rules, state, "A add 4H 0") == "E_BAD_MELD"
    assert refused(rules, state, "A add 9S 0") == "E_BAD_MELD"
    assert refused(rules, state, "A add 9S 7") == "E_BAD_MELD"
    assert refused(rules, state, "A add 5H 0") == "E_NOT_IN_HAND"
    assert refused(rules, state, "A meld 9S KC 2C") == "E_BAD_MELD"
    assert refused(rules, state, "A meld 9S 9C 9D") == "E_NOT_IN_HAND"
    assert refused(rules, state, "A add 9S 1") is None


# Drawing


def test_the_whole_pile_is_taken_without_obligation():
    """COL-5 `pickup: pile`: no card of it has to be melded."""
    rules, state = colonel("colonel-pile", A="4C 4D", B="3H", pile="9D 4S JH", stock_size=9)
    after = done(rules, state, "A draw_discard")
    assert (after.pile, engine.view(rules, after, B).counts) == ((), (5, 1))
    assert told(rules, state, "A draw_discard") == [{"e": "took_pile", "seat": "A", "cards": ["9D", "4S", "JH"]}]
    assert refused(rules, after, "A discard JH") == "E_SAME_CARD"
    assert done(rules, after, "A discard 9D").turn == B


def test_the_pile_lies_open_where_it_is_taken_whole():
    """COL-5, IRR-29."""
    rules, state = colonel("colonel-pile", A="4C 4D", B="3H", pile="9D 4S JH", stock_size=9)
    assert engine.view(rules, state, None).pile_cards == state.pile
    rules, state = colonel(A="4C 4D", B="3H", pile="9D 4S JH", stock_size=9)
    assert engine.view(rules, state, None).pile_cards is None


def test_the_card_just_taken_may_not_be_thrown_unless_it_is_allowed():
    """COL-17."""
    rules, state = colonel(A="7C 8C", B="KS", pile="9D", stock_size=12)
    assert refused(rules, state, "A draw_discard", "A discard 9D") == "E_SAME_CARD"
    assert {"do": "discard", "card": "9D"} not in listed(rules, done(rules, state, "A draw_discard"))
    rules, state = colonel(A="7C 8C", B="KS", pile="9D", stock_size=12, options={"col_same_card": "allow"})
    assert {"do": "discard", "card": "9D"} in listed(rules, done(rules, state, "A draw_discard"))
    assert refused(rules, state, "A draw_discard", "A discard 9D") is None


def test_no_meld_may_leave_only_the_card_that_may_not_be_thrown():
    """COL-17: he could not end his turn (our reading)."""
    rules, state = colonel(A="6C 7C 8C", B="KS", pile="9D", stock_size=12)
    state = done(rules, state, "A draw_discard")
    assert refused(rules, state, "A meld 6C 7C 8C") == "E_SAME_CARD"
    assert all(action["do"] == "discard" for action in listed(rules, state))
    rules, state = colonel(A="6C 7C 8C", B="KS", pile="9C", stock_size=12)
    state = done(rules, state, "A draw_discard", "A meld 6C 7C 8C")
    assert listed(rules, state) == [{"do": "add", "card": "9C", "meld": 0}]
    assert result(done(rules, state, "A add 9C"))[0] == "out"


# The end


def test_out_by_discard_or_by_melding_everything_scores_all_that_the_other_holds():
    """COL-9, COL-10, COL-12, COL-18: his unlaid meld counts against him, what lies on the table does not."""
    rules, state = colonel(
        A="7C 8C 2H", B="AS KS QS 4C", pile="9D", stock="6C", stock_size=12, table=["3H 3D 3S"]
    )  # fmt: skip
    assert result(done(rules, state, "A draw_stock", "A meld 6C 7C 8C", "A discard 2H")) == ("out", A, (34, 0))
    rules, state = colonel(A="7C 8C", B="AS KS QS 4C", pile="9D", stock="6C", stock_size=12)
    assert result(done(rules, state, "A draw_stock", "A meld 6C 7C 8C")) == ("out", A, (34, 0))


def test_the_last_card_of_the_stock_ends_the_deal_with_the_turn():
    """COL-11, 13: he who drew it may still go out."""
    rules, state = colonel(A="7C 5H", B="AS KD 10H", pile="9D", stock="QC", stock_size=1)
    assert result(done(rules, state, "A draw_stock", "A discard QC")) == ("exhausted", A, (18, 0))
    rules, state = colonel(A="QH QS", B="AS", pile="9D", stock="QC", stock_size=1)
    assert result(done(rules, state, "A draw_stock", "A meld QC QH QS")) == ("out", A, (10, 0))


def test_immediate_exhaustion_ends_the_deal_at_the_draw():
    """COL-11: the card drawn counts."""
    options = {"exhaustion": "immediate"}
    rules, state = colonel(A="7C 5H", B="AS KD 10H", pile="9D", stock="QC", stock_size=1, options=options)
    assert result(done(rules, state, "A draw_stock")) == ("exhausted", A, (8, 0))


def test_after_ball_the_deal_ends_at_once_when_the_stock_is_empty():
    """COL-11, S001: "If the draw pile runs empty, the game ends immediately"."""
    assert engine.rule_set("colonel-ball").exhaustion == "immediate"
    rules, state = colonel("colonel-ball", A="7C 5H", B="AS KD 10H", pile="9D", stock="QC", stock_size=1, credit=(0, 9))
    assert result(done(rules, state, "A draw_stock")) == ("exhausted", B, (-22, -21))


def test_level_hands_at_exhaustion_score_nothing():
    """COL-13."""
    rules, state = colonel(A="7C 3H", B="KD", pile="9D", stock="QC", stock_size=1)
    ended = done(rules, state, "A draw_stock", "A discard QC")
    assert result(ended) == ("exhausted", None, (0, 0))
    assert engine.outcome(rules, ended).winner is None


def test_melds_minus_hand_in_every_ending():
    """COL-14: both score, below 0 too."""
    rules, state = colonel(
        "colonel-meldscore", A="7C 8C", B="KS KD", pile="9D", stock="6C", stock_size=12, credit=(12, 12)
    )
    assert result(done(rules, state, "A draw_stock", "A meld 6C 7C 8C")) == ("out", A, (33, -8))
    rules, state = colonel(
        "colonel-meldscore", A="7C 8C", B="KS KD", pile="9D", stock="2C", stock_size=1, credit=(12, 40)
    )
    assert result(done(rules, state, "A draw_stock", "A discard 8C")) == ("exhausted", B, (3, 20))
    options = {"challenge": "on"}
    rules, state = colonel(
        "colonel-ball", A="7C 8C", B="KS KD", pile="9D", stock_size=9, credit=(12, 40), options=options
    )
    assert result(done(rules, state, "A challenge", "B accept_challenge")) == ("challenge", B, (-3, 20))


def test_the_hands_that_count_are_shown():
    """COL-13."""
    rules, state = colonel(A="7C 5H", B="AS KD 10H", pile="9D", stock="QC", stock_size=1)
    events = told(rules, state, "A draw_stock", "A discard QC")
    assert [event["e"] for event in events] == ["discarded", "showed", "showed", "deal_scored", "game_won"]
    assert (events[2]["deadwood"], events[2]["count"]) == (["KD", "TH", "AS"], 30)
    assert events[3]["scores"] == {"A": 18, "B": 0}


# The challenge


def test_a_challenge_is_open_to_both_at_any_time_and_the_lower_hand_scores_the_others_full_total():
    """COL-15, 18."""
    given = {"A": "2C 3D 4H", "B": "KD KC QS AS AH", "pile": "9D", "stock": "5C", "stock_size": 9}
    rules, state = colonel("colonel-challenge", **given)
    assert result(done(rules, state, "A challenge", "B accept_challenge")) == ("challenge", A, (50, 0))
    assert result(done(rules, state, "B challenge", "A accept_challenge")) == ("challenge", A, (50, 0))
    assert result(done(rules, state, "A draw_stock", "B challenge", "A accept_challenge")) == ("challenge", A, (50, 0))
    assert listed(rules, state, B) == [{"do": "challenge"}]
    assert engine.to_act(rules, state) == (A,)


def test_a_refused_challenge_lets_the_turn_go_on_where_it_was():
    """COL-15."""
    rules, state = colonel("colonel-challenge", A="2C 3D 4H", B="KD KC", pile="9D", stock="5C", stock_size=9)
    drew = done(rules, state, "A draw_stock")
    open_now = done(rules, drew, "B challenge")
    assert (open_now.phase, open_now.turn, engine.view(rules, open_now, None).challenger) == ("challenge", A, B)
    after = done(rules, open_now, "A refuse_challenge")
    assert (after.phase, after.turn, after.taken, after.rest.challenge) == (drew.phase, drew.turn, drew.taken, None)


def test_one_challenge_from_one_own_turn_to_the_next():
    """COL-15 (ours)."""
    rules, state = colonel("colonel-challenge", A="2C 3D 4H", B="KD KC 8D", pile="9D", stock="5C 6D 7H", stock_size=9)
    once = done(rules, state, "A challenge", "B refuse_challenge")
    assert refused(rules, once, "A challenge") == "E_PHASE"
    assert {"do": "challenge"} not in listed(rules, once)
    their_turn = done(rules, once, "A draw_stock", "A discard 5C")
    assert refused(rules, their_turn, "A challenge") == "E_PHASE"
    assert refused(rules, their_turn, "B challenge") is None
    again = done(rules, their_turn, "B draw_stock", "B discard 6D")
    assert refused(rules, again, "A challenge") is None


def test_one_open_challenge_at_a_time_and_the_answer_is_the_others():
    """COL-15."""
    rules, state = colonel("colonel-challenge", A="2C 3D 4H", B="KD KC 8D", pile="9D", stock="5C", stock_size=9)
    assert refused(rules, state, "A challenge", "B challenge") == "E_PHASE"
    assert refused(rules, state, "A challenge", "A accept_challenge") == "E_NO_RIGHT"
    assert refused(rules, state, "A challenge", "B draw_stock") == "E_PHASE"
    assert refused(rules, state, "A challenge", "A draw_stock") == "E_NOT_TURN"
    assert refused(rules, state, "B refuse_challenge") == "E_PHASE"


def test_without_the_option_there_is_no_challenge():
    """COL-15."""
    rules, state = colonel(A="2C", B="KD", pile="9D", stock_size=9)
    assert refused(rules, state, "A challenge") == "E_OPTION"
    assert refused(rules, state, "B accept_challenge") == "E_OPTION"


def test_the_card_drawn_stays_a_secret_while_a_challenge_is_open():
    """COL-15: he who was challenged is in turn, but did not draw."""
    rules, state = colonel("colonel-challenge", A="2C 3D 4H", B="KD KC", pile="9D", stock="5C", stock_size=9)
    state = done(rules, state, "A draw_stock", "A challenge")
    assert engine.view(rules, state, A).taken.card == engine.parse_card("5C", rules.pack)
    assert engine.view(rules, state, B).taken.card is None


# Refusals


def test_refusals_in_their_order():
    """COL-5, engine refusals: nobody's turn but A's; nothing to draw; cards not held."""
    rules, state = colonel(A="2C 3D 4H", B="KD KC", stock_size=9)
    assert refused(rules, state, "B draw_stock") == "E_NOT_TURN"
    assert refused(rules, state, "A draw_discard") == "E_EMPTY"
    assert refused(rules, state, "A discard 2C") == "E_PHASE"
    assert refused(rules, state, "A cq_turn") == "E_OPTION"
    assert refused(rules, state, "A draw_stock", "A discard KD") == "E_NOT_IN_HAND"


# The sheet


def test_one_deal_is_a_game_unless_a_target_is_named():
    """COL-16."""
    rules, state = colonel(A="7C 8C", B="AS KS", pile="9D", stock="6C", stock_size=12)
    game = engine.outcome(rules, done(rules, state, "A draw_stock", "A meld 6C 7C 8C"))
    assert (game.over, game.winner, game.totals, game.net) == (True, A, (20, 0), (20, -20))
    rules, state = colonel(A="7C 8C", B="AS KS", pile="9D", stock="6C", stock_size=12, options={"target": 50})
    state = done(rules, state, "A draw_stock", "A meld 6C 7C 8C")
    assert engine.outcome(rules, state) is None
    assert engine.due_chance(rules, state) is engine.Deal


def test_the_highest_total_wins_at_the_target():
    """COL-16: in meld_minus_hand both may pass it."""
    rules = engine.rule_set("colonel-ball", target=50)
    score = rules.sheet.blank(2)
    for scores in ((30, 40), (25, 20)):
        score = rules.sheet.enter(rules, score, engine.DealResult(type="out", winner=A, points=0, scores=scores))
    game = rules.sheet.settle(rules, score)
    assert (game.over, game.winner, game.totals, engine.leader(game)) == (True, B, (55, 60), B)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"scoring": "both"}, "scoring"), ({"pickup": "all"}, "pickup"), ({"challenge": True}, "challenge"),
        ({"exhaustion": "never"}, "exhaustion"), ({"target": 0}, "target"), ({"col_same_card": "gra"}, "col_same_card"),
        ({"gin_bonus": 25}, "option"), ({"force": "off"}, "option"),
    ],
)  # fmt: skip
def test_options_of_other_games_or_values_are_refused_by_name(options, field):
    with pytest.raises(engine.Unplayable) as error:
        engine.rule_set("colonel-fosdick", **options)
    assert (error.value.code, error.value.field) == ("E_OPTION", field)


@pytest.mark.parametrize("key", KEYS)
def test_random_deals_credit_what_lies_on_the_table(key):
    """COL-14: the credits are the values of the cards laid, and each meld remembers who laid what."""
    for seed in range(20):
        rules, state, _ = dealt(key, seed)
        rng = random.Random(seed)
        while engine.to_act(rules, state):
            laying = [
                a for a in engine.legal_actions(rules, state, state.turn) if isinstance(a, engine.Meld | engine.Add)
            ]
            action = rng.choice(laying or engine.legal_actions(rules, state, state.turn))
            state, _ = engine.apply(rules, state, action)
        seen = engine.view(rules, state, None)
        for seat in (A, B):
            laid = [card for meld in seen.table for card in engine.cards_of(meld.laid[seat])]
            assert seen.credit[seat] == sum(engine.value(card, rules.pack) for card in laid)
        assert all(engine.meld_kind(meld.cards, rules.pack) for meld in seen.table)


@pytest.mark.parametrize(
    ("kernel", "key"), [("colonel", "colonel-fosdick"), ("conquian", "conquian"), ("gin", "gin-pagat")]
)
def test_a_refusal_names_a_rule_of_the_game_that_is_played(kernel, key):
    """COL-4 to 17, CNQ-7, 8, 17: what gin says elsewhere (GIN-10, GIN-13) is not cited there."""
    rules = engine.VARIANTS[key]
    assert rules.kernel.name == kernel
    named = {code: referee.refused(rules, code).rule for code in REASONS}
    family = {"colonel": "COL", "conquian": "CNQ", "gin": "GIN"}[kernel]
    usual = ("E_NOT_TURN", "E_PHASE", "E_EMPTY", "E_NOT_IN_HAND", "E_BAD_MELD")
    assert {named[code].split("-")[0] for code in usual} == {family}
    with pytest.raises(engine.Impossible) as error:
        engine.apply(rules, engine.start(rules), engine.DrawStock(0))
    assert error.value.rule == named[error.value.code]


def test_cards_that_are_no_meld_are_refused_by_the_rule_of_melds():
    rules, state = colonel(A="7S 8S 9D KD", stock="2C 3C", phase="discard")
    with pytest.raises(engine.Impossible) as error:
        done(rules, state, "A meld 7S 8S 9D")
    assert (error.value.code, error.value.rule) == ("E_BAD_MELD", "COL-8")
