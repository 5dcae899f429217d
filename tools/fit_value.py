"""Fit a value function on house players' deals, and print it: `python tools/fit_value.py KEY [--form F] [--deals N]`.

`deadwood`: least squares of a deal's points on the features of both deadwoods, over all draws from the stock. `outs`:
least squares of a deal's points on what chance moved in it, so that luck takes as much of the points as it can; dealt
hands likewise. The deals follow from their seeds, so the same command prints the same numbers (NumPy's least squares,
to the digits printed).
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from games import engine
from games.players.judging.chances import Chances, Dealt, chances, hands_dealt, sign
from games.players.judging.outs import Hope
from games.players.judging.value import deal_features, lie, moved, prospects, turn_features
from games.players.playing import measured, seeded_deal

RULES = engine.rule_set("gin-pagat")
# Who plays whom, one deal after the other.
CLUB = (("club", "club"),) * 5 + (("novice", "club"), ("club", "novice"), ("novice", "novice"))
LEVELS = ("novice", "club", "strong", "gin")
MIXED = tuple((one, other) for one in LEVELS for other in LEVELS)
MOVED = len(prospects(Hope(0, 0.0, 0, 0), Hope(0, 0.0, 0, 0), 1))  # features of a draw
DEALT = 200_000  # random deals over which the mean of dealt hands is taken


def deals(tables: Sequence[tuple[str, str]], count: int) -> Iterator[Chances]:
    """The chance events of `count` deals between house players, one seed each; only of deals that chance alone
    explains."""
    for seed in range(count):
        levels = tables[seed % len(tables)]
        players = [measured(level, 2 * seed + seat) for seat, level in enumerate(levels)]
        found = chances(RULES, seeded_deal(RULES, players, seed))
        yield from (deal for deal in found if deal.dealt is not None and deal.margin is not None)


def by_deadwood(found: Iterator[Chances], command: str) -> None:
    """Fit and print a `ByDeadwood`."""
    turns, outcomes, dealt, margins = [], [], [], []
    digest = hashlib.sha256()
    for deal in found:
        assert deal.dealt is not None
        assert deal.margin is not None
        digest.update(repr(deal).encode())
        for draw in deal.draws:
            turns.append(turn_features(draw.deadwood, draw.against, draw.left - 1))
            outcomes.append(deal.margin * sign(draw.seat))
        dealt.append(deal_features(*deal.dealt.hands, *deal.dealt.with_upcard))
        margins.append(deal.margin * sign(deal.dealt.first))
    weights = _rounded(_fitted(dealt, margins))
    mean = float(np.mean([np.dot(weights, deal_features(*one.hands, *one.with_upcard)) for one in _random_hands()]))
    _show(
        "ByDeadwood",
        {"turn": _rounded(_fitted(turns, outcomes)), "deal": weights, "deal_mean": float(f"{mean:.6g}")},
        command,
        digest.hexdigest(),
        {"deals": len(margins), "draws": len(turns)},
    )


def by_outs(found: Iterator[Chances], command: str) -> None:
    """Fit and print a `ByOuts`. The constant of the regression is left out, because playing first is not luck."""
    means = _rounded(np.mean([lie(one) for one in _random_hands()], axis=0))
    rows, margins = [], []
    digest, draws = hashlib.sha256(), 0
    for deal in found:
        assert deal.dealt is not None
        assert deal.margin is not None
        digest.update(repr(deal).encode())
        first, draws = sign(deal.dealt.first), draws + len(deal.draws)
        signs = [first * sign(draw.seat) for draw in deal.draws]
        sums = [float(np.dot(signs, column)) for column in zip(*moved(deal.draws), strict=True)] or [0.0] * MOVED
        rows.append([*sums, *np.subtract(lie(deal.dealt), means), 1.0])
        margins.append(deal.margin * first)
    weights = _fitted(rows, margins)
    _show(
        "ByOuts",
        {"turn": _rounded(weights[:MOVED]), "deal": _rounded(weights[MOVED:-1]), "means": means},
        command,
        digest.hexdigest(),
        {"deals": len(margins), "draws": draws},
    )


FORMS: dict[str, tuple[Callable[[Iterator[Chances], str], None], Sequence[tuple[str, str]]]] = {
    "deadwood": (by_deadwood, CLUB),
    "outs": (by_outs, MIXED),
}


def main() -> int:
    """Play, fit, and print Python source and a JSON line that says how many deals it was fitted on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key")
    parser.add_argument("--form", choices=FORMS, default="deadwood")
    parser.add_argument("--deals", type=int, default=16_000)
    options = parser.parse_args()
    fit, tables = FORMS[options.form]
    form = "" if options.form == "deadwood" else f" --form {options.form}"
    fit(deals(tables, options.deals), f"tools/fit_value.py {options.key}{form} --deals {options.deals}")
    return 0


def _fitted(rows: Sequence[Sequence[float]], outcomes: Sequence[float]) -> Sequence[float]:
    return list(np.linalg.lstsq(np.array(rows), np.array(outcomes, float), rcond=None)[0])


def _rounded(weights: Sequence[float]) -> tuple[float, ...]:
    return tuple(float(f"{w:.6g}") for w in weights)


def _show(form: str, fields: dict[str, object], command: str, data: str, counts: dict[str, int]) -> None:
    print(f'{form}(\n    key="{command.split()[1]}",')
    for name, values in fields.items():
        print(f"    {name}={values},")
    print(f'    fitted_on="{counts["deals"]} deals of {RULES.key} between house players: {command}",')
    print(f'    data="{data}",\n)')
    print(json.dumps(counts))


def _random_hands() -> Iterator[Dealt]:
    chance = random.Random(1)
    for _ in range(DEALT):
        cards = chance.sample(range(52), 21)
        hands = engine.hand_of(cards[:10]), engine.hand_of(cards[10:20])
        yield hands_dealt(0, hands, 1 << cards[20])


if __name__ == "__main__":
    sys.exit(main())
