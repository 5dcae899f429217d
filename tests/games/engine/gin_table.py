"""Tools for the engine's tests: decks, random sittings, positions in words."""

import random

from games import engine
from games.reference.positions import set_up

KEYS = tuple(engine.VARIANTS)
GIN = tuple(key for key, rules in engine.VARIANTS.items() if rules.kernel.name == "gin" and rules.seating.name == "two")
ENDINGS = engine.Knock | engine.Gin | engine.BigGin | engine.LayOff
MANUAL = {"showdown": "manual"}
OPEN = {"discard_view": "open"}


def hand(text):
    return engine.parse_hand(text)


def card(text):
    return engine.parse_card(text)


def deck(rng, pack=tuple(range(52))):
    return tuple(rng.sample(pack, len(pack)))


def dealt(rules, seed=0):
    """A deal just dealt."""
    rng = random.Random(seed)
    return engine.replay(rules, [engine.DrawForDeal(deck(rng)), engine.Deal(deck(rng))])[0]


def steps(rules, seed, deals=3, eager=True, seats=None):
    """A random sitting of so many deals: each step as (state, action, next state, events).

    Random players hardly ever end a deal, so `eager` ones draw, throw and knock with a little sense.
    """
    rng = random.Random(seed)
    state = engine.start(rules, seats)
    while True:
        chance = engine.due_chance(rules, state)
        if chance is engine.Deal and state.rest.deal == deals:
            return
        if chance is not None:
            action = chance(deck(rng, rules.pack.cards))
        elif engine.is_over(rules, state):
            return
        else:
            action = _chosen(rules, state, rng, eager)
        after, events = engine.apply(rules, state, action)
        yield state, action, after, events
        state = after


def position(rules, **given):
    """A position in words: hands by letter, cards as text."""
    hands = [hand(given.pop(letter, "")) for letter in "ABC"[: rules.seating.numbers(rules)[0]]]
    for name in ("pile", "stock"):
        if name in given:
            given[name] = [card(text) for text in given[name].split()]
    return set_up(rules, hands=hands, **given)


def _chosen(rules, state, rng, eager):
    seat = rng.choice(engine.to_act(rules, state))
    actions = engine.legal_actions(rules, state, seat)
    if not eager or rng.random() < 0.2:
        return rng.choice(actions)
    endings = [action for action in actions if isinstance(action, ENDINGS)]
    throws = [action for action in actions if isinstance(action, engine.Discard)]
    if endings:
        return rng.choice(endings)
    if throws:
        boards = [board for board in state.boards if seat in board.seats]
        kept = boards[0].state.hands[boards[0].seats.index(seat)] if boards else state.hands[seat]
        return min(throws, key=lambda action: (engine.deadwood(kept & ~(1 << action.card)), rng.random()))
    return rng.choice(actions)
