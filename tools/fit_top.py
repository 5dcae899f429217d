"""Train the level `top` by self-play, and freeze it: `tools/fit_top.py [--seed N] [--deals N] [--out FILE]`.

A policy gradient (PPO) in C (`tools/top_trainer/`), which needs a C compiler and nothing else. In each deal the player
sits against one of a pool; what each of its choices brought, beside what a critic foresaw that sees all cards, makes
the choice likelier or less likely. The networks are written in whole numbers. The same command writes the same file on
the same kind of processor with the same compiler. `--measure FILE` plays frozen networks against each of the pool.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from games.players.policies.learned.cells import digest  # noqa: E402  # the path comes first
from tools.top_trainer.machine import KINDS, PLAIN, doubles, frozen_now, machine, measured, thaw, whole  # noqa: E402

# How often each kind of opponent sits opposite.
SHARES = {
    "beginner": 0.01,
    "novice": 0.03,
    "club": 0.04,
    "strong": 0.20,
    "top-v1": 0.10,
    "at-once": 0.04,
    "gin": 0.05,
    "strong-at-once": 0.05,
    "simple": 0.28,
    "itself": 0.10,
    "older": 0.10,
}
ROUND = 3_000  # deals, after which it learns
TEMPERATURE = 0.6  # points: the sums of top-v1 begin as chances by this
RATE, FALLS = 3e-3, 0.5  # the step of learning; from this part of the deals on it falls to 0
WATCHED = 5  # rounds in which only the critic learns
KEPT = 60  # rounds after which the player joins the older ones
TOLD = 100  # rounds between two lines
CHECK, FINAL = 5_000_000_000, 6_000_000_000  # seeds apart from training: while it runs, and after it


def train(seed: int, deals: int) -> dict[str, Any]:
    """Train from a seed; returns the networks, and prints how it goes."""
    library, done, began = machine(), 0, time.process_time()
    library.begin(seed, ROUND, doubles([SHARES[kind] for kind in KINDS]), TEMPERATURE)
    won, counts = doubles([0.0] * len(KINDS)), whole(len(KINDS))
    for number in range(1, deals // ROUND + 1):
        share = done / deals
        rate = RATE * (1 if share < FALLS else (1 - share) / (1 - FALLS) + 0.01)
        library.train_round(ROUND, rate, int(number <= WATCHED), won, counts)
        done += ROUND
        if number % KEPT == 0:
            library.keep()
        if number % TOLD == 0:
            thaw(library, frozen_now(library))
            found = {kind: told(library, kind, CHECK, 2_000)[0] for kind in ("strong", "simple", "top-v1")}
            print(json.dumps({"deals": done, "seconds": round(time.process_time() - began)} | found), flush=True)
    return frozen_now(library)


def told(library: Any, kind: str, first: int, pairs: int) -> tuple[float, float]:
    """Points a deal over a plain player, and half a 95 % interval."""
    means = measured(library, kind, first, pairs)
    return round(fmean(means), 2), round(1.96 * stdev(means) / pairs**0.5, 2)


def written(networks: dict[str, Any], command: str) -> str:
    """The text of the file that the player reads."""
    rows = {"command": command, "sha256": digest(networks), "networks": networks}
    return json.dumps(rows, indent=1).replace("\n    ", " ").replace("\n   ]", "]") + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Train or measure, as the words say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=2_400_000)
    parser.add_argument("--out", type=Path, default=Path("top.json"), help="where the networks go")
    parser.add_argument("--measure", type=Path, metavar="FILE", help="play these networks instead")
    parser.add_argument("--pairs", type=int, default=20_000, help="mirrored pairs against each, to measure")
    options = parser.parse_args(words)
    library = machine()
    if options.measure:
        thaw(library, json.loads(options.measure.read_text())["networks"])
    else:
        networks = train(options.seed, options.deals)
        command = f"tools/fit_top.py --seed {options.seed} --deals {options.deals}"
        options.out.write_text(written(networks, command))
        thaw(library, networks)
    for kind in PLAIN:
        mean, half = told(library, kind, FINAL, options.pairs)
        print(f"over {kind:16} {mean:+.2f} ± {half:.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
