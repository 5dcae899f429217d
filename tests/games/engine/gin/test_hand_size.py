"""IRR-9 in strict play: a wrong number of cards is corrected one card a turn, and nobody knocks meanwhile."""

from games import engine
from tests.games.engine.gin_table import card, position

PAGAT = engine.rule_set("gin-pagat")
A, B = 0, 1
ELEVEN = "AS AD AC 3S 4S 5S JH JD JC 5C KS"
NINE = "AS AD AC 3S 4S 5S JH JD JC"
OTHER = "4H 5H 6H 7S 8S 9S 10S KC KD 2D"


def table(cards, fix, **given):
    return position(
        PAGAT, **{"A": cards, "B": OTHER, "pile": "7H", "stock": "2H 3D", "stock_size": 26, **given}, size_fix={A: fix}
    )


def play(state, *actions):
    for action in actions:
        state, _ = engine.apply(PAGAT, state, action)
    return state


def test_a_card_too_many_goes_without_a_draw():
    state = table(ELEVEN, 1)
    assert {type(action) for action in engine.legal_actions(PAGAT, state, A)} == {engine.Discard}
    state = play(state, engine.Discard(A, card("KS")))
    assert (state.turn, state.phase, state.hands[A].bit_count()) == (B, "draw", 10)
    assert engine.fix_of(state.rest, A) == 0


def test_two_too_many_go_one_a_turn():
    state = play(table(ELEVEN + " KH", 2), engine.Discard(A, card("KS")))
    assert engine.fix_of(state.rest, A) == 1
    state = play(state, engine.DrawStock(B), engine.Discard(B, card("KC")), engine.Discard(A, card("KH")))
    assert engine.fix_of(state.rest, A) == 0


def test_a_card_too_few_comes_without_a_discard():
    stock = play(table(NINE, -1), engine.DrawStock(A))
    pile = play(table(NINE, -1), engine.DrawDiscard(A))
    for state in (stock, pile):
        assert (state.turn, state.phase, state.hands[A].bit_count()) == (B, "draw", 10)
        assert engine.fix_of(state.rest, A) == 0
    assert engine.legal_actions(PAGAT, pile, B) == (engine.DrawStock(B),)  # the pile is gone


def test_drawing_the_last_card_that_way_ends_the_deal():
    state = play(table(NINE, -1, stock_size=3), engine.DrawStock(A))
    assert state.rest.result.type == "dead"


def test_the_ban_is_gone_at_the_next_turn():
    state = play(table(ELEVEN, 1), engine.Discard(A, card("KS")), engine.DrawStock(B), engine.Discard(B, card("KD")))
    state = play(state, engine.DrawStock(A), engine.Knock(A, card("3D")))
    assert state.rest.result.winner == A
    assert state.rest.effects == ()


def test_found_at_the_end_a_card_too_many_cannot_win():
    """IRR-11: B knocks while A has a card too many; A's lower count wins nothing."""
    state = table("AS AD AC 3S 4S 5S JH JD JC QD KS", 1, turn=B, B="4H 5H 6H 7S 8S 9S KH KD 2D 3D", stock="KC")
    state = play(state, engine.DrawStock(B), engine.Knock(B, card("3D")))
    assert state.rest.result.winner == B  # A counts QD, B only 2D: a loser with too many simply loses
    lower = table("AS AD AC 3S 4S 5S JH JD JC 2S KS", 1, turn=B, B="4H 5H 6H 7S 8S 9S KH KD 10D 3D", stock="KC")
    lower = play(lower, engine.DrawStock(B), engine.Knock(B, card("3D")))
    assert (lower.rest.result.type, lower.rest.result.winner) == ("no_winner", None)
    assert lower.rest.result.next_dealer == B
