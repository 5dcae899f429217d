"""`python -m tournaments.formats`: pairs in a process of its own, so that a field of many stops nobody else.

In come, pickled, a format's key and its facts; out go, pickled, pairs of numbers (score groups paired, of how many) and
last the answer. Both ends are this house's; whoever asked and is gone no longer reads, which ends the process."""

import pickle
import sys

from tournaments.formats import FORMATS


def main() -> int:
    """Read one question, write the way there and the answer; the exit status."""
    key, facts = pickle.load(sys.stdin.buffer)

    def say(what: object) -> None:
        pickle.dump(what, sys.stdout.buffer)
        sys.stdout.buffer.flush()

    say(FORMATS[key].pairs(facts, lambda done, of: say((done, of))))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
