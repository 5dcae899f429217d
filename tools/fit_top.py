"""Train the level `top` by self-play, and freeze it: `tools/fit_top.py [--seed N] [--phases N] [--out FILE]`.
`--against WHO [--begin FILE]` trains a best response to frozen networks or to one of the plain players.

A policy gradient (PPO) in C (`tools/top_trainer/`), which needs a C compiler and nothing else. In each deal the player
sits against one of a pool; what each of its choices brought, beside what a critic foresaw that sees all cards, makes
the choice likelier or less likely. The networks are written in whole numbers. The same command writes the same file on
the same kind of processor with the same compiler. `--measure FILE` plays frozen networks against each of the pool.

A best response sees as many deals, all of them against the same player: what it wins over it says how far that player
can be exploited.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from games.players.policies.learned.cells import digest  # noqa: E402  # the path comes first
from tools.top_trainer.machine import KINDS, PLAIN, doubles, frozen_now, machine, measured, thaw, whole  # noqa: E402

Networks = dict[str, dict[str, Any]]
Rival = Networks | str


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the training. `rate` is the step of learning; from the part `falls` of the deals on it falls to 0.
    `shares` say how often each kind of opponent sits opposite. All but the networks begins anew in each phase."""

    deals: int
    rate: float
    falls: float
    shares: Mapping[str, float]


MANY = {
    "beginner": 0.01,
    "novice": 0.02,
    "club": 0.03,
    "strong": 0.18,
    "top-v1": 0.10,
    "at-once": 0.03,
    "gin": 0.04,
    "strong-at-once": 0.04,
    "simple": 0.35,
    "rival": 0.0,
    "itself": 0.10,
    "older": 0.10,
}
STRONGER = MANY | {"strong": 0.34, "top-v1": 0.12, "at-once": 0.02, "simple": 0.20, "older": 0.08}
PHASES = (
    Phase(600_000, 3e-3, 1.0, MANY),
    Phase(1_101_000, 3e-3, 0.5, MANY),
    Phase(201_000, 2e-3, 0.5, STRONGER),
)
ROUND = 3_000  # deals, after which it learns
TEMPERATURE = 0.6  # points: the sums of top-v1 begin as chances by this
WATCHED = 5  # rounds in which only the critic learns
KEPT = 60  # rounds after which the player joins the older ones
NEXT = 1_000  # is added to the seed for each phase
TOLD = 100  # rounds between two lines
TOLD_OVER = ("strong", "simple", "top-v1", "rival")
CHECK, FINAL = 5_000_000_000, 8_000_000_000  # seeds apart from training: while it runs, and after it


def train(
    seed: int, phases: Sequence[Phase] = PHASES, begin: Networks | None = None, against: Rival | None = None
) -> Networks:
    """Train from a seed, phase after phase; returns the networks, and prints how it goes. It begins with the sums of
    top-v1, or with the networks `begin`; with `against` nobody else sits opposite."""
    library, before = machine(), list[float]()
    if against:
        kind = seat_rival(library, against)
        phases = [replace(phase, shares={one: float(one == kind) for one in KINDS}) for phase in phases]
    for number, phase in enumerate(phases):
        shares = doubles([phase.shares[kind] for kind in KINDS])
        library.begin(seed + NEXT * number, ROUND, shares, TEMPERATURE)
        weights = library.net_weights()
        for at, weight in enumerate(before):
            weights[at] = weight
        if before:
            library.keep()
        elif begin:
            thaw(library, begin)
            library.begin_from_frozen()
        rounds(library, phase)
        before = weights[: library.net_size()]
    return frozen_now(library)


def seat_rival(library: Any, against: Rival) -> str:
    """The kind under which it sits opposite: a plain player under its own name, networks as the rival."""
    if isinstance(against, str):
        return against
    thaw(library, against)
    library.set_rival()
    return "rival"


def rounds(library: Any, phase: Phase) -> None:
    """The rounds of self-play and learning of one phase."""
    done, began = 0, time.process_time()
    won, counts = doubles([0.0] * len(KINDS)), whole(len(KINDS))
    for number in range(1, phase.deals // ROUND + 1):
        share = done / phase.deals
        rate = phase.rate * (1 if share < phase.falls else (1 - share) / (1 - phase.falls) + 0.01)
        library.train_round(ROUND, rate, int(number <= WATCHED), won, counts)
        done += ROUND
        if number % KEPT == 0:
            library.keep()
        if number % TOLD == 0:
            thaw(library, frozen_now(library))
            found = {kind: told(library, kind, CHECK, 2_000)[0] for kind in TOLD_OVER if phase.shares[kind]}
            print(json.dumps({"deals": done, "seconds": round(time.process_time() - began)} | found), flush=True)


def told(library: Any, kind: str, first: int, pairs: int) -> tuple[float, float]:
    """Points a deal over a plain player or the rival, and half a 95 % interval."""
    means = measured(library, kind, first, pairs)
    return round(fmean(means), 2), round(1.96 * stdev(means) / pairs**0.5, 2)


def read(file: Path) -> Networks:
    """The networks in such a file."""
    networks: Networks = json.loads(file.read_text())["networks"]
    return networks


def written(networks: Networks, command: str) -> str:
    """The text of the file that the player reads."""
    rows = {"command": command, "sha256": digest(networks), "networks": networks}
    return json.dumps(rows, indent=1).replace("\n    ", " ").replace("\n   ]", "]") + "\n"


def main(words: Sequence[str] | None = None) -> int:
    """Train or measure, as the words say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--phases", type=int, default=len(PHASES), help="only so many of the phases")
    parser.add_argument("--out", type=Path, default=Path("top.json"), help="where the networks go")
    parser.add_argument("--measure", type=Path, metavar="FILE", help="play these networks instead")
    parser.add_argument("--pairs", type=int, default=20_000, help="mirrored pairs against each, to measure")
    parser.add_argument("--against", metavar="WHO", help="train against these networks, or this plain player, alone")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="begin with these networks, not the sums of top-v1")
    options = parser.parse_args(words)
    library = machine()
    begin = options.begin and read(options.begin)
    against = options.against if options.against in (None, *PLAIN) else read(Path(options.against))
    if options.measure:
        if against:
            seat_rival(library, against)
        thaw(library, read(options.measure))
    else:
        networks = train(options.seed, PHASES[: options.phases], begin, against)
        named = {"seed": options.seed, "phases": options.phases, "against": options.against, "begin": options.begin}
        command = " ".join(f"--{name} {value}" for name, value in named.items() if value is not None)
        options.out.write_text(written(networks, f"tools/fit_top.py {command}"))
        print(f"sha256 {digest(networks)}", flush=True)
        thaw(library, networks)
    for kind in ("rival", *PLAIN) if isinstance(against, dict) else PLAIN:
        mean, half = told(library, kind, FINAL, options.pairs)
        print(f"over {kind:16} {mean:+.2f} ± {half:.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
