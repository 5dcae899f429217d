"""`python -m games.players`: judge decisions in a separate process, so that the server stays fast.

It reads a pickled Question; it writes, pickled, the number of decisions and then each Verdict. Or it reads a Hunt and
writes a tuple with the Problem that it found, an empty one where there is none. Only our own code is at the other end;
when that stops reading, the process ends."""

import pickle
import sys

from games.engine import rule_set
from games.players.judging.analysis import Question, decisions, judge
from games.players.judging.problems import Hunt, find


def main() -> int:
    """Read one question and write its answers; returns the exit status."""
    question: Question | Hunt = pickle.load(sys.stdin.buffer)

    def say(what: object) -> None:
        pickle.dump(what, sys.stdout.buffer)
        sys.stdout.buffer.flush()

    if isinstance(question, Hunt):
        problem = find(question)
        say((problem,) if problem else ())
        return 0
    rules = rule_set(question.rules, **question.options)
    found = list(decisions(rules, question.actions, question.first))
    say(len(found))
    for decision in found[question.known :]:
        say(judge(rules, decision, question.seed))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
