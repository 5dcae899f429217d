"""`python -m tournaments.pairing.evenings --players N --rounds R --evenings K`: how often does a Swiss run out of
pairings?"""

import argparse
import json
import sys

from tournaments.pairing.evenings import Evening, evening
from tournaments.pairing.swiss.pairing import SYSTEMS

EPILOG = """The last line is one object: `stuck` counts the evenings in which a round could not be paired although, when
the field last changed, all rounds that were left could have been played. With --restless every second evening has byes,
late entries and withdrawals at random; `restless` then says of those how many there were, how many got stuck, and how
many ran out because the rounds that were left could not be played any more (`no_plan`)."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tournaments.pairing.evenings", description=__doc__, epilog=EPILOG)
    parser.add_argument("--players", type=int, required=True, help="from 2 on")
    parser.add_argument("--rounds", type=int, required=True, help="from 1 on")
    parser.add_argument("--evenings", type=int, default=100)
    parser.add_argument("--system", choices=tuple(SYSTEMS), default="card")
    parser.add_argument("--seed", default="", help="the same seed gives the same evenings")
    parser.add_argument("--restless", action="store_true", help="byes, late entries and withdrawals in every second")
    parser.add_argument("--json", action="store_true", help="nothing but the object")
    return parser


def _stuck(evenings: list[Evening]) -> int:
    return sum(one.is_stuck and one.had_plan for one in evenings)


def main(arguments: list[str]) -> int:
    """Simulate the evenings and print the result; returns 2 for impossible numbers."""
    asked = _parser().parse_args(arguments)
    if asked.players < 2 or asked.rounds < 1 or asked.evenings < 1:
        print("--players is at least 2, --rounds and --evenings are at least 1.", file=sys.stderr)
        return 2
    turns = range(asked.evenings)
    restless = [asked.restless and n % 2 == 1 for n in turns]
    played = [
        evening(asked.players, asked.rounds, asked.system, f"{asked.seed}:{n}", is_restless)
        for n, is_restless in zip(turns, restless, strict=True)
    ]
    said: dict[str, object] = {"players": asked.players, "rounds": asked.rounds}
    said |= {"stuck": _stuck(played), "evenings": len(played)}
    if asked.restless:
        those = [one for one, is_restless in zip(played, restless, strict=True) if is_restless]
        no_plan = sum(one.is_stuck and not one.had_plan for one in those)
        said["restless"] = {"evenings": len(those), "stuck": _stuck(those), "no_plan": no_plan}
    if not asked.json:
        print(f"{asked.system}: of {len(played)} evenings {_stuck(played)} got stuck.")
    print(json.dumps(said))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
