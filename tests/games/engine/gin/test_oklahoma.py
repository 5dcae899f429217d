"""Oklahoma: the upcard sets the limit, a spade doubles, boxes for gin and undercut (OKL-1..7)."""

import pytest

from games import engine
from tests.games.engine.gin_table import card, dealt, hand, position

GIN, LOSER = "5C 6C 7C QH QD QS 2H 2S 2D 2C", "3C 4C 8C 9C QC 4H 4D 4S AH AD"  # 52 points
KNOCK = "7H 7D 7C JS QS KS AH AD 2C 4H"  # counts 8
UNDERCUT = "KH KD KC 10S 9S 3C 3D 3S 4C 2D"  # answers with 6


def settled(key, kept, other, upcard, **options):
    return engine.settle_knock(engine.rule_set(key, **options), hand(kept), hand(other), upcard=card(upcard)).result


@pytest.mark.parametrize(
    ("key", "upcard", "limit"),
    [
        *(("oklahoma", f"{rank}D", at) for at, rank in enumerate("A23456789", 1)),
        *(("oklahoma", f"{rank}H", 10) for rank in "TJQK"),
        ("oklahoma-ace-gin", "AC", 0),
        ("oklahoma-ace-gin", "2C", 2),
        ("oklahoma-full", "AS", 0),
        ("gin-pagat", "4C", 10),
    ],
)
def test_okl_1_okl_2_the_value_of_the_upcard_is_the_limit(key, upcard, limit):
    rules = engine.rule_set(key)
    others = [number for number in range(52) if number != card(upcard)]
    deck = (*others[:20], card(upcard), *others[20:])
    state, _ = engine.replay(rules, [engine.DrawForDeal(tuple(range(52))), engine.Deal(deck)])
    assert engine.view(rules, state, 0).limit == limit


def test_okl_1_a_count_above_the_limit_is_refused():
    assert settled("oklahoma", KNOCK, UNDERCUT, "8H").type == "undercut"
    with pytest.raises(engine.Impossible, match="E_KNOCK_LIMIT"):
        settled("oklahoma", KNOCK, UNDERCUT, "7H")


def test_okl_3_a_spade_doubles_the_whole_score_and_not_the_box():
    assert settled("oklahoma", GIN, LOSER, "3S").points == 104
    assert settled("oklahoma", GIN, LOSER, "3H").points == 52
    result = settled("oklahoma", KNOCK, UNDERCUT, "8S")
    assert (result.points, result.factor, result.extra_boxes) == ((2 + 10) * 2, 2, 0)
    assert settled("oklahoma", GIN, LOSER, "3S", spade_multiplier=1).points == 52


def test_irr_10_the_penalty_is_not_doubled():
    rules = engine.rule_set("oklahoma")
    short = engine.settle_knock(rules, hand(KNOCK), hand(UNDERCUT), upcard=card("8S"), fixes=(0, -1)).result
    assert short.points == 2 * 2 - 10


@pytest.mark.parametrize(
    ("kept", "other", "upcard", "boxes"),
    [(GIN, LOSER, "9H", 2), (GIN, LOSER, "9S", 4), (KNOCK, UNDERCUT, "8D", 1), (KNOCK, UNDERCUT, "8S", 2)],
)
def test_okl_4_extra_boxes(kept, other, upcard, boxes):
    assert settled("oklahoma-boxes", kept, other, upcard).extra_boxes == boxes
    assert settled("oklahoma", kept, other, upcard).extra_boxes == 0


def test_okl_5_extra_boxes_do_not_count_toward_the_target_of_150():
    rules = engine.rule_set("oklahoma-boxes")
    score = rules.sheet.enter(
        rules, rules.sheet.blank(2), engine.DealResult(type="gin", winner=0, points=149, extra_boxes=4)
    )
    game = rules.sheet.settle(rules, score)
    assert (rules.target, game.over, game.boxes) == (150, False, (5, 0))


def test_okl_6_the_upcard_stays_known_when_it_is_taken():
    rules = engine.rule_set("oklahoma")
    state = position(rules, A="3H", B="2C", pile="7S", stock_size=31, phase=engine.Phase.UPCARD)
    state, _ = engine.apply(rules, state, engine.TakeUpcard(0))
    for seat in (0, 1, None):
        seen = engine.view(rules, state, seat)
        assert (seen.upcard, seen.limit) == (card("7S"), 7)


def test_okl_7_a_dead_deal_brings_a_fresh_upcard_and_limit():
    rules = engine.rule_set("oklahoma")
    dead = position(rules, A="3H 9C", B="2C", pile="7S", stock="KD", stock_size=3, upcard=card("7S"))
    for action in (engine.DrawStock(0), engine.Discard(0, card("KD"))):
        dead, _ = engine.apply(rules, dead, action)
    assert dead.rest.result.type == "dead"
    again, _ = engine.apply(rules, dead, engine.Deal(tuple(range(52))))
    assert (again.rest.upcard, again.rest.limit, again.rest.places.dealer) == (20, 8, dead.rest.places.dealer)
    assert dealt(rules).rest.limit == rules.pack.values[dealt(rules).rest.upcard]
