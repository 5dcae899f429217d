"""Measure complete random-legal deals a second by the engine's public functions, beside OpenSpiel's and RLCard's in one
run.

Every decision asks for the full list of lawful actions, applies one of them and takes its events. Decks are shuffled
before the clock starts: ours are handed in, OpenSpiel's are followed at its chance nodes. RLCard shuffles by itself.
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

HOW_TO_INSTALL = "{} is missing: `make install-bench` installs the peers, for the benches only"
KEY = "gin-pagat"
TARGET = 4_000
# The other kernels and seatings, and the slowest presets of each; a deal of teams counts as its boards.
# Random players who may fold in Conquian would hardly ever play, so there they may not.
OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "colonel": ("colonel-fosdick", {}),
    "colonel_pile": ("colonel-pile", {}),
    "conquian": ("conquian", {"fold": False}),
    "conquian_bicycle": ("conquian-bicycle", {"fold": False}),
    "gin_gra": ("gin-gra", {}),
    "battle_royal": ("battle-royal", {}),
    "cutthroat": ("cutthroat", {}),
    "chouette": ("chouette", {}),
    "team_board": ("partnership", {}),
}
OTHERS_TARGET = 1_000
ROUNDS = 5


def shuffled(count: int, seed: int, pack: Sequence[int] = range(52)) -> list[tuple[int, ...]]:
    """Shuffle `count` decks from one seed."""
    chance = random.Random(seed)
    return [tuple(chance.sample(pack, len(pack))) for _ in range(count)]


def our_deals(decks: list[tuple[int, ...]], seed: int, rules: engine.RuleSet = engine.VARIANTS[KEY]) -> int:
    """Play the first deal of a sitting with every deck, scored and entered; returns the number of players' decisions.

    Several boards play with the same deck.
    """
    pick = random.Random(seed).random
    apply, legal_actions, to_act = engine.apply, engine.legal_actions, engine.to_act
    sitting, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(rules.pack.cards))
    decisions = 0
    for deck in decks:
        state, events = apply(rules, sitting, engine.Deal(deck))
        while state.phase is engine.Phase.DEALING:
            state, events = apply(rules, state, engine.Deal(deck))
        while seats := to_act(rules, state):
            actions = legal_actions(rules, state, seats[0])
            state, events = apply(rules, state, actions[int(pick() * len(actions))])
            decisions += 1
        assert isinstance(events[-1], engine.DealScored | engine.GameWon)
    return decisions


def their_deals(game: Any, decks: list[tuple[int, ...]], seed: int) -> int:
    """Play the same with OpenSpiel's gin rummy: chance deals from the deck, players choose any lawful action."""
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


def rlcard_deals(game: Any, decks: list[tuple[int, ...]], seed: int) -> int:
    """Play as many deals with RLCard's gin rummy, which deals by itself; players choose any lawful action."""
    pick, decisions = random.Random(seed).random, 0
    game.seed(seed)
    for _ in decks:
        state, _ = game.reset()
        while not game.is_over():
            actions = list(state["legal_actions"])
            state, _ = game.step(actions[int(pick() * len(actions))])
            decisions += 1
    return decisions


def per_second(play: Any, deals: int, pack: Sequence[int] = range(52)) -> tuple[float, float]:
    """The deals a second of CPU time, the best of some rounds, and the decisions a deal."""
    best, decisions = 0.0, 0
    for number in range(ROUNDS):
        decks = shuffled(deals, number, pack)
        begun = time.process_time()
        decisions += play(decks, number)
        best = max(best, deals / (time.process_time() - begun))
    return round(best, 1), decisions / (ROUNDS * deals)


def boards_of(rules: engine.RuleSet) -> int:
    """The number of boards in one deal of these rules."""
    return rules.team_size if rules.seating.name == "teams" else 1


def line(name: str, rate: float, target: int | str, decisions: float) -> None:
    """One row of the table."""
    print(f"{name:25} {rate:9.0f} {target:>7} {decisions:17.1f}")


def others(deals: int) -> dict[str, float]:
    """The deals a second of the other kernels and seatings, each printed beside its target."""
    reached = {}
    for name, (key, given) in OTHERS.items():
        rules = engine.rule_set(key, **given)
        rate, decisions = per_second(partial(our_deals, rules=rules), max(1, deals // 8), rules.pack.cards)
        boards = boards_of(rules)
        reached[f"{name}_deals_per_s"] = round(rate * boards, 1)
        line(f"undercut {key}", rate * boards, OTHERS_TARGET, decisions / boards)
    return reached


def main() -> int:
    """Time all, print a table and, with --json, one JSON object as the last line; returns 2 if a peer is not
    installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--deals", type=int, default=2_000, help="deals a round (peers play a tenth, a hundredth)")
    options = parser.parse_args()
    try:
        import pyspiel
        import rlcard
    except ImportError as error:
        print(HOW_TO_INSTALL.format(error.name), file=sys.stderr)
        return 2
    spiel, cards = pyspiel.load_game("gin_rummy"), rlcard.make("gin-rummy")
    ours, our_decisions = per_second(our_deals, options.deals)
    theirs, their_decisions = per_second(partial(their_deals, spiel), max(1, options.deals // 10))
    rlcards, rlcard_decisions = per_second(partial(rlcard_deals, cards), max(1, options.deals // 100))
    print(f"{'random-legal deals':25} {'deals/s':>9} {'target':>7} {'decisions a deal':>17}")
    line(f"undercut {KEY}", ours, TARGET, our_decisions)
    line("OpenSpiel gin_rummy", theirs, "-", their_decisions)
    line("RLCard gin-rummy", rlcards, "-", rlcard_decisions)
    reached = others(options.deals)
    if options.json:
        peers = {"openspiel_deals_per_s": theirs, "rlcard_deals_per_s": rlcards}
        print(json.dumps({"deals_per_s": ours, **peers, **reached}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
