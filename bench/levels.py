"""Measure how far the house levels lie apart: Elo estimates from a round robin of games to 100.

Every two levels play so many pairs of games by the rules gin-pagat: the same decks and first dealer twice, with the
seats changed. The ratings are those with which the win shares are likeliest (Bradley and Terry: 400 points are ten to
one), with one level fixed at 1500. Half a game won and half a game lost is added to each match, so that a clean sweep
has a finite rating. The intervals come from resampling the pairs of games of each match. The ratings say how the levels
stand to each other, not to people.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log10
from random import Random

from games import engine
from games.players import LEVELS, make_player
from games.players.playing import play_out

RULES = engine.rule_set("gin-pagat")
FIXED, RATING = "club", 1500
STEPS, RESAMPLED = 200, 200
Pair = tuple[str, str]


def winner(levels: Sequence[str], seed: int) -> int:
    """The seat that wins the game whose decks follow from the seed; both stay at the table until it is over. Raises
    RuntimeError if a deal does not end."""
    chance = Random(seed)
    cards = RULES.pack.cards
    players = [make_player(level, 2 * seed + seat) for seat, level in enumerate(levels)]
    draw = engine.DrawForDeal(tuple(chance.sample(cards, len(cards))))
    state, _ = engine.apply(RULES, engine.start(RULES), draw)
    while (settled := engine.outcome(RULES, state)) is None:
        if engine.to_act(RULES, state):
            raise RuntimeError(f"the deal does not end: {levels}, seed {seed}")
        state, _ = play_out(RULES, state, players, engine.Deal(tuple(chance.sample(cards, len(cards)))))
    assert settled.winner is not None  # GIN-32: whoever comes to the target first
    return settled.winner


def match(pair: Pair, pairs: int, first: int) -> list[int]:
    """The number of games that the first of these levels won in each pair of games: 0, 1 or 2."""
    return [(winner(pair, seed) == 0) + (winner(pair[::-1], seed) == 1) for seed in range(first, first + pairs)]


def ratings(wins: Mapping[Pair, Sequence[int]]) -> dict[str, float]:
    """The likeliest rating of each level, from the wins of the first of every two in pairs of games."""
    levels = sorted({level for pair in wins for level in pair})
    won = dict.fromkeys(levels, 0.0)
    games: dict[str, list[tuple[str, int]]] = {level: [] for level in levels}
    for (one, other), found in wins.items():
        count = 2 * len(found) + 1
        won[one] += sum(found) + 0.5
        won[other] += count - sum(found) - 0.5
        games[one].append((other, count))
        games[other].append((one, count))
    strength = dict.fromkeys(levels, 1.0)
    for _ in range(STEPS):
        for level in levels:
            strength[level] = won[level] / sum(
                count / (strength[level] + strength[other]) for other, count in games[level]
            )
    base = strength.get(FIXED, strength[levels[0]])
    return {level: RATING + 400 * log10(one / base) for level, one in strength.items()}


def half_intervals(wins: Mapping[Pair, Sequence[int]], seed: int) -> dict[str, float]:
    """Half a 95 % interval of each rating: 1.96 standard deviations over resampled pairs of games."""
    chance = Random(seed)
    found = [ratings({pair: chance.choices(one, k=len(one)) for pair, one in wins.items()}) for _ in range(RESAMPLED)]
    halves = {}
    for level in found[0]:
        mean = sum(one[level] for one in found) / RESAMPLED
        halves[level] = 1.96 * (sum((one[level] - mean) ** 2 for one in found) / (RESAMPLED - 1)) ** 0.5
    return halves


def main(words: Sequence[str] | None = None) -> int:
    """Print a line for each match and each level; `--json` ends with one object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    parser.add_argument("--pairs", type=int, default=200, help="pairs of games a match")
    parser.add_argument("--seed", type=int, default=20_261_126, help="the seed of the first game")
    options = parser.parse_args(words)
    wins: dict[Pair, list[int]] = {}
    for pair in combinations(LEVELS, 2):
        wins[pair] = match(pair, options.pairs, options.seed)
        share = sum(wins[pair]) / (2 * options.pairs)
        print(f"{pair[1]:8} wins {1 - share:6.1%} of {2 * options.pairs} games against {pair[0]}", flush=True)
    rated, halves = ratings(wins), half_intervals(wins, options.seed)
    for level in LEVELS:
        print(f"{level:8} {rated[level]:5.0f} ± {halves[level]:.0f}")
    if options.json:
        shares = {f"{other}-{one}": round(1 - sum(x) / (2 * len(x)), 3) for (one, other), x in wins.items()}
        levels = {level: {"rating": round(rated[level]), "half_interval_95": round(halves[level])} for level in LEVELS}
        print(json.dumps({"pairs": options.pairs, "seed": options.seed, "wins": shares, "levels": levels}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
