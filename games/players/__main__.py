"""`python -m games.players`: judges the decisions of a deal in a process of its own, so that nobody else is slowed.

In comes, pickled, a Question; out go, pickled, how many decisions there are and then one Verdict after the other. Both
ends are this house's; whoever asked and is gone no longer reads, which ends the process."""

import pickle
import sys

from games.engine import rule_set
from games.players.judging.analysis import Question, decisions, judge


def main() -> int:
    """Read one question, write its answers; the exit status."""
    question: Question = pickle.load(sys.stdin.buffer)
    rules = rule_set(question.rules, **question.options)
    found = list(decisions(rules, question.actions, question.first))

    def say(what: object) -> None:
        pickle.dump(what, sys.stdout.buffer)
        sys.stdout.buffer.flush()

    say(len(found))
    for decision in found[question.known :]:
        say(judge(rules, decision, question.seed))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
