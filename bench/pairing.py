"""Measure how long a Swiss round takes: `card` and `dutch` beside py4swiss's own Dutch engine (rules before 2026), in
CPU seconds.

Round 5 of 9. The four rounds before are paired by the same system from a seed: ratings fall evenly, the better wins
as Elo expects, one match in ten is tied. py4swiss gets the positions of `dutch` as a report file; its reading is not
counted. The 48 s of bbpPairings 6.0.0 for 1,000 players (same rules as `dutch`) were measured once, on two cores,
with other positions.

Pods have no peer to stand beside: a plan of six rounds in threes, and the slowest of six Swiss rounds in threes, whose
tables are ordered by lot. Their repeated meetings are printed too."""

import argparse
import json
import random
import time
from collections.abc import Iterator
from fractions import Fraction

from tournaments import trf
from tournaments.pairing import CannotPair, Crosstable, Kind, Pairing, Result, Row, Rules, pair, pods, points_table

ROUNDS, PLAYED = 9, 4
TIES = 0.1
TARGETS = {"card_1000": 1, "card_5000": 30, "dutch_200": 0.5, "dutch_1000": 10, "pods_plan_200": 2}
PODS, POD_ROUNDS = (60, 200, 1000), 6
CARD, DUTCH, PEER = (100, 200, 500, 1000, 5000), (100, 200, 500, 1000), (200,)
TABLE = points_table("1-h-0")


def position(system: str, size: int, seed: int) -> tuple[Crosstable, Rules]:
    """A field before round 5."""
    chance = random.Random(f"{system}:{size}:{seed}")
    rules = Rules(system=system, rounds=ROUNDS)
    ratings = {n: round(2400 - 1400 * n / size) for n in range(1, size + 1)}
    results: dict[int, list[Result]] = {n: [] for n in ratings}
    for played in range(PLAYED):
        found = pair(_crosstable(results, ratings, played), rules)
        assert isinstance(found, Pairing)
        for first, second in found.boards:
            points = _points(chance, ratings[first] - ratings[second])
            results[first].append(Result(kind=Kind.PLAYED, opponent=second, points=points, is_first=True))
            results[second].append(Result(kind=Kind.PLAYED, opponent=first, points=2 - points, is_first=False))
        if found.bye:
            results[found.bye].append(Result(kind=Kind.PAB, points=TABLE.pab))
    return _crosstable(results, ratings, PLAYED), rules


def _crosstable(results: dict[int, list[Result]], ratings: dict[int, int], played: int) -> Crosstable:
    rows = {n: Row(number=n, rating=ratings[n], results=tuple(mine)) for n, mine in results.items()}
    return Crosstable(rows, played, TABLE)


def _points(chance: random.Random, difference: int) -> int:
    if chance.random() < TIES:
        return 1
    return 2 if chance.random() < 1 / (1 + 10 ** (-difference / 400)) else 0


def seconds(system: str, size: int, runs: int) -> float:
    """The median over positions of different seeds."""
    taken = []
    for seed in range(runs):
        crosstable, rules = position(system, size, seed)
        began = time.process_time()
        found = pair(crosstable, rules)
        taken.append(time.process_time() - began)
        assert not isinstance(found, CannotPair)
        assert len(found.boards) == size // 2
    return sorted(taken)[len(taken) // 2]


def as_report(crosstable: Crosstable, rules: Rules) -> str:
    """The position as a report file, with the XX lines that py4swiss reads."""
    found = trf.compose(crosstable, rules, title="bench", ranks={n: n for n in crosstable.rows})
    players = [one for one in found.records if isinstance(one, trf.Player)]
    return trf.write(trf.Report((*players, trf.Rounds("XXR", rules.rounds), trf.InitialColour("XXC", "W"))))


def peer_seconds(size: int, runs: int) -> float:
    """The time of py4swiss's Dutch engine on the positions of `dutch`."""
    import tempfile
    from pathlib import Path

    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    taken = []
    for seed in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "position.trf"
            path.write_text(as_report(*position("dutch", size, seed)))
            parsed = TrfParser.parse(path)
        began = time.process_time()
        found = DutchEngine.generate_pairings(parsed)
        taken.append(time.process_time() - began)
        assert len(found) == -(-size // 2)
    return sorted(taken)[len(taken) // 2]


def pods_plan(size: int) -> tuple[float, int]:
    """The seconds for a plan in threes, and its repeats."""
    began = time.process_time()
    found = pods.plan(size, pods.shape_for(3), POD_ROUNDS, "bench")
    return time.process_time() - began, found.repeats


def pods_swiss(size: int) -> tuple[float, int]:
    """The seconds for the slowest round of a Swiss in threes, and the repeats of all rounds."""
    chance, points = random.Random(size), dict.fromkeys(range(1, size + 1), 0)
    past: list[pods.PodRound] = []
    slowest = 0.0
    for left in range(POD_ROUNDS, 0, -1):
        field = [pods.Entrant(n, Fraction(score)) for n, score in points.items()]
        began = time.process_time()
        past.append(pods.pair(field, past, shape=pods.shape_for(3), rounds_left=left, by="score", seed="bench"))
        slowest = max(slowest, time.process_time() - began)
        for table in past[-1].tables:
            for won, n in zip((2, 1), chance.sample(table, len(table)), strict=False):
                points[n] += won
    return slowest, pods.repeats(past)


def measured_pods() -> Iterator[tuple[str, float]]:
    """The figures of pods by name."""
    for size in PODS:
        for name, taken in ((f"pods_plan_{size}", pods_plan(size)), (f"pods_swiss_{size}", pods_swiss(size))):
            yield f"{name}_s", taken[0]
            yield f"{name}_repeats", taken[1]


def measured(sizes: dict[str, tuple[int, ...]]) -> Iterator[tuple[str, float]]:
    """Every figure by name, the quick ones first."""
    yield from measured_pods()
    for system in ("card", "dutch"):
        for size in sizes[system]:
            yield f"{system}_{size}_s", seconds(system, size, 3 if size <= 500 else 1)
    for size in sizes["py4swiss"]:
        yield f"py4swiss_{size}_s", peer_seconds(size, 3 if size <= 500 else 1)


def main() -> int:
    """Measure, and print whether the targets are met; with --json the last line has the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="end with the figures as one JSON object")
    parser.add_argument("--pods", action="store_true", help="pods alone")
    parser.add_argument(
        "--all", action="store_true", help="py4swiss with 1,000 players too, `dutch` and `card` with 2,000"
    )
    options = parser.parse_args()
    more = options.all
    sizes = {
        "card": (*CARD, 2000) if more else CARD,
        "dutch": (*DUTCH, 2000) if more else DUTCH,
        "py4swiss": (*PEER, 1000) if more else PEER,
    }
    found: dict[str, float] = {}
    for name, taken in measured_pods() if options.pods else measured(sizes):
        target = TARGETS.get(name.removesuffix("_s"))
        says = "" if target is None else f"   target {target}: {'met' if taken <= target else 'MISSED'}"
        print(f"{name:18} {taken:8.3f}{says}", flush=True)
        found[name] = round(taken, 4)
    if options.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
