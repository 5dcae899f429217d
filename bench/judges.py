"""Compare two house players as judges of other people's decisions: `top`, and `top-v1`, which judged before it.

Players of a level play deals against each opponent of the pool. At their decisions at which the two judges would do
different things, both choices are played on from the true hands against that opponent, with the stock in many orders:
whose choice scores more, whoever of three players goes on for the seat? (Who goes on as one of the judges may favour
its plans, so `club` stands beside them.)

Standard errors are over deals, because the decisions of a deal are not independent.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean
from time import time
from typing import Any

from games import engine
from games.players import LEVELS, TOP_V1, Memory, Top, TopV1, make_player
from games.players.judging import analysis
from games.players.judging.opponents import POOL, Opponent
from games.players.playing import restocked, seeded_deal

RULES = engine.rule_set("gin-pagat", gin_bonus=25, undercut_bonus=25)
JUDGES = (TOP_V1, "top")
OPPONENTS = (Opponent(TOP_V1, TopV1, 0), Opponent("top", Top, 0), *POOL[1:])  # their true hands: no worlds
GO_ON = (TOP_V1, "top", "club")
BLOCK = 2  # deals of each opponent at once
Row = dict[str, Any]


def chosen(decision: analysis.Decision, level: str) -> engine.Action:
    """What a house player of this level would have done."""
    seen = engine.view(RULES, decision.state, decision.seat)
    return make_player(level, 0, decision.memory.copy()).choose(seen)


def worths(
    decision: analysis.Decision, actions: Sequence[engine.Action], opponent: Opponent, orders: int, chance: Random
) -> dict[str, list[float]]:
    """The mean points of each action from the true hands against this opponent, by who goes on for the seat."""
    found = {level: [0.0] * len(actions) for level in GO_ON}
    for _ in range(orders):
        state, seeds = restocked(decision.state, chance), [chance.getrandbits(32) for _seat in range(2)]
        for level, points in found.items():
            for at, action in enumerate(actions):
                points[at] += analysis.score(RULES, decision, state, action, seeds, opponent, level) / orders
    return found


def decided(level: str, opponent: Opponent, seed: int) -> list[analysis.Decision]:
    """The decisions of a player of this level in one deal against an opponent."""
    actions = seeded_deal(RULES, [make_player(level, seed), opponent.player(seed + 1, Memory())], seed)
    return [one for one in analysis.decisions(RULES, actions, 1) if one.seat == 0]


def choices(decision: analysis.Decision, opponent: Opponent, orders: int, chance: Random) -> Row | None:
    """What the choice of `top` scores more than that of `top-v1`, by who goes on; None where they agree."""
    before, now = (chosen(decision, level) for level in JUDGES)
    if analysis.kind_of(before) == analysis.kind_of(now):
        return None
    points = worths(decision, (before, now), opponent, orders, chance)
    kinds = {type(before), type(now)}
    about = "throw" if kinds == {engine.Discard} else "end" if engine.Knock in kinds else "take"
    return {"about": about, "more": {level: both[1] - both[0] for level, both in points.items()}}


def looked_at(seed: int, *, opponent: Opponent, options: argparse.Namespace) -> list[Row]:
    """Measure one deal against an opponent."""
    chance, found = Random(f"{seed}:{opponent.key}"), []
    for decision in decided(options.level, opponent, seed):
        row = choices(decision, opponent, options.orders, chance)
        if row:
            found.append(row | {"against": opponent.key, "seed": seed})
    return found


def mean(rows: Sequence[tuple[Row, float]]) -> tuple[float, float]:
    """The mean of a number of rows and its standard error over deals."""
    if not rows:
        return 0.0, 0.0
    middle, sums = fmean(number for _row, number in rows), dict[tuple[str, int], float]()
    for row, number in rows:
        deal = row["against"], row["seed"]
        sums[deal] = sums.get(deal, 0.0) + number - middle
    return round(middle, 2), round(sqrt(sum(one * one for one in sums.values())) / len(rows), 2)


def compared(rows: Sequence[Row], name: str) -> Iterator[tuple[str, Row]]:
    """What the move of `top` scores more than that of `top-v1`."""
    if rows:
        yield name, {"n": len(rows)} | {level: mean([(row, row["more"][level]) for row in rows]) for level in GO_ON}


def summary(rows: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """The lines to print: whose move scores more, against each opponent, by what it is about, and over all."""
    for one in OPPONENTS:
        yield from compared([row for row in rows if row["against"] == one.key], f"against {one.key}")
    for about in ("take", "end", "throw"):
        yield from compared([row for row in rows if row["about"] == about], about)
    yield from compared(rows, "all")


def main() -> int:
    """Print a line for each comparison; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--level", choices=LEVELS, default="novice", help="whose decisions")
    parser.add_argument("--deals", type=int, default=600, help="deals against each opponent")
    parser.add_argument("--seed", type=int, default=20_261_130, help="the seed of the first deck")
    parser.add_argument("--orders", type=int, default=8, help="of the stock, for the truth")
    parser.add_argument("--minutes", type=float, default=600, help="the longest time")
    parser.add_argument("--jobs", type=int, default=1, help="processes; the figures do not depend on it")
    options = parser.parse_args()
    rows, deals, until = list[Row](), 0, time() + 60 * options.minutes
    with ProcessPoolExecutor(options.jobs) as workers:
        while deals < options.deals and time() < until:
            seeds = range(options.seed + deals, options.seed + min(options.deals, deals + BLOCK))
            for opponent in OPPONENTS:
                look = partial(looked_at, opponent=opponent, options=options)
                rows += [row for found in workers.map(look, seeds) for row in found]
            deals += len(seeds)
            print(f"{deals} deals against each:", dict(summary(rows)), file=sys.stderr, flush=True)
    answer: Row = {"deals": deals} | dict(summary(rows))
    for name, line in answer.items():
        print(name, line, flush=True)
    if options.json:
        print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
