"""Strict play, every variant: an action that is not listed is refused, and after every accepted action somebody can go
on."""

import random
from typing import get_args

import pytest

from games import engine
from games.engine.moves.actions import Action
from games.engine.moves.kinds import fields_of, is_of_a_seat
from tests.games.engine.gin_table import KEYS, deck
from tests.games.engine.law_table import next_action, sensible

KINDS = tuple(kind for kind in get_args(Action) if is_of_a_seat(kind))
STATED = (engine.Knock, engine.Gin)  # listed once for each card; either name is taken, and melds may be stated
GESTURES = (engine.ShowCard, engine.LookDiscards)  # IRR-29, 30: allowed and never listed; they change no turn
CARDS = range(-1, 53)
MELDS = (None, -1, 0, 1, 2, 3, 17)


def short_ones(rules, state):
    """Every action there is with at most a card and a meld's number, of every seat."""
    for kind in KINDS:
        names = {field.name for field in fields_of(kind)} - {"seat"}
        for seat in range(len(state.hands)):
            if names <= {"melds"}:
                yield kind(seat)
            elif names <= {"card", "meld", "melds"}:
                for card in CARDS:
                    for meld in MELDS if "meld" in names else (None,):
                        yield kind(seat, card, meld) if "meld" in names else kind(seat, card)
            elif names == {"n"}:
                yield from (kind(seat, n) for n in (1, 2, 40))


def long_ones(rules, state, rng):
    """Some of the others, of which there are too many: spreads, melds and tables, close to those that are listed."""
    cards = rules.pack.cards
    for seat in range(len(state.hands)):
        hand = engine.cards_of(state.hands[seat])
        masks = [mask(rng.sample(cards, n)) for n in (1, 3, 4)] + [mask(some(rng, hand, n)) for n in (0, 1, 2, 3, 4, 5)]
        masks += [0, -1, 1 << 60]
        yield from (engine.Meld(seat, one) for one in masks)
        yield engine.BigGin(seat, tuple(rng.sample(masks, 3)))
        own = [lying.laid[seat] for lying in state.rest.table if lying.laid and lying.laid[seat]]
        for table in (own, own[1:], [*own, rng.choice(masks)], [*own, *rng.sample(masks, 2)]):
            yield engine.CqHand(seat, tuple(table))
            yield from (
                engine.CqUse(seat, tuple(table), card) for card in (None, rng.choice(cards), *some(rng, hand, 1))
            )
        for action in rng.sample(listed := engine.legal_actions(rules, state, seat), min(3, len(listed))):
            if isinstance(action, engine.CqUse):
                yield engine.CqUse(seat, action.table, rng.choice(cards))
                yield engine.CqUse(seat, action.table[:-1], action.discard)
            if isinstance(action, STATED):
                yield type(action)(seat, action.card, (rng.choice(masks),))


def mask(cards):
    return sum(1 << card for card in cards)


def some(rng, cards, n):
    return rng.sample(cards, min(n, len(cards)))


def is_listed(rules, state, action):
    """Is it lawful by the list, in whatever form it is said?"""
    listed = engine.legal_actions(rules, state, action.seat)
    if isinstance(action, STATED):
        return any(isinstance(one, STATED) and one.card == action.card for one in listed)
    if isinstance(action, engine.BigGin):
        return any(isinstance(one, engine.BigGin) for one in listed)
    if isinstance(action, engine.CqUse | engine.CqHand):
        return said(action) in {said(one) for one in listed if isinstance(one, engine.CqUse | engine.CqHand)}
    if isinstance(action, engine.LayOff | engine.Add) and action.meld is None:
        return any(type(one) is type(action) and one.card == action.card for one in listed)
    if isinstance(action, engine.DrawDiscard) and action.card is not None:
        top = engine.view(rules, state, action.seat).top
        return action in listed or (engine.DrawDiscard(action.seat) in listed and action.card == top)
    return action in listed


def said(action):
    """A table is the same in whatever order its melds are named."""
    return type(action), tuple(sorted(action.table)), getattr(action, "discard", None)


def applied(rules, state, action):
    """The state after it, None where it is refused."""
    try:
        return engine.apply(rules, state, action)[0]
    except engine.Impossible:
        return None


def goes_on(rules, state):
    """Can somebody act, or is chance due, or the game over?"""
    if engine.due_chance(rules, state) is not None or engine.is_over(rules, state):
        return True
    seats = engine.to_act(rules, state)
    return bool(seats) and all(engine.legal_actions(rules, state, seat) for seat in seats)


def random_states(rules, seed, deals):
    """States of a sitting that plays on with a little sense, and what may be done in each."""
    rng, state = random.Random(seed), engine.start(rules)
    while not engine.is_over(rules, state):
        due = engine.due_chance(rules, state)
        if due is engine.Deal and state.rest.deal == deals:
            return
        if due is not None:
            state, _ = engine.apply(rules, state, due(deck(rng, rules.pack.cards)))
            continue
        yield state
        seat = rng.choice(engine.to_act(rules, state))
        actions = engine.legal_actions(rules, state, seat)
        senseless = rng.random() < 0.4
        state, _ = engine.apply(rules, state, rng.choice(actions if senseless else sensible(state, seat, actions)))


def tried(rules, state, rng):
    """What is wrong with the answers in a state: accepted and not listed, listed and refused, or nobody can go on."""
    for seat in range(len(state.hands)):
        for action in engine.legal_actions(rules, state, seat):
            after = applied(rules, state, action)
            if after is None or not goes_on(rules, after):
                yield "listed", action
    for action in (*short_ones(rules, state), *long_ones(rules, state, rng)):
        after = applied(rules, state, action)
        if after is None:
            continue
        if isinstance(action, GESTURES):
            if engine.to_act(rules, after) != engine.to_act(rules, state):
                yield "a gesture", action
        elif not is_listed(rules, state, action):
            yield "not listed", action
        if not goes_on(rules, after):
            yield "nobody can go on", action


@pytest.mark.parametrize("seeds", [2, pytest.param(40, marks=pytest.mark.marathon)])
@pytest.mark.parametrize("key", KEYS)
def test_strict_play_accepts_what_it_lists_and_nothing_else(key, seeds):
    """All actions with a card, and others drawn at random, in some states of random deals."""
    rules = engine.rule_set(key)
    for seed in range(seeds):
        rng = random.Random(seed)
        states = list(random_states(rules, seed, deals=2))
        for state in rng.sample(states, min(6, len(states))):
            assert list(tried(rules, state, rng)) == []


BINDING = ["gin-gra", "gin-50th", "gin-50th-colony"]


@pytest.mark.parametrize("key", BINDING)
def test_a_card_that_may_be_taken_only_to_knock_is_never_a_trap(key):
    """GIN-11, 31: every state in which the top card is bound, of many deals that are played to the end of the stock."""
    rules, seen = engine.rule_set(key), 0
    for seed in range(60):
        for state in random_states(rules, seed, deals=1):
            if state.rest.bound == state.turn and state.phase in (engine.Phase.DRAW, engine.Phase.LAST):
                seen += 1
                draw = engine.DrawDiscard(state.turn)
                after = applied(rules, state, draw)
                assert (after is not None) == (draw in engine.legal_actions(rules, state, state.turn))
                assert after is None or goes_on(rules, after)
    assert seen > 3


@pytest.mark.parametrize("seeds", [2, pytest.param(60, marks=pytest.mark.marathon)])
@pytest.mark.parametrize("key", KEYS)
def test_where_players_err_and_directors_rule_somebody_can_still_go_on(key, seeds):
    """Table laws: after every act, lawful or not, and every entry that is accepted."""
    rules = engine.rule_set(key, laws="table_laws")
    for seed in range(seeds):
        rng, state = random.Random(seed), engine.start(rules)
        for _ in range(250):
            if engine.is_over(rules, state):
                break
            after = applied(rules, state, next_action(rules, state, rng, director=0.05))
            if after is not None:
                assert goes_on(rules, after)
                state = after
