"""How many matches it takes to order 64 players by skill, for different amounts of information in a match. It repeats
the table of the design.

Noise first: house players of every level play many decks twice with the seats changed; a deal's margin and its luck,
less the mean of their pair, give the variance of ten deals for the margin, the margin less luck, the same in mirrored
pairs, and for won or lost (through the density of ten-deal margins at 0). Then seasons: 64 players, skills of standard
deviation 1.5 points a deal, random pairings, a match of ten deals a day, rated by our own systems; the matches a player
has had when Kendall's tau between skill and rating comes to 0.8. Once with Gaussian noise of the table's own variances,
and once with ten of our deals drawn at random in every match.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # not this folder, whose ratings.py is another

from games import engine  # noqa: E402
from games.players.judging.luck import sitting_luck  # noqa: E402
from games.players.playing import MEASURED, measured, seeded_deal  # noqa: E402
from ratings import systems  # noqa: E402
from ratings.trials.convergence import Tell, Told, orders, reached, season  # noqa: E402

RULES = engine.rule_set("gin-pagat")
DEALS, PLAYERS, SKILL, TAU, EVERY = 10, 64, 1.5, 0.8, 10
WON, MARGIN, LUCK, DUPLICATE, BOTH = "won or lost", "margin", "less luck", "duplicate", "duplicate less luck"
# Expected (docs/decisions/0009, "design"): variance of ten deals' mean in points a deal; matches. Elo sees who won.
TABLE = {WON: (67.7, 290), MARGIN: (49.0, 228), LUCK: (29.9, 130), DUPLICATE: (25.3, 95), BOTH: (18.0, 51)}
ELO = {"elo, decaying K": ({}, 314), "elo, K = 20": ({"k": 20.0}, None)}
Tells = Callable[[Random], Tell]
Decks = np.ndarray[tuple[int, int], np.dtype[np.float64]]  # a row a deck: margin and luck of both plays, for one player


def decks(count: int) -> Decks:
    """The results of `count` decks for each pair of different levels (equal levels score the same with a deck). The
    same two players play each deck twice, with exchanged seats; the values are one player's results less the mean of
    the pair."""
    found = []
    for number, pair in enumerate(combinations(MEASURED, 2), 1):
        rows = []
        for seed in range(10_000_000 * number, 10_000_000 * number + count):
            plays = [_play(pair, seed), _play(pair[::-1], seed)]
            if all(plays):
                (margin, luck), (turned, turned_luck) = plays
                rows.append([margin, luck, -turned, -turned_luck])
        found.append(np.array(rows) - np.mean(rows, axis=0))
    return np.concatenate(found)


def _play(pair: Sequence[str], seed: int) -> tuple[float, float]:
    players = [measured(level, 2 * seed + seat) for seat, level in enumerate(pair)]
    lucks = [one for one in sitting_luck(RULES, seeded_deal(RULES, players, seed)) if one is not None]
    return (lucks[0].margin, lucks[0].luck) if lucks else ()


def noise(of: Decks) -> dict[str, float]:
    """The variance, in points a deal, of the information in ten of our own deals."""
    margin, rest = of[:, 0::2], of[:, 0::2] - of[:, 1::2]
    chance = np.random.default_rng(1)
    tens = margin.ravel()[chance.integers(0, margin.size, (200_000, DEALS))].mean(axis=1)
    width = tens.std() / 4
    density = float((np.abs(tens) < width).mean() / (2 * width))
    return {
        WON: 0.25 / density**2,
        MARGIN: float(margin.var() / DEALS),
        LUCK: float(rest.var() / DEALS),
        DUPLICATE: float(margin.sum(axis=1).var() / (2 * DEALS)),
        BOTH: float(rest.sum(axis=1).var() / (2 * DEALS)),
    }


def system(name: str, variance: float) -> systems.RatingSystem:
    """The rating system for a row of the table, with this noise."""
    if name in ELO:
        return systems.system("elo", ELO[name][0])
    sigma = {"duplicate" if name in (DUPLICATE, BOTH) else "sigma": sqrt(variance * DEALS)}
    return systems.system("margin_luck" if name in (LUCK, BOTH) else "margin", sigma)


def gaussian(name: str, chance: Random) -> Tell:
    """The result of a match as Gaussian noise with the table's variances."""
    left = TABLE.get(name, TABLE[MARGIN])[0]
    luck = {LUCK: TABLE[MARGIN][0] - left, BOTH: TABLE[DUPLICATE][0] - left}.get(name, 0.0)
    raw = TABLE[MARGIN][0] if name == WON else left

    def tell(difference: float) -> Told:
        cards = DEALS * chance.gauss(0.0, sqrt(luck))
        margin = DEALS * (difference + chance.gauss(0.0, sqrt(raw))) + cards
        return _told(name, left, margin, cards)

    return tell


def our_deals(name: str, chance: Random, of: Decks, left: float) -> Tell:
    """The result of a match from ten of our deals at random, or from both plays of five decks."""
    single = of.reshape(-1, 2).tolist()
    both = (of[:, :2] + of[:, 2:]).tolist()

    def tell(difference: float) -> Told:
        drawn = chance.choices(both, k=DEALS // 2) if name in (DUPLICATE, BOTH) else chance.choices(single, k=DEALS)
        margin = DEALS * difference + sum(one[0] for one in drawn)
        return _told(name, left, margin, sum(one[1] for one in drawn))

    return tell


def _told(name: str, variance: float, margin: float, luck: float) -> Told:
    """The margin that a system gets if it knows only who won: so many points."""
    score = 0.5 if margin == 0 else float(margin > 0)
    return score, (2 * score - 1) * DEALS * sqrt(variance) if name == WON else margin, luck


def matches(name: str, variance: float, tells: Tells, seasons: int) -> float | None:
    """The number of matches of a player after which the mean order over `seasons` seasons is good enough."""
    curves, kind = [], "duplicate" if name in (DUPLICATE, BOTH) else "played"
    for seed in range(seasons):
        chance = Random(seed)
        skills = [chance.gauss(0.0, SKILL) for _ in range(PLAYERS)]
        rounds = season(chance, skills, 500, DEALS, tells(chance), kind)
        curves.append(orders(system(name, variance), skills, rounds, EVERY))
    return reached([sum(at) / seasons for at in zip(*curves, strict=True)], EVERY, TAU)


def main() -> int:
    """Print the table of the design beside both runs; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--decks", type=int, default=1_700, help="decks of a pair of levels, each played twice; six pairs"
    )
    parser.add_argument("--seasons", type=int, default=24)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    options = parser.parse_args()
    of = decks(options.decks)
    ours = noise(of)
    answer: dict[str, dict[str, float | None]] = {}
    print(f"{'':20} {'noise of ten deals':>19} {'information':>13} {'matches to tau 0.8':>27}")
    print(f"{'':20} {'table':>9} {'ours':>9} {'table':>6} {'ours':>6} {'table':>7} {'its noise':>9} {'our deals':>9}")
    for name in (*TABLE, *ELO):
        asked, wanted = TABLE.get(name) or (TABLE[MARGIN][0], ELO[name][1])
        own = ours.get(name, ours[MARGIN])
        told = [
            matches(name, asked, lambda chance, name=name: gaussian(name, chance), options.seasons),
            matches(name, own, lambda chance, name=name, own=own: our_deals(name, chance, of, own), options.seasons),
        ]
        answer[name] = {
            **{"noise_table": asked, "noise": round(own, 2), "matches_table": wanted},
            **{"information": round(ours[WON] / own, 2), "by_its_noise": told[0], "by_our_deals": told[1]},
        }
        words = [f"{'never' if one is None else round(one):>9}" for one in told]
        gains = [f"{base / one:6.2f}" for base, one in ((TABLE[WON][0], asked), (ours[WON], own))]
        print(f"{name:20} {asked:9.1f} {own:9.1f}", *gains, f"{wanted or 'never':>7}", *words, flush=True)
    if options.json:
        print(json.dumps(answer))
    return 0


if __name__ == "__main__":
    sys.exit(main())
