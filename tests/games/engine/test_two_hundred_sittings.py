"""Every preset in complete random sittings, by the rules and under table laws: no card is lost, replays and JSON agree.

A few sittings always, two hundred of each with the marker `long`.
"""

import json
import random

import pytest

from games import engine
from games.engine import codec
from tests.games.engine.gin_table import KEYS, deck, steps
from tests.games.engine.test_every_variant import whole

BY_KEY = pytest.mark.parametrize("key", KEYS)
MOST_MOVES = 6_000  # random players may take discards for ever


def sitting(rules, seed):
    """A sitting to its end; what was done, where it led, and what happened."""
    log, told, state = [], [], engine.start(rules)
    for n, (_, action, state, events) in enumerate(steps(rules, seed, deals=400)):
        log.append(action)
        told += events
        if n % 7 == 0:
            assert whole(rules, state)
        if n == MOST_MOVES:
            break
    assert whole(rules, state)
    return log, state, told


def erring(rules, seed):
    """A deal or two under table laws: most actions lawful, some tries and slips, whatever comes of them."""
    rng, log, state = random.Random(seed), [], engine.start(rules)
    while len(log) < 400 and not engine.is_over(rules, state) and state.rest.deal < 3:
        chance = engine.due_chance(rules, state)
        if chance in (engine.DrawForDeal, engine.Deal):
            action = chance(deck(rng, rules.pack.cards))
        else:
            seat = rng.choice(engine.to_act(rules, state)) if rng.random() < 0.9 else rng.randrange(len(state.hands))
            action = rng.choice(engine.open_actions(rules, state, seat) or (None,))
        if action is None:
            continue
        try:
            state, _ = engine.apply(rules, state, action)
        except engine.Impossible:
            continue  # objecting when nothing is behind it
        log.append(action)
        # A row of seen cards that is left over when its deal ends lies beside the pile no more.
        for deal in [board.state for board in state.boards] or [state]:
            assert deal.phase is engine.Phase.DONE or whole(rules, deal)
    return log, state


def agrees(rules, log, state):
    again, told = engine.replay(rules, log)
    assert again == state
    data = json.loads(json.dumps(codec.state_to_json(state)))
    assert codec.state_from_json(rules, data) == state
    for seat in (*range(len(state.hands)), None):
        json.dumps(codec.view_to_json(engine.view(rules, state, seat)))
    return told


def complete(key, seeds):
    rules = engine.rule_set(key)
    for seed in seeds:
        log, state, told = sitting(rules, seed)
        assert agrees(rules, log, state) == tuple(told)


def under_table_laws(key, seeds):
    rules = engine.rule_set(key, laws="table_laws")
    for seed in seeds:
        agrees(rules, *erring(rules, seed))


@BY_KEY
def test_a_sitting_is_played_to_its_end(key):
    complete(key, range(1))


@BY_KEY
def test_a_sitting_with_slips_under_table_laws(key):
    under_table_laws(key, range(2))


@pytest.mark.long
@BY_KEY
def test_two_hundred_complete_sittings(key):
    complete(key, range(200))


@pytest.mark.long
@BY_KEY
def test_two_hundred_sittings_with_slips(key):
    under_table_laws(key, range(200))
