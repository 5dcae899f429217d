"""`python -m tournaments.formats`: pair in a separate process, so that a large field blocks nobody. It reads the
pickled key of a format and its facts. It writes, pickled, pairs of numbers (score groups paired, of how many) and at
last the answer. Only our own code is at the other end; if that stops reading, the process ends."""

import pickle
import sys

from tournaments.formats import FORMATS


def main() -> int:
    """Read one question, write progress and the answer; returns the exit status."""
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
