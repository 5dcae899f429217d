"""`python -m games.live.finished.luck_process`: compute the luck of sittings in a process of its own.

In come, pickled, one question after the other (key and options of the rules, the actions); out goes, pickled, the luck
of every deal of each. It makes way for everything else, and ends with its input."""

import os
import pickle
import signal
import sys

from games.engine import rule_set
from games.players.judging.luck import sitting_luck

POLITE = 10  # how much further behind everything else


def main() -> int:
    """Answer until nobody asks any more; the exit status."""
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
