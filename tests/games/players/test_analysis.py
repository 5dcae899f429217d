"""What a decision gave up: judged from what its seat could know, the same each time, and an error only if it is one."""

from dataclasses import replace
from random import Random

import pytest

from games import engine
from games.engine.play.state import changed_rest, make_state
from games.players import Memory, make_player
from games.players.judging.analysis import Cost, Decision, Verdict, can_judge, decisions, judge
from games.players.judging.opponents import POOL
from games.players.judging.worlds import sample_world
from games.players.playing import play_out, seeded_deal

RULES = engine.rule_set("gin-pagat")
FEW = {"choosing": 8, "measuring": 24}


def to_throw(hand, *, played, pile="KH", other="6C 7D 6H 8S TC KD 3S 5H 7C 9S"):
    """A seat 0 that has drawn its eleventh card and ends its turn so."""
    hands = engine.parse_hand(hand), engine.parse_hand(other)
    top = engine.parse_card(pile)
    left = [card for card in range(52) if not (hands[0] | hands[1]) >> card & 1 and card != top]
    state, _ = engine.apply(RULES, engine.start(RULES), engine.DrawForDeal((12, 0, *range(1, 12), *range(13, 52))))
    state, _ = engine.apply(RULES, state, engine.Deal(tuple(range(52))))
    rest = changed_rest(state.rest, stock=tuple(left))
    drawn = engine.cards_of(hands[0])[0]
    state = make_state(engine.Phase.DISCARD, 0, hands, len(left), (top,), rest, taken=64 + drawn)
    memory = Memory(thrown=1 << top, top=top)
    return Decision(7, 0, state, memory, played)


def card(text):
    return engine.parse_card(text)


def a_deal(level="club", seed=5):
    return seeded_deal(RULES, [make_player(level, seed), make_player(level, seed + 1)], seed)


GIN_HAND = "AC 2C 3C 4D 4H 4S 9D TD JD QD KS"


def test_throwing_gin_away_is_an_error():
    thrown_away = to_throw(GIN_HAND, played=engine.Discard(0, card("4D")))
    verdict = judge(RULES, thrown_away, "x", **FEW)
    assert verdict.house == engine.Gin(0, card("KS"))
    assert verdict.best == verdict.house
    assert verdict.given_up > 10
    assert verdict.is_error


def test_going_gin_gives_nothing_up():
    verdict = judge(RULES, to_throw(GIN_HAND, played=engine.Gin(0, card("KS"))), "x", **FEW)
    assert (verdict.given_up, verdict.error, verdict.is_error) == (0, 0, False)


def test_breaking_a_meld_early_is_an_error():
    broken = to_throw("AC 2C 3C 4D 4H 4S 9D QD KS 7H 8C", played=engine.Discard(0, card("2C")))
    verdict = judge(RULES, broken, "x", choosing=16, measuring=80)
    assert verdict.is_error, verdict


def test_the_same_seed_gives_the_same_answer_and_another_one_other_worlds():
    decision = to_throw("AC 2C 3C 4D 4H 4S 9D QD KS 7H 8C", played=engine.Discard(0, card("4D")))
    first = judge(RULES, decision, "x", **FEW)
    assert judge(RULES, decision, "x", **FEW) == first
    assert judge(RULES, decision, "y", **FEW).given_up != first.given_up


def test_the_cards_that_the_seat_cannot_see_change_nothing():
    played = engine.Discard(0, card("4D"))
    hand = "AC 2C 3C 4D 4H 4S 9D QD KS 7H 8C"
    one = to_throw(hand, played=played)
    other = to_throw(hand, played=played, other="JS JC JH 5D 5S 5C TS TH QS QC")
    assert one.state.hands[1] != other.state.hands[1]
    assert judge(RULES, one, "x", **FEW) == judge(RULES, other, "x", **FEW)


def test_a_world_keeps_what_the_seat_has_seen_and_loses_no_card():
    actions = a_deal(seed=11)
    for decision in decisions(RULES, actions, 1):
        state, seat, memory = decision.state, decision.seat, decision.memory
        world = sample_world(RULES, state, seat, memory, Random(3))
        known = memory.held.get(1 - seat, 0)
        stock = world.rest.stock[: world.stock]
        assert world.hands[seat] == state.hands[seat]
        assert world.hands[1 - seat] & known == known
        assert world.hands[1 - seat].bit_count() == state.hands[1 - seat].bit_count()
        assert len(stock) == state.stock
        everything = [*engine.cards_of(world.hands[0]), *engine.cards_of(world.hands[1]), *world.pile, *stock]
        assert sorted(everything) == list(range(52))


@pytest.mark.long
def test_the_other_hand_is_as_good_in_the_worlds_as_strong_has_it():
    """Too poor a hand there would make a late knock look safe that is undercut (docs/analysis.md)."""
    chance = Random(7)
    held, sampled = [], []
    for seed in range(100, 250):
        for decision in decisions(RULES, a_deal("strong", seed), 1):
            if 8 <= decision.memory.thrown.bit_count() < 20:  # from the fifth turn to the tenth
                other = 1 - decision.seat
                world = sample_world(RULES, decision.state, decision.seat, decision.memory, chance)
                held.append(engine.deadwood(decision.state.hands[other]))
                sampled.append(engine.deadwood(world.hands[other]))
    assert sum(sampled) / len(held) == pytest.approx(sum(held) / len(held), abs=2.5)
    assert 0 not in sampled  # who has gin ends the deal


def test_a_forced_move_is_no_decision():
    """Both have passed the upcard, so the first draw is from the stock: nothing was decided there."""
    for seed in range(40):
        actions = a_deal(seed=seed)
        if isinstance(actions[2], engine.PassUpcard) and isinstance(actions[3], engine.PassUpcard):
            break
    assert isinstance(actions[4], engine.DrawStock)
    places = [decision.place for decision in decisions(RULES, actions, 1)]
    assert places[:3] == [2, 3, 5]


def test_only_the_deal_that_was_asked_for_is_gone_through():
    first = a_deal(seed=2)
    state, _ = engine.replay(RULES, first)
    players = [make_player("club", 1), make_player("club", 2)]
    second = play_out(RULES, state, players, engine.Deal(tuple(Random(4).sample(range(52), 52))))[1]
    both = (*first, *second)
    start = len(first)
    places = [decision.place for decision in decisions(RULES, both, start)]
    assert places
    assert min(places) > start
    alone = [decision.place for decision in decisions(RULES, both, 1)]
    assert max(alone) < start


@pytest.mark.parametrize(
    ("costs", "is_error", "depends"),
    [
        ((), False, False),
        (((3.0, 1.0), (9.0, 1.0)), True, False),
        (((3.0, 2.0), (9.0, 1.0)), False, True),
        (((-3.0, 1.0), (9.0, 1.0)), False, True),
        (((3.0, 2.0), (-1.0, 1.0)), False, False),
    ],
)
def test_it_is_an_error_only_if_it_costs_against_everybody(costs, is_error, depends):
    play = engine.Discard(0, 3)
    verdict = Verdict(1, 0, play, play, play, 0.0, 0.0, tuple(Cost("top", *cost) for cost in costs))
    assert (verdict.is_error, verdict.depends) == (is_error, depends)


def test_an_error_costs_what_it_costs_against_whom_it_costs_least():
    verdict = judge(RULES, to_throw(GIN_HAND, played=engine.Discard(0, card("4D"))), "x", **FEW)
    assert [cost.key for cost in verdict.against] == [one.key for one in POOL]
    assert verdict.given_up == min(cost.points for cost in verdict.against)
    assert verdict.error == min(verdict.against, key=lambda cost: cost.points).error


def test_a_late_knock_that_is_right_against_somebody_is_no_error():
    """A knock of 4 in the eighth turn: one who goes for gin is let off, one who knocks at once is not."""
    hand = "AC 2C 3C 4D 4H 4S 9D TD JD 4C KS"
    verdict = judge(RULES, late(to_throw(hand, played=engine.Knock(0, card("KS")))), "x", choosing=8, measuring=40)
    assert not verdict.is_error


def late(decision):
    """The same decision after fourteen throws, seven of each seat."""
    state = decision.state
    gone = [one for one in state.rest.stock if engine.value(one) == 10 or one % 13 in (6, 7)][:13]
    stock = tuple(one for one in state.rest.stock if one not in gone)[:18]
    rest = changed_rest(state.rest, stock=stock)
    pile = (*gone, *state.pile)
    changed = make_state(state.phase, state.turn, state.hands, len(stock), pile, rest, taken=state.taken)
    thrown = {1: tuple(pile[1::2]), 0: tuple(pile[::2])}
    return replace(decision, state=changed, memory=Memory(thrown=engine.hand_of(pile), thrown_by=thrown, top=pile[-1]))


def test_each_opponent_has_hands_of_its_own():
    """Who knocks at once never holds what it would have knocked with; who goes for gin has the best hands."""
    decision = late(to_throw(GIN_HAND, played=engine.Discard(0, card("4D"))))
    chance, mean = Random(3), {}
    for one in POOL:
        hands = [
            engine.deadwood(sample_world(RULES, decision.state, 0, decision.memory, chance, one).hands[1])
            for _world in range(60)
        ]
        assert min(hands) > one.ends
        mean[one.key] = sum(hands)
    assert min(mean, key=mean.get) == "gin"
    assert mean["early"] > mean["top"]


@pytest.mark.parametrize("key", [key for key, rules in engine.VARIANTS.items() if can_judge(rules)])
def test_every_variant_of_gin_for_two_is_judged(key):
    rules = engine.rule_set(key)
    actions = seeded_deal(rules, [make_player("novice", 3), make_player("club", 4)], 9)
    found = list(decisions(rules, actions, 1))
    assert found
    for decision in (*found[:2], *found[-2:]):
        verdict = judge(rules, decision, "x", choosing=2, measuring=2)
        assert type(verdict.played) is type(decision.played)
        assert getattr(verdict.played, "card", None) == getattr(decision.played, "card", None)
