"""Complete random-legal deals a second through the engine's public face, beside OpenSpiel's in the same run.

Every decision asks for the full list of lawful actions, applies one of them and takes its events. Decks are shuffled
before the clock starts, for both: ours are handed in, OpenSpiel's are followed at its chance nodes.
"""

import argparse
import json
import random
import sys
import time
from typing import Any

from games import engine

HOW_TO_INSTALL = "OpenSpiel is missing: `make install-bench` installs it, for the benches only"
KEY = "gin-pagat"
TARGET = 4_000
ROUNDS = 5


def shuffled(count: int, seed: int) -> list[tuple[int, ...]]:
    """So many decks from one seed."""
    chance = random.Random(seed)
    return [tuple(chance.sample(range(52), 52)) for _ in range(count)]


def our_deals(decks: list[tuple[int, ...]], seed: int) -> int:
    """Plays the first deal of a sitting with every deck, scored and entered; the number of players' decisions."""
    rules, pick = engine.rule_set(KEY), random.Random(seed).random
    apply, legal_actions, to_act = engine.apply, engine.legal_actions, engine.to_act
    sitting, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(tuple(range(52))))
    decisions = 0
    for deck in decks:
        state, events = apply(rules, sitting, engine.Deal(deck))
        while seats := to_act(rules, state):
            actions = legal_actions(rules, state, seats[0])
            state, events = apply(rules, state, actions[int(pick() * len(actions))])
            decisions += 1
        assert isinstance(events[-1], engine.DealScored | engine.GameWon)
    return decisions


def their_deals(game: Any, decks: list[tuple[int, ...]], seed: int) -> int:
    """The same with OpenSpiel's gin rummy: chance deals from the deck, players pick any lawful action."""
    pick, decisions = random.Random(seed).random, 0
    for deck in decks:
        state, cards = game.new_initial_state(), iter(deck)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(cards))
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            decisions += 1
    return decisions


def per_second(play: Any, deals: int) -> tuple[float, float]:
    """Deals a second of CPU time, the best of some rounds, and decisions a deal."""
    best, decisions = 0.0, 0
    for number in range(ROUNDS):
        decks = shuffled(deals, number)
        begun = time.process_time()
        decisions += play(decks, number)
        best = max(best, deals / (time.process_time() - begun))
    return round(best, 1), decisions / (ROUNDS * deals)


def main() -> int:
    """Times both, prints a table and on demand one JSON object as the last line; 2 when the peer is not installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--deals", type=int, default=2_000, help="deals a round (OpenSpiel plays a tenth)")
    options = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        print(HOW_TO_INSTALL, file=sys.stderr)
        return 2
    game = pyspiel.load_game("gin_rummy")
    ours, our_decisions = per_second(our_deals, options.deals)
    theirs, their_decisions = per_second(
        lambda decks, seed: their_deals(game, decks, seed), max(1, options.deals // 10)
    )
    print(f"{'random-legal deals':20} {'deals/s':>9} {'target':>7} {'decisions a deal':>17}")
    print(f"{'undercut ' + KEY:20} {ours:9.0f} {TARGET:7} {our_decisions:17.1f}")
    print(f"{'OpenSpiel gin_rummy':20} {theirs:9.0f} {'-':>7} {their_decisions:17.1f}")
    if options.json:
        print(json.dumps({"deals_per_s": ours, "openspiel_deals_per_s": theirs}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
