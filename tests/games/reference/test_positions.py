"""States set up by hand, including unknown cards."""

import pytest

from games import engine
from games.reference.positions import set_up
from tests.games.engine.gin_table import card, hand, position

PAGAT = engine.rule_set("gin-pagat")
A, B = 0, 1


def test_defaults_are_the_non_dealers_draw():
    state = position(PAGAT, A="AS", B="4H", pile="9H 7H", stock="2H", stock_size=20)
    assert (state.turn, state.phase, state.stock, state.rest.places.dealer) == (A, "draw", 20, B)
    assert state.rest.upcard is None


def test_the_upcard_is_the_first_of_the_pile_while_it_is_offered():
    state = position(PAGAT, A="AS", B="4H", pile="7H", stock_size=31, phase=engine.Phase.UPCARD, dealer=A)
    assert (state.turn, state.rest.upcard) == (B, card("7H"))


def test_an_unknown_card_is_counted_and_may_be_any_that_is_nowhere_else():
    state = position(PAGAT, A="AS 2S", B="4H", pile="7H", stock_size=5)
    state, events = engine.apply(PAGAT, state, engine.DrawStock(A))
    assert events == (engine.Drew(A, "stock", None),)
    assert engine.view(PAGAT, state, A).counts == (3, 1)
    for elsewhere in ("4H", "7H"):
        with pytest.raises(engine.Impossible) as error:
            engine.apply(PAGAT, state, engine.Discard(A, card(elsewhere)))
        assert error.value.code == "E_NOT_IN_HAND"
    state, _ = engine.apply(PAGAT, state, engine.Discard(A, card("KD")))
    assert engine.view(PAGAT, state, B).counts == (2, 1)
    assert (state.turn, state.pile[-1]) == (B, card("KD"))


def test_cards_nobody_knows_may_lie_anywhere():
    unknown = engine.UNKNOWN
    state = set_up(
        PAGAT,
        hands=[hand("AS"), 0],
        unknown=[9, 10],
        pile=[unknown, card("7H")],
        stock=[unknown, card("2H")],
        stock_size=20,
    )
    assert engine.view(PAGAT, state, None).counts == (10, 10)
    drew, _ = engine.apply(PAGAT, state, engine.DrawStock(A))
    assert engine.view(PAGAT, drew, None).counts == (11, 10)


@pytest.mark.parametrize(
    "given",
    [
        {"A": "AS", "B": "AS"},
        {"A": "AS", "pile": "AS"},
        {"A": "AS", "stock": "AS"},
        {"A": "AS", "pile": "2S 2S"},
        {"A": "AS", "stock": "2S 3S", "stock_size": 1},
        {"A": "AS", "phase": engine.Phase.DONE},
        {"A": "AS", "turn": 2},
    ],
)
def test_an_impossible_position_is_refused(given):
    with pytest.raises(engine.Impossible) as error:
        position(PAGAT, **given)
    assert error.value.code == "E_OPTION"


def test_a_discard_can_be_set_up_too():
    state = set_up(PAGAT, hands=[hand("AS 2S 3S"), hand("4H")], pile=[], stock_size=20, phase=engine.Phase.DISCARD)
    state, _ = engine.apply(PAGAT, state, engine.Discard(A, card("2S")))
    assert (state.turn, state.phase) == (B, "draw")
