"""Every refusal: what cannot be done, the code that says why, and that nothing has changed."""

import pytest

from games import engine
from games.engine import codec
from games.engine.moves import law_actions
from games.engine.play.impossible import REASONS
from tests.games.engine.gin_table import MANUAL, card, dealt, position

PAGAT = engine.rule_set("gin-pagat")
BY_HAND = engine.rule_set("gin-pagat", **MANUAL)
A, B = 0, 1
KNOCKING = "AS AD AC 3S 4S 5S JH JD 10C 5C"  # throws 10C for 5 once JC has come
OTHER = "4H 5H 6H 7H 8S 9S 10S KC KD 2D"
PACK = tuple(range(52))


def table(rules=PAGAT, **given):
    return position(rules, **{"A": KNOCKING, "B": OTHER, "pile": "QC QH", "stock": "JC", "stock_size": 20, **given})


def after(rules, state, *actions):
    for action in actions:
        state, _ = engine.apply(rules, state, action)
    return state


def refused(rules, state, action):
    """The code of the refusal; the state must be as it was."""
    before = codec.state_to_json(state)
    with pytest.raises(engine.Impossible) as error:
        engine.apply(rules, state, action)
    assert codec.state_to_json(state) == before
    assert (error.value.rule, error.value.text) != ("", "")
    assert str(error.value).startswith(error.value.code)
    return error.value.code


DREW = after(PAGAT, table(), engine.DrawStock(A))
TOOK = after(PAGAT, table(), engine.DrawDiscard(A))
PASSED = after(PAGAT, table(phase=engine.Phase.UPCARD, pile="QH"), engine.PassUpcard(A), engine.PassUpcard(B))
KNOCKED = after(BY_HAND, table(BY_HAND), engine.DrawStock(A), engine.Knock(A, card("10C")))
TOO_MANY = table(A=KNOCKING + " KS", size_fix={A: 1})
TOO_FEW = table(A="AS AD AC 3S 4S 5S JH JD 10C", size_fix={A: -1})
FIFTIETH = engine.rule_set("gin-50th")
LAST = after(FIFTIETH, table(FIFTIETH, stock_size=3), engine.DrawStock(A), engine.Discard(A, card("10C")))
WITH_GIN = table(FIFTIETH, B="4H 5H 6H 7H 7S 8S 9S 10D 10H 2D", stock_size=3)
LAST_FOR_GIN = after(FIFTIETH, WITH_GIN, engine.DrawStock(A), engine.Discard(A, card("10C")))
DOUBLING = engine.rule_set("doubling", double_cap=1)
COLOR = engine.rule_set("color")
DONE = after(PAGAT, DREW, engine.Knock(A, card("10C")))

CASES = {
    "E_OPTION: doubling is not played": (PAGAT, DREW, law_actions.Double(A), "E_OPTION"),
    "E_OPTION: no big gin": (PAGAT, DREW, law_actions.BigGin(A), "E_OPTION"),
    "E_OPTION: no peeking in strict play": (PAGAT, DREW, law_actions.PeekStock(B, 1), "E_OPTION"),
    "E_OPTION: the engine lays off": (PAGAT, DREW, engine.LayOff(B, card("2D")), "E_OPTION"),
    "E_OPTION: a card twice in the deck": (PAGAT, DONE, engine.Deal((*PACK[:51], 0)), "E_OPTION"),
    "E_OPTION: a deck too short": (PAGAT, DONE, engine.Deal(PACK[:51]), "E_OPTION"),
    "E_BAN: knock with a card too many": (PAGAT, TOO_MANY, engine.Knock(A, card("KS")), "E_BAN"),
    "E_BAN: gin with a card too few": (PAGAT, TOO_FEW, engine.Gin(A, card("10C")), "E_BAN"),
    "E_HAND_SIZE: stock": (PAGAT, TOO_MANY, engine.DrawStock(A), "E_HAND_SIZE"),
    "E_HAND_SIZE: pile": (PAGAT, TOO_MANY, engine.DrawDiscard(A), "E_HAND_SIZE"),
    "E_NOT_TURN: draw": (PAGAT, table(), engine.DrawStock(B), "E_NOT_TURN"),
    "E_NOT_TURN: also in the wrong phase": (PAGAT, table(), engine.Discard(B, card("2D")), "E_NOT_TURN"),
    "E_NOT_TURN: upcard": (PAGAT, dealt(PAGAT), engine.TakeUpcard(dealt(PAGAT).rest.places.dealer), "E_NOT_TURN"),
    "E_PHASE: draws twice": (PAGAT, DREW, engine.DrawDiscard(A), "E_PHASE"),
    "E_PHASE: throws before drawing": (PAGAT, table(), engine.Discard(A, card("5C")), "E_PHASE"),
    "E_PHASE: knocks before drawing": (PAGAT, table(), engine.Knock(A, card("5C")), "E_PHASE"),
    "E_PHASE: passes later": (PAGAT, table(), engine.PassUpcard(A), "E_PHASE"),
    "E_PHASE: the deal is done": (PAGAT, DONE, engine.DrawStock(A), "E_PHASE"),
    "E_PHASE: deals in the middle": (PAGAT, DREW, engine.Deal(PACK), "E_PHASE"),
    "E_PHASE: deals before the draw for it": (PAGAT, engine.start(PAGAT), engine.Deal(PACK), "E_PHASE"),
    "E_PHASE: draws for the deal again": (PAGAT, DONE, engine.DrawForDeal(PACK), "E_PHASE"),
    "E_PHASE: shows twice": (BY_HAND, after(BY_HAND, KNOCKED, engine.ShowHand(B)), engine.ShowHand(B), "E_PHASE"),
    "E_EMPTY: the last two are not drawn": (PAGAT, table(stock_size=2), engine.DrawStock(A), "E_EMPTY"),
    "E_EMPTY: no discard": (PAGAT, table(pile=""), engine.DrawDiscard(A), "E_EMPTY"),
    "E_MUST_DRAW_STOCK": (PAGAT, PASSED, engine.DrawDiscard(A), "E_MUST_DRAW_STOCK"),
    "E_MUST_KNOCK: the last discard, without a knock": (FIFTIETH, LAST, engine.DrawDiscard(B), "E_MUST_KNOCK"),
    "E_EMPTY: another card than the top": (PAGAT, table(), engine.DrawDiscard(A, card("QC")), "E_EMPTY"),
    "E_EMPTY: another card than the last": (FIFTIETH, LAST, engine.DrawDiscard(B, card("QH")), "E_EMPTY"),
    "E_MUST_KNOCK: a throw after the last discard": (
        FIFTIETH,
        after(FIFTIETH, LAST_FOR_GIN, engine.DrawDiscard(B)),
        engine.Discard(B, card("2D")),
        "E_MUST_KNOCK",
    ),
    "E_DOUBLE_RIGHT: the cap": (DOUBLING, table(DOUBLING), law_actions.Double(A), "E_DOUBLE_RIGHT"),
    "E_NO_OPEN_SUIT": (
        COLOR,
        after(COLOR, table(COLOR, closed="CDH"), engine.DrawStock(A)),
        engine.Knock(A, card("10C")),
        "E_NO_OPEN_SUIT",
    ),
    "E_NOT_IN_HAND: discard": (PAGAT, DREW, engine.Discard(A, card("4H")), "E_NOT_IN_HAND"),
    "E_NOT_IN_HAND: no card at all": (PAGAT, DREW, engine.Discard(A, 52), "E_NOT_IN_HAND"),
    "E_NOT_IN_HAND: knock": (PAGAT, DREW, engine.Knock(A, card("4H")), "E_NOT_IN_HAND"),
    "E_NOT_IN_HAND: meld": (
        PAGAT,
        DREW,
        engine.Knock(A, card("10C"), (engine.parse_hand("KC KD KH"),)),
        "E_NOT_IN_HAND",
    ),
    "E_NOT_IN_HAND: lay-off": (BY_HAND, KNOCKED, engine.LayOff(B, card("6S")), "E_NOT_IN_HAND"),
    "E_SAME_CARD: discard": (PAGAT, TOOK, engine.Discard(A, card("QH")), "E_SAME_CARD"),
    "E_SAME_CARD: knock": (PAGAT, TOOK, engine.Knock(A, card("QH")), "E_SAME_CARD"),
    "E_BAD_MELD: two cards": (PAGAT, DREW, engine.Knock(A, card("10C"), (engine.parse_hand("JH JD"),)), "E_BAD_MELD"),
    "E_BAD_MELD: does not fit": (BY_HAND, KNOCKED, engine.LayOff(B, card("KD")), "E_BAD_MELD"),
    "E_KNOCK_LIMIT: discards": (PAGAT, DREW, engine.Knock(A, card("JC")), "E_KNOCK_LIMIT"),
    "E_KNOCK_LIMIT: gin, and far from it": (PAGAT, DREW, engine.Gin(A, card("JC")), "E_KNOCK_LIMIT"),
    "E_KNOCK_LIMIT: as arranged": (PAGAT, DREW, engine.Knock(A, card("10C"), ()), "E_KNOCK_LIMIT"),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_with_its_code(case):
    rules, state, action, code = CASES[case]
    assert refused(rules, state, action) == code


ELSEWHERE = {"E_RUN_TOO_LONG", "E_NO_RIGHT", "E_MUST_USE", "E_NOT_FORCIBLE", "E_TOO_LATE"}  # Conquian, table laws


def test_every_code_of_the_engine_is_met_here():
    assert {code for *_, code in CASES.values()} == set(REASONS) - ELSEWHERE


def test_possession_is_asked_before_the_card_taken_and_the_limit():
    assert refused(PAGAT, TOOK, engine.Knock(A, card("4H"))) == "E_NOT_IN_HAND"
    assert refused(PAGAT, TOOK, engine.Knock(A, card("QH"), (engine.parse_hand("KC KD"),))) == "E_SAME_CARD"


def test_a_game_that_is_over_is_never_dealt_again():
    rules = engine.rule_set("gin-pagat", target=1)
    over = after(rules, DREW, engine.Knock(A, card("10C")))
    assert engine.is_over(rules, over)
    assert refused(rules, over, engine.Deal(PACK)) == "E_PHASE"


def test_a_draw_that_stays_level_to_the_last_card_is_no_deck_for_drawing():
    level = tuple(card for place in range(13) for card in (place, place + 13, place + 26, place + 39))
    assert refused(PAGAT, engine.start(PAGAT), engine.DrawForDeal(level)) == "E_OPTION"


def test_three_cannot_sit_down_to_a_game_of_two():
    with pytest.raises(engine.Unplayable) as error:
        engine.start(PAGAT, seats=3)
    assert (error.value.code, error.value.field) == ("E_OPTION", "seats")
