"""Fits a value function on house players' deals and prints it: `python tools/fit_value.py KEY [--deals N]`.

Least squares of a deal's points on the features of `games/players/value.py`, over all draws from the stock. The deals
follow from their seeds, so the same command prints the same numbers (NumPy's least squares, to the digits printed).
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator

import numpy as np

from games import engine
from games.players import make_player
from games.players.luck import Chances, chances
from games.players.playing import seeded_deal
from games.players.value import deal_features, turn_features

RULES = engine.rule_set("gin-pagat")
# Of eight deals: who plays whom.
TABLES = (("club", "club"),) * 5 + (("novice", "club"), ("club", "novice"), ("novice", "novice"))
DEALT = 200_000  # random deals over which the mean of dealt hands is taken


def deals(count: int, first: int = 0) -> Iterator[Chances]:
    """What chance did in so many deals between house players, one seed each."""
    for seed in range(first, first + count):
        levels = TABLES[seed % len(TABLES)]
        players = [make_player(level, 2 * seed + seat) for seat, level in enumerate(levels)]
        yield from chances(RULES, seeded_deal(RULES, players, seed))


def main() -> int:
    """Plays, fits, prints Python source and a JSON line with how well it fits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--deals", type=int, default=16_000)
    options = parser.parse_args()
    turns, outcomes, dealt, margins = [], [], [], []
    digest = hashlib.sha256()
    for deal in deals(options.deals):
        if deal.dealt is None or deal.margin is None:
            continue
        digest.update(repr(deal).encode())
        for draw in deal.draws:
            turns.append(turn_features(draw.deadwood, draw.against, draw.left - 1))
            outcomes.append(deal.margin if draw.seat == 0 else -deal.margin)
        dealt.append(deal_features(*deal.dealt.hands, *deal.dealt.with_upcard))
        margins.append(deal.margin if deal.dealt.first == 0 else -deal.margin)
    turn = np.linalg.lstsq(np.array(turns), np.array(outcomes, float), rcond=None)[0]
    deal_weights = np.linalg.lstsq(np.array(dealt), np.array(margins, float), rcond=None)[0]
    rounded = tuple(float(f"{w:.6g}") for w in deal_weights)
    mean = float(np.mean([np.dot(rounded, deal_features(*hands)) for hands in _random_hands()]))
    command = f"tools/fit_value.py {options.key} --deals {options.deals}"
    print(f'''Value(
    key="{options.key}",
    turn={tuple(float(f"{w:.6g}") for w in turn)},
    deal={rounded},
    deal_mean={mean:.6g},
    fitted_on="{len(margins)} deals of gin-pagat between house players: {command}",
    data="{digest.hexdigest()}",
)''')
    print(json.dumps({"deals": len(margins), "draws": len(turns)}))
    return 0


def _random_hands() -> Iterator[tuple[int, int, int, int]]:
    chance = random.Random(1)
    for _ in range(DEALT):
        cards = chance.sample(range(52), 21)
        hands = engine.hand_of(cards[:10]), engine.hand_of(cards[10:20])
        (own, other), up = (engine.deadwood(hand) for hand in hands), 1 << cards[20]
        own_with, other_with = (engine.deadwood_after_discard(hand | up) for hand in hands)
        yield own, other, own_with, other_with


if __name__ == "__main__":
    sys.exit(main())
