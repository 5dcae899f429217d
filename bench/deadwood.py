"""Measure the CPU time to find the least deadwood of a hand, beside OpenSpiel's on the same hands in the same run."""

import argparse
import gzip
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from games.engine.cards.cards import cards_of, parse_hand
from games.engine.cards.melds import deadwood, deadwood_after_discard

DATA = Path(__file__).resolve().parents[1] / "tests" / "data" / "engine"
ROUNDS = 7
PEER_HANDS = 5_000
HOW_TO_INSTALL = "OpenSpiel is missing: `make install-bench` installs it, for the benches only"
OURS = {
    "random10_us": ("deadwood10_random", deadwood, 0.5),
    "rich10_us": ("deadwood10_meldrich", deadwood, 1.2),
    "random11_us": ("deadwood11_random", deadwood_after_discard, 1.0),
    "rich11_us": ("deadwood11_meldrich", deadwood_after_discard, 3.0),
}
THEIRS = {"openspiel_random10_us": "deadwood10_random", "openspiel_rich10_us": "deadwood10_meldrich"}


def hands(name: str) -> list[int]:
    """The hands of a reference file."""
    with gzip.open(DATA / f"{name}.tsv.gz", "rt") as lines:
        return [parse_hand(line.split("\t")[0]) for line in list(lines)[1:]]


def microseconds(solve: Callable[[Any], int], inputs: Sequence[Any]) -> float:
    """CPU µs a hand, including the loop: the best of some rounds, because other work may share the machine."""
    rounds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for hand in inputs:
            solve(hand)
        rounds.append((time.process_time() - start) / len(inputs) * 1e6)
    return round(min(rounds), 3)


def main() -> int:
    """Time both, print a table and, with --json, one JSON object as the last line; returns 2 if the peer is not
    installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="end with one JSON object")
    wants_json = parser.parse_args().json
    try:
        import pyspiel
    except ImportError:
        print(HOW_TO_INSTALL, file=sys.stderr)
        return 2
    figures = {key: microseconds(solve, hands(name)) for key, (name, solve, _) in OURS.items()}
    peer = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    for key, name in THEIRS.items():
        figures[key] = microseconds(peer, [list(cards_of(hand)) for hand in hands(name)[:PEER_HANDS]])
    print(f"{'CPU us a hand':24} {'measured':>9} {'target':>7}")
    for key, figure in figures.items():
        target = f"{OURS[key][2]:7.1f}" if key in OURS else f"{'-':>7}"
        print(f"{key:24} {figure:9.3f} {target}")
    if wants_json:
        print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
