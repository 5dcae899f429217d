"""Every preset in complete random sittings, by the rules and under table laws: no card is lost, replays and JSON agree,
and nobody is told a hidden card.

A few sittings always, two hundred of each with the marker `marathon`.
"""

import json
import random

import pytest

from games import engine
from games.engine import codec
from tests.games.engine.gin_table import KEYS, deck, steps
from tests.games.engine.laws import test_every_law
from tests.games.engine.play import test_secrets
from tests.games.engine.seatings.test_boards_hide import shuffled_unseen
from tests.games.engine.variants.test_every_variant import whole

BY_KEY = pytest.mark.parametrize("key", KEYS)
MOST_MOVES = 6_000  # random players may take discards for ever
MOST_SLIPPING = 700  # and those who err besides hardly ever fill the columns of Color Gin
LOOK_EVERY = 37  # moves between two looks at what is hidden
SHOWING = (engine.Phase.SHOWDOWN, engine.Phase.CHOICE, engine.Phase.DONE)
UNDEALT = (engine.Phase.DEALING, engine.Phase.CHOICE, engine.Phase.DONE)


def preset(key, seed, **options):
    """The preset; in every second sitting of Conquian nobody may fold, or random players would hardly ever play."""
    wastes = engine.VARIANTS[key].kernel.wastes
    return engine.rule_set(key, **options, **({"fold": False} if wastes and seed % 2 else {}))


def shuffled(rules, state, viewer, rng):
    """The same state with everything shuffled that the viewer cannot know; None where no test says what that is:
    between deals, and under table laws at boards and, after a slip, at tables with melds on them."""
    if state.boards:
        return shuffled_unseen(rules, state, viewer, rng) if rules.laws == "strict" else None
    if state.phase in UNDEALT:
        return None
    if rules.laws == "strict":
        return test_secrets.permuted(rules, state, viewer, rng)
    if rules.kernel.name == "gin":
        return test_every_law.permuted(rules, state, viewer, rng)
    return None if state.rest.effects else test_secrets.permuted(rules, state, viewer, rng)


def hides(rules, state, rng):
    """Shuffling all that a viewer cannot know changes nothing of what he is sent."""
    viewer = rng.choice((*range(len(state.rest.places.after)), None))
    other = shuffled(rules, state, viewer, rng)
    if other is None:
        return True
    sent = [json.dumps(codec.view_to_json(engine.view(rules, each, viewer))) for each in (state, other)]
    return sent[0] == sent[1]


def sitting(rules, seed):
    """A sitting to its end; what was done, where it led, and what happened."""
    rng, log, told, state = random.Random(seed), [], [], engine.start(rules)
    for n, (_, action, state, events) in enumerate(steps(rules, seed, deals=400)):
        log.append(action)
        told += events
        if n % 7 == 0:
            assert whole(rules, state)
        if n % LOOK_EVERY == 0:
            assert hides(rules, state, rng)
        if n == MOST_MOVES:
            break
    assert whole(rules, state)
    return log, state, told


def erring(rules, seed):
    """A sitting under table laws: most actions lawful, some tries and slips, whatever comes of them."""
    rng, log, state = random.Random(seed), [], engine.start(rules)
    while len(log) < MOST_SLIPPING and not engine.is_over(rules, state):
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
        if len(log) % LOOK_EVERY == 0:
            assert hides(rules, state, rng)
        # A row of seen cards that is left over when its deal ends lies beside the pile no more.
        for deal in [board.state for board in state.boards] or [state]:
            assert deal.phase is engine.Phase.DONE or whole(rules, deal)
            assert deal.phase in SHOWING or not (deal.rest.spread or deal.rest.laid or deal.rest.laid_before)
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
    for seed in seeds:
        rules = preset(key, seed)
        log, state, told = sitting(rules, seed)
        assert agrees(rules, log, state) == tuple(told)


def under_table_laws(key, seeds):
    for seed in seeds:
        rules = preset(key, seed, laws="table_laws")
        agrees(rules, *erring(rules, seed))


@BY_KEY
def test_a_sitting_is_played_to_its_end(key):
    complete(key, range(1))


@BY_KEY
def test_a_sitting_with_slips_under_table_laws(key):
    under_table_laws(key, range(2))


@pytest.mark.marathon
@BY_KEY
def test_two_hundred_complete_sittings(key):
    complete(key, range(200))


@pytest.mark.marathon
@BY_KEY
def test_two_hundred_sittings_with_slips(key):
    under_table_laws(key, range(200))
