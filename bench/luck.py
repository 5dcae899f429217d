"""Measure how much of the margin's variance luck explains, over many deals of house players, for every pair of
policies.

For each pair, and for all deals together: mean luck with its standard error, the coefficient of luck in a regression of
the margin (1 when luck is measured in true points), the share of the margin's variance that goes with luck (draws
alone, and with the deal), and the standard deviation of a deal's margin before and after. The seeds are none of those
that a value function was fitted on.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np

from games import engine
from games.players.judging.luck import DealLuck, sitting_luck
from games.players.judging.value import LATEST, VALUES, Value
from games.players.playing import MEASURED, measured, seeded_deal

RULES = engine.rule_set("gin-pagat")
FIRST = 1_000_000  # seeds of a pair: from here, and so many on for the next


def deals(levels: Sequence[str], count: int, first: int, value: Value) -> list[DealLuck]:
    """The luck of `count` deals between two policies."""
    found: list[DealLuck] = []
    for seed in range(first, first + count):
        players = [measured(level, 2 * seed + seat) for seat, level in enumerate(levels)]
        actions = seeded_deal(RULES, players, seed)
        found += [luck for luck in sitting_luck(RULES, actions, value) if luck is not None]
    return found


def figures(found: Sequence[DealLuck]) -> dict[str, float]:
    """The mean luck in standard errors, the coefficient, and the shares of variance."""
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
        "sd": round(float(margin.std()), 2),
        "sd_left": round(float((margin - luck).std()), 2),
    }


def main() -> int:
    """Print a line for each pair, and one for all together; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2_000, help="deals of a pair; there are ten pairs")
    parser.add_argument("--value", choices=VALUES, default=LATEST.key, help="the value function")
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    options = parser.parse_args()
    print(
        f"{'pair':14} {'deals':>6} {'mean':>7} {'in se':>6} {'coeff':>6} {'draws':>6} {'all':>6} {'sd':>6} {'left':>6}"
    )
    every: list[DealLuck] = []
    answer: dict[str, object] = {"value": options.value}
    for number, pair in enumerate(combinations_with_replacement(MEASURED, 2), 1):
        found = deals(pair, options.deals, FIRST * number, VALUES[options.value])
        every += found
        answer["-".join(pair)] = _shown("-".join(pair), found)
    answer["all"] = _shown("all", every)
    if options.json:
        print(json.dumps(answer))
    return 0


def _shown(name: str, found: Sequence[DealLuck]) -> dict[str, float]:
    of = figures(found)
    print(
        f"{name:14} {of['deals']:6} {of['mean_luck']:7.3f} {of['standard_errors']:6.2f} {of['coefficient']:6.3f} "
        f"{of['reduced_by_draws']:6.3f} {of['reduced']:6.3f} {of['sd']:6.2f} {of['sd_left']:6.2f}",
        flush=True,
    )
    return of


if __name__ == "__main__":
    sys.exit(main())
