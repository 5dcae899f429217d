"""The score of a knock, arranged by the engine or laid off by command."""

import pytest

from games import engine
from tests.games.engine.gin_table import MANUAL, card, hand, position

PAGAT, COM = engine.rule_set("gin-pagat"), engine.rule_set("gin-rummy-com")
BY_HAND = engine.rule_set("gin-pagat", **MANUAL)
A, B = 0, 1
KNOCKER = "3H 4H 5H 9C 9D 9S JD QD KD 4S"  # counts 4 with 4S loose
DEFENDER = "2H 6H 7H 9H 10D KC KS 5C 5S 6C"


def knocked(rules, kept=KNOCKER, defender=DEFENDER, melds=None):
    """A has drawn QS, throws it and knocks."""
    state = position(rules, A=kept, B=defender, pile="8C", stock="QS", stock_size=20)
    state, _ = engine.apply(rules, state, engine.DrawStock(A))
    return engine.apply(rules, state, engine.Knock(A, card("QS"), melds))


def apply_all(rules, state, *actions):
    told = []
    for action in actions:
        state, events = engine.apply(rules, state, action)
        told += events
    return state, told


def test_the_engine_lays_off_and_scores_in_the_same_step():
    state, events = knocked(PAGAT)
    laid = {engine.card_text(card) for card, _ in state.rest.laid.laid_off}
    assert laid == {"2H", "6H", "7H", "9H", "TD"}
    result = state.rest.result
    assert (result.type, result.winner, result.counts) == ("knock", A, (4, 36))  # K K 5 5 6
    assert (result.points, result.difference, result.bonus) == (32, 32, 0)
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["Knocked", "LaidOff", "LaidOff", "LaidOff", "LaidOff", "LaidOff", "Showed", "DealScored"]


def test_a_stated_arrangement_binds():
    melds = (hand("9C 9D 9S"), hand("JD QD KD"))
    with pytest.raises(engine.Impossible) as error:
        knocked(PAGAT, melds=melds)
    assert error.value.code == "E_KNOCK_LIMIT"  # 3 + 4 + 5 + 4
    kept = "AH 2H 3H AC AD 9C 9D 9S 2C 2D"
    state, _ = knocked(
        PAGAT, kept=kept, defender=DEFENDER.replace("2H", "2S"), melds=(hand("AH AC AD"), hand("9C 9D 9S"))
    )
    assert state.rest.spread.count == 9


def test_gin_is_gin_whatever_it_is_called_and_nobody_lays_off():
    state = position(
        PAGAT, A="3H 4H 5H 9C 9D 9S JD QD KD 10D", B=DEFENDER.replace("10D", "8D"), pile="8C", stock="QS", stock_size=20
    )
    state, _ = engine.apply(PAGAT, state, engine.DrawStock(A))
    assert engine.Gin(A, card("QS")) in engine.legal_actions(PAGAT, state, A)
    for call in (engine.Knock, engine.Gin):
        done, _ = engine.apply(PAGAT, state, call(A, card("QS")))
        assert done.rest.result.type == done.rest.spread.how == "gin"
        assert done.rest.laid.laid_off == ()
        assert done.rest.result.points == 20 + done.rest.result.counts[B]


def test_gin_called_over_a_count_within_the_limit_is_a_knock():
    state = position(PAGAT, A=KNOCKER, B=DEFENDER, pile="8C", stock="QS", stock_size=20)
    state, _ = engine.apply(PAGAT, state, engine.DrawStock(A))
    done, _ = engine.apply(PAGAT, state, engine.Gin(A, card("QS")))
    assert done.rest.result.type == "knock"


def test_level_counts_are_an_undercut_here_and_nothing_there():
    level = "2H 6H 7H 8H 10D KC KS KH 4C 9H"  # lays all off but the kings' set: 4C is left
    pagat, _ = knocked(PAGAT, defender=level)
    com, _ = knocked(COM, defender=level)
    assert (pagat.rest.result.type, pagat.rest.result.points) == ("undercut", 10)
    assert (com.rest.result.type, com.rest.result.winner, com.rest.result.points) == ("tie", None, 0)
    assert com.rest.standing.boxes == (0, 0)


def test_by_command_the_defender_shows_lays_off_and_finishes():
    state, events = knocked(BY_HAND)
    assert (state.phase, state.turn, len(events)) == ("showdown", B, 1)
    offered = {engine.card_text(a.card) for a in engine.legal_actions(BY_HAND, state, B) if type(a) is engine.LayOff}
    assert offered == {"2H", "6H", "9H", "TD"}
    state, told = apply_all(
        BY_HAND,
        state,
        engine.ShowHand(B),
        engine.LayOff(B, card("6H"), 2),
        engine.LayOff(B, card("7H")),
        engine.Finish(B),
    )
    assert [type(event).__name__ for event in told] == ["Showed", "LaidOff", "LaidOff", "Showed", "DealScored"]
    assert state.rest.result.counts == (4, 2 + 9 + 10 + 10 + 10 + 5 + 5 + 6)
    assert state.rest.laid.laid_off == ((card("6H"), 2), (card("7H"), 2))


def test_by_command_a_card_is_laid_off_once():
    state, _ = knocked(BY_HAND)
    state, _ = engine.apply(BY_HAND, state, engine.LayOff(B, card("6H")))
    with pytest.raises(engine.Impossible) as error:
        engine.apply(BY_HAND, state, engine.LayOff(B, card("6H")))
    assert error.value.code == "E_NOT_IN_HAND"


def test_by_command_nothing_is_laid_off_that_the_defender_leaves():
    state, _ = knocked(BY_HAND)
    state, _ = engine.apply(BY_HAND, state, engine.Finish(B))
    assert state.rest.result.counts == (4, 2 + 6 + 7 + 9 + 10 + 10 + 10 + 5 + 5 + 6)


def test_by_command_gin_is_scored_at_once():
    state, _ = knocked(BY_HAND, kept="3H 4H 5H 9C 9D 9S JD QD KD 10D", defender=DEFENDER.replace("10D", "8D"))
    assert state.phase == "done"


@pytest.mark.parametrize(
    ("fixes", "kind", "winner", "points"),
    [
        ((0, 0), "knock", 0, 32),
        ((-1, 0), "knock", 0, 22),
        ((0, -1), "knock", 0, 32),
        ((1, 0), "no_winner", None, 0),
        ((0, 1), "knock", 0, 32),
        ((1, -1), "void", None, 0),
    ],
)
def test_cards_too_few_and_too_many_at_the_end(fixes, kind, winner, points):
    """IRR-10..12."""
    result = engine.settle_knock(PAGAT, hand(KNOCKER), hand(DEFENDER), fixes=fixes).result
    assert (result.type, result.winner, result.points) == (kind, winner, points)
    assert result.penalties == ((0, 10) if fixes == (0, -1) else (0, 0))


def test_a_short_hand_loses_its_bonus_too():
    gin = "3H 4H 5H 9C 9D 9S JD QD KD"
    assert engine.settle_knock(PAGAT, hand(gin), hand("2C 4C"), fixes=(-1, 0)).result.points == 6 - 10
    assert engine.settle_knock(PAGAT, hand(gin), hand("2C 4C")).result.points == 6 + 20


def test_no_big_gin_here():
    with pytest.raises(engine.Impossible) as error:
        engine.settle_knock(PAGAT, hand(KNOCKER), hand(DEFENDER), how="big_gin")
    assert error.value.code == "E_OPTION"
