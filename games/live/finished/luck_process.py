"""`python -m games.live.finished.luck_process`: compute the luck of sittings in a separate process.

It reads pickled questions, one after the other (key and options of the rules, the actions), and writes the pickled luck
of every deal of each. It runs at low priority and ends with its input."""

import os
import pickle
import signal
import sys

from games.engine import rule_set
from games.players.judging.luck import sitting_luck

POLITE = 10  # how much further behind everything else


def main() -> int:
    """Answer questions until the input ends; returns the exit status."""
    os.nice(POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    while True:
        try:
            rules, options, actions = pickle.load(sys.stdin.buffer)
        except EOFError:
            return 0
        pickle.dump(list(sitting_luck(rule_set(rules, **options), actions)), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
