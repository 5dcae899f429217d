"""`python -m tournaments.pairing.pods N --size 3 --rounds R`: print a plan of rounds at tables of this size."""

import argparse
import json
import sys
import time

from tournaments.pairing.pods.model import Plan
from tournaments.pairing.pods.planning import MOST_ENTRANTS, MOST_ROUNDS, plan
from tournaments.pairing.pods.shape import BadPods, shape_for

SIZES = range(3, 8)
EPILOG = """With --json the last line is one object: `rounds` (tables as lists of numbers from 1 in seat order, the
first deals first), `byes` (a list for each round), `repeats` (the sum over pairs of C(meetings, 2)), `unmet` (pairs
that never meet), `seat_spread` (the largest difference between how often somebody has one seat and how often another,
of the seats that every table has), `least` (no plan has fewer repeats), `seconds`."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.pairing.pods", description=__doc__, epilog=EPILOG)
    parser.add_argument("count", metavar="N", type=int, help="how many play, from 3 on")
    parser.add_argument(
        "--size", type=int, default=3, help="players at a table, 3 to 7; a few tables may differ by one"
    )
    parser.add_argument("--rounds", type=int, required=True, help=f"1 to {MOST_ROUNDS}")
    parser.add_argument("--seed", default="", help="the same seed gives the same plan")
    parser.add_argument("--json", action="store_true", help="end with the plan as one JSON object")
    return parser


def _refusal(asked: argparse.Namespace) -> str:
    """A sentence that says what is impossible about the numbers; empty if they are possible."""
    if asked.size not in SIZES:
        return f"--size {asked.size}: a table takes {SIZES[0]} to {SIZES[-1]} players."
    if not 1 <= asked.rounds <= MOST_ROUNDS:
        return f"--rounds {asked.rounds}: choose 1 to {MOST_ROUNDS} rounds."
    if asked.count > MOST_ENTRANTS:
        return f"{asked.count} players are too many: choose at most {MOST_ENTRANTS}."
    least = shape_for(asked.size).least
    if asked.count < least:
        return f"{asked.count} players do not fill a table: tables for --size {asked.size} take at least {least}."
    return ""


def _as_data(found: Plan, seconds: float) -> dict[str, object]:
    return {
        "rounds": [[list(table) for table in one.tables] for one in found.rounds],
        "byes": [list(one.byes) for one in found.rounds],
        "repeats": found.repeats,
        "unmet": found.unmet,
        "seat_spread": found.seat_spread,
        "least": found.least,
        "seconds": round(seconds, 3),
    }


def main(arguments: list[str] | None = None) -> int:
    """Print a plan; returns 2 if there can be none."""
    asked = _parser().parse_args(arguments)
    if refused := _refusal(asked):
        print(refused, file=sys.stderr)
        return 2
    began = time.perf_counter()
    try:
        found = plan(asked.count, shape_for(asked.size), asked.rounds, asked.seed)
    except BadPods as bad:
        print(f"There is no such plan ({bad.code}).", file=sys.stderr)
        return 2
    seconds = time.perf_counter() - began
    for n, one in enumerate(found.rounds, 1):
        tables = "   ".join(" ".join(map(str, table)) for table in one.tables)
        away = f"   bye: {' '.join(map(str, one.byes))}" if one.byes else ""
        print(f"Round {n}: {tables}{away}")
    print(f"{found.repeats} repeated meetings (at least {found.least}), {found.unmet} pairs never meet, ", end="")
    print(f"seats differ by at most {found.seat_spread}, {seconds:.2f} s.")
    if asked.json:
        print(json.dumps(_as_data(found, seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
