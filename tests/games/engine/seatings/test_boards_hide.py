"""Sittings of boards (cutthroat, chouette, teams): nobody is told a hidden card, at their own board or another."""

import json
import random
from dataclasses import replace

import pytest

from games import engine
from games.engine import codec
from tests.games.engine.gin_table import steps
from tests.games.engine.play.test_secrets import CARDLESS, permuted

GLANCE = ("seats", "phase", "turn", "counts", "stock", "top", "type", "winner", "points")
KEYS = [key for key, rules in engine.VARIANTS.items() if rules.inner is not None]


def shuffled_unseen(rules, state, viewer, rng):
    """The same sitting with everything shuffled, on every board, that the viewer cannot know."""
    boards = []
    for board in state.boards:
        local = board.seats.index(viewer) if viewer in board.seats else None
        dealt = board.state.phase is not engine.Phase.DEALING
        hidden = permuted(rules.inner, board.state, local, rng) if dealt else board.state
        boards.append(replace(board, state=hidden))
    return rules.seating.boards.seen_from_above(state.rest, tuple(boards))


def told(rules, state, viewer):
    """All that the viewer is sent, and the answers to all that he may try."""
    sent = codec.view_to_json(engine.view(rules, state, viewer))
    if viewer is None:
        return json.dumps(sent)
    tries = [kind(viewer) for kind in CARDLESS]
    tries += [kind(viewer, card) for kind in (engine.Discard, engine.Knock) for card in range(0, 52, 5)]
    return json.dumps([sent, [answer(rules, state, action) for action in tries]])


def answer(rules, state, action):
    try:
        engine.apply(rules, state, action)
    except engine.Impossible as error:
        return str(error)
    return "done"


@pytest.mark.parametrize("key", KEYS)
def test_what_a_seat_is_told_does_not_depend_on_hidden_cards(key):
    """3P-6, PRT-9: whoever waits, plays elsewhere or watches sees what is public, and no more."""
    rules, rng, compared = engine.rule_set(key), random.Random(3), 0
    for n, (_, _, state, _) in enumerate(steps(rules, 3, deals=2)):
        if n % 9 or not state.boards:
            continue
        for viewer in (*range(len(state.rest.places.after)), None):
            other = shuffled_unseen(rules, state, viewer, rng)
            assert told(rules, state, viewer) == told(rules, other, viewer)
            compared += 1
    assert compared > 20


def test_of_every_board_the_top_discard_is_seen_and_nothing_beneath_it():
    """PRT-9: a glance at another board shows what lies open in the room."""
    rules, seen = engine.rule_set("partnership"), set()
    for _, _, state, _ in steps(rules, 3, deals=1):
        for viewer in (0, 1, 2, 3, None):
            glances = codec.view_to_json(engine.view(rules, state, viewer))["boards"]
            piles = [board.state.pile for board in state.boards]
            assert [one["top"] for one in glances] == [engine.card_text(pile[-1]) if pile else None for pile in piles]
            assert all(set(one) == set(GLANCE) for one in glances)
            seen |= {len(pile) for pile in piles}
    assert seen >= {0, 1, 2, 3}


def test_the_shuffle_of_the_test_does_shuffle():
    """A property that compares a state with itself proves nothing."""
    rules, rng = engine.rule_set("partnership"), random.Random(3)
    states = [state for _, _, state, _ in steps(rules, 3, deals=1) if state.turn != -1]
    other = shuffled_unseen(rules, states[5], 0, rng)
    changed = [a.state.hands != b.state.hands for a, b in zip(states[5].boards, other.boards, strict=True)]
    assert changed == [True, True]
    assert other.hands[0] == states[5].hands[0]
