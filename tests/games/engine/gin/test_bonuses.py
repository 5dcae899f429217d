"""Special bonuses: Grand, big gin, straight gin, Scarne's stake."""

import pytest

from games import engine
from tests.games.engine.gin_table import MANUAL, card, hand, position

A, B = 0, 1
ELEVEN = "AS AD AC 3S 4S 5S 6S JH JD JC JS"
LOSER = "4H 5H 6H 7H 8S 9S 10S KC KD 2D"
GIN, KNOCK = "5C 6C 7C QH QD QS 2H 2S 2D 2C", "7H 7D 7C JS QS KS AH AD 2C 4H"


def settled(key, kept, other, **given):
    return engine.settle_knock(engine.rule_set(key), hand(kept), hand(other), **given).result


def test_gin_28_grd_1_grand_adds_fifteen_for_whoever_wins_the_deal():
    other = "3C 4C 8C 9C QC 4H 4D 4S AH AD"
    assert settled("grand", GIN, other).points == 25 + 15 + 32
    undercut = settled("grand", KNOCK, "KH KD KC 10S 9S 3C 3D 3S 4C 2D")
    assert (undercut.winner, undercut.points, undercut.bonus) == (B, 2 + 25 + 15, 40)
    assert settled("grand", KNOCK, "KH KD KC 10S 9S 3C 3D 3S 4C 4D").points == 0  # GIN-25: nobody wins


def test_gin_27_big_gin_scores_in_place_of_gin():
    result = settled("big-gin", ELEVEN, LOSER, how="big_gin")
    assert (result.type, result.points, result.counts) == ("big_gin", 31 + 22, (0, 22))


def test_gin_18_big_gin_needs_all_eleven_in_melds_and_the_option():
    for key, kept, code in (
        ("big-gin", ELEVEN.replace("JS", "KS"), "E_BAD_MELD"),
        ("gin-pagat", ELEVEN, "E_OPTION"),
    ):
        with pytest.raises(engine.Impossible) as error:
            settled(key, kept, LOSER, how="big_gin")
        assert error.value.code == code


def drew(rules, stock="JS", **given):
    state = position(rules, A=ELEVEN.replace(" JS", ""), B=LOSER, pile="QH", stock=stock, stock_size=20, **given)
    return engine.apply(rules, state, engine.DrawStock(A))[0]


@pytest.mark.parametrize("options", [{}, MANUAL])
def test_gin_18_it_is_declared_before_the_discard_and_is_optional(options):
    rules = engine.rule_set("big-gin", **options)
    state = drew(rules)
    assert {engine.BigGin(A), engine.Gin(A, card("JS")), engine.Discard(A, card("JS"))} <= set(
        engine.legal_actions(rules, state, A)
    )
    done, events = engine.apply(rules, state, engine.BigGin(A))
    assert (done.rest.result.type, done.rest.result.points, done.pile) == ("big_gin", 53, state.pile)
    assert (events[0].card, events[0].how, done.rest.spread.discard) == (None, "big_gin", None)
    gin, _ = engine.apply(rules, state, engine.Gin(A, card("JS")))
    assert gin.rest.result.points == 25 + 22
    assert engine.codec.event_to_json(events[0])["card"] is None


def test_gin_18_refused_with_ten_cards_or_with_deadwood():
    rules = engine.rule_set("big-gin")
    state = drew(rules, "QS")
    assert engine.BigGin(A) not in engine.legal_actions(rules, state, A)
    with pytest.raises(engine.Impossible, match="E_BAD_MELD"):
        engine.apply(rules, state, engine.BigGin(A))
    with pytest.raises(engine.Impossible, match="E_BAD_MELD"):
        engine.apply(rules, drew(rules), engine.BigGin(A, (hand("AS AD AC"),)))


def test_big_2_without_the_option_nobody_knows_it():
    with pytest.raises(engine.Impossible, match="E_OPTION"):
        engine.apply(engine.rule_set("straight"), drew(engine.rule_set("straight")), engine.BigGin(A))


def test_gin_19_str_1_only_gin_ends_a_deal_of_straight_gin():
    rules = engine.rule_set("straight")
    state = drew(rules, "QS")
    endings = [action for action in engine.legal_actions(rules, state, A) if not isinstance(action, engine.Discard)]
    assert endings == [engine.Gin(A, card("QS"))]
    with pytest.raises(engine.Impossible, match="E_KNOCK_LIMIT"):
        settled("straight", KNOCK, LOSER.replace("KC KD", "KH 8D"))


@pytest.mark.parametrize(
    ("deals", "net"), [([(A, 60), (A, 45)], (2, -2)), ([(B, 10), (A, 60), (A, 45)], (1, -1)), ([(A, 99)], (0, 0))]
)
def test_str_2_the_first_to_a_hundred_takes_the_stake_doubled_on_a_shutout(deals, net):
    rules = engine.rule_set("straight-scarne")
    score = rules.sheet.blank(2)
    for winner, points in deals:
        score = rules.sheet.enter(rules, score, engine.DealResult(type="knock", winner=winner, points=points))
    game = rules.sheet.settle(rules, score)
    assert game.net == net
    assert game.totals == game.points


def test_str_2_scarne_knocks_as_usual():
    assert settled("straight-scarne", KNOCK, "KH KD KC 10S 9S 3C 3D 3S 8C 2D").type == "knock"
