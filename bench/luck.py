"""How much of the margin luck takes out, over many house players' deals, for every pair of policies.

For each pair: mean luck with its standard error, the coefficient of luck in a regression of the margin (1 when luck is
measured in true points), and the share of the margin's variance that goes with luck: draws alone, and with the deal.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np

from games import engine
from games.players import LEVELS, Player, RandomPlayer, make_player
from games.players.luck import DealLuck, sitting_luck
from games.players.playing import seeded_deal

RULES = engine.rule_set("gin-pagat")
POLICIES = (*LEVELS, "random")


def player(level: str, seed: int) -> Player:
    """A seat's player."""
    return RandomPlayer(seed) if level == "random" else make_player(level, seed)


def deals(levels: Sequence[str], count: int, first: int) -> list[DealLuck]:
    """The luck of so many deals between two policies, who take the first seat in turn."""
    found: list[DealLuck] = []
    for seed in range(first, first + count):
        players = [player(level, 2 * seed + seat) for seat, level in enumerate(levels)]
        actions = seeded_deal(RULES, players, seed)
        found += [luck for luck in sitting_luck(RULES, actions) if luck is not None]
    return found


def figures(found: Sequence[DealLuck]) -> dict[str, float]:
    """Mean luck in standard errors, coefficient, shares of variance."""
    margin = np.array([one.margin for one in found], float)
    luck = np.array([one.luck for one in found])
    draws = luck - np.array([one.dealt for one in found])
    return {
        "deals": len(found),
        "mean_luck": round(float(luck.mean()), 3),
        "standard_errors": round(float(luck.mean() / (luck.std() / sqrt(len(luck)))), 2),
        "coefficient": round(float(np.cov(margin, luck)[0, 1] / luck.var(ddof=1)), 3),
        "reduced_by_draws": round(float(1 - (margin - draws).var() / margin.var()), 3),
        "reduced": round(float(1 - (margin - luck).var() / margin.var()), 3),
    }


def main() -> int:
    """Prints a line a pair, and all of them together; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000, help="deals of the club players; others play a tenth")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    options = parser.parse_args()
    print(f"{'pair':16} {'deals':>6} {'mean':>7} {'in se':>6} {'coeff':>6} {'draws':>6} {'all':>6}")
    answer = {}
    for number, pair in enumerate(combinations_with_replacement(POLICIES, 2), 1):
        count = options.deals if pair == ("club", "club") else options.deals // 10
        found = figures(deals(pair, count, 1_000_000 * number))
        answer["-".join(pair)] = found
        print(
            f"{'-'.join(pair):16} {found['deals']:6} {found['mean_luck']:7.3f} {found['standard_errors']:6.2f} "
            f"{found['coefficient']:6.3f} {found['reduced_by_draws']:6.3f} {found['reduced']:6.3f}"
        )
    if options.json:
        print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
