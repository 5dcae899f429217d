"""Complete random-legal deals a second through the engine's public face, beside OpenSpiel's in the same run.

Every decision asks for the full list of lawful actions, applies one of them and takes its events. Decks are shuffled
before the clock starts, for both: ours are handed in, OpenSpiel's are followed at its chance nodes.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from games import engine

HOW_TO_INSTALL = "OpenSpiel is missing: `make install-bench` installs it, for the benches only"
KEY = "gin-pagat"
TARGET = 4_000
# The other kernels: random players who may fold in Conquian would hardly ever play, so there they may not.
OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "colonel": ("colonel-fosdick", {}),
    "conquian": ("conquian", {"fold": False}),
}
OTHERS_TARGET = 1_000
ROUNDS = 5


def shuffled(count: int, seed: int, pack: Sequence[int] = range(52)) -> list[tuple[int, ...]]:
    """So many decks from one seed."""
    chance = random.Random(seed)
    return [tuple(chance.sample(pack, len(pack))) for _ in range(count)]


def our_deals(decks: list[tuple[int, ...]], seed: int, rules: engine.RuleSet = engine.VARIANTS[KEY]) -> int:
    """Plays the first deal of a sitting with every deck, scored and entered; the number of players' decisions."""
    pick = random.Random(seed).random
    apply, legal_actions, to_act = engine.apply, engine.legal_actions, engine.to_act
    sitting, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(rules.pack.cards))
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


def per_second(play: Any, deals: int, pack: Sequence[int] = range(52)) -> tuple[float, float]:
    """Deals a second of CPU time, the best of some rounds, and decisions a deal."""
    best, decisions = 0.0, 0
    for number in range(ROUNDS):
        decks = shuffled(deals, number, pack)
        begun = time.process_time()
        decisions += play(decks, number)
        best = max(best, deals / (time.process_time() - begun))
    return round(best, 1), decisions / (ROUNDS * deals)


def other_kernels(deals: int) -> dict[str, float]:
    """Deals a second of Colonel and Conquian, each printed beside its target."""
    reached = {}
    for name, (key, given) in OTHERS.items():
        rules = engine.rule_set(key, **given)
        play = partial(our_deals, rules=rules)
        reached[f"{name}_deals_per_s"], decisions = per_second(play, max(1, deals // 4), rules.pack.cards)
        print(f"{'undercut ' + key:25} {reached[f'{name}_deals_per_s']:9.0f} {OTHERS_TARGET:7} {decisions:17.1f}")
    return reached


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
    print(f"{'random-legal deals':25} {'deals/s':>9} {'target':>7} {'decisions a deal':>17}")
    print(f"{'undercut ' + KEY:25} {ours:9.0f} {TARGET:7} {our_decisions:17.1f}")
    print(f"{'OpenSpiel gin_rummy':25} {theirs:9.0f} {'-':>7} {their_decisions:17.1f}")
    others = other_kernels(options.deals)
    if options.json:
        print(json.dumps({"deals_per_s": ours, "openspiel_deals_per_s": theirs, **others}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
