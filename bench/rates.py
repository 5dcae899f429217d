"""Measure how often a deal of gin ends in gin, an undercut or a dead hand when two house players of level club play it.

`python -m bench.rates` prints, for each variant, the deals and how many of them ended so; they stand in
games/live/finished/rates.py.
"""

import argparse
import json
import random
from typing import Any

from games import engine
from games.players import make_player

VARIANTS = ("gin-rummy-com", "gin-pagat", "oklahoma")
ENDINGS = ("gin", "undercut", "dead")


def played(key: str, deals: int) -> list[int]:
    """Play `deals` deals of a variant, each as the first of a sitting; returns how many ended in each of ENDINGS (big
    gin counts as gin)."""
    rules, chance = engine.VARIANTS[key], random.Random(key)
    ends: list[str] = []
    for number in range(deals):
        players = [make_player("club", 2 * number + seat) for seat in range(2)]
        state, _ = engine.apply(rules, engine.start(rules), engine.DrawForDeal(rules.pack.cards))
        state, events = engine.apply(rules, state, engine.Deal(tuple(chance.sample(rules.pack.cards, 52))))
        while state.rest.result is None:
            _see(rules, players, events)
            [seat] = engine.to_act(rules, state)
            state, events = engine.apply(rules, state, players[seat].choose(engine.view(rules, state, seat)))
        ends.append(state.rest.result.type.replace("big_", ""))
    return [ends.count(one) for one in ENDINGS]


def _see(rules: engine.RuleSet, players: list[Any], events: Any) -> None:
    for seat, player in enumerate(players):
        for event in events:
            player.see(engine.view_event(rules, event, seat))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    deals = parser.parse_args().deals
    print(json.dumps({key: [deals, *played(key, deals)] for key in VARIANTS}))
