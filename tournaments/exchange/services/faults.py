"""The faults of a report file in plain words, each with the line of the file where it stands."""

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import trf
from tournaments.entries.services.roster import Problem


@dataclass(frozen=True, slots=True)
class Fault(Problem):
    """A problem at a column of its line (from 1)."""

    column: int = 1


@dataclass(frozen=True, slots=True)
class Shown:
    """A problem with its line of the file: what stands `before` the place, `at` it and `after` it; all empty where the
    problem is about the whole file."""

    problem: Problem
    before: str = ""
    at: str = ""
    after: str = ""


def fault_of(bad: trf.TrfError) -> Problem:
    """A fault that the reader of reports has found."""
    if isinstance(bad, trf.WrongTotal):
        said = {"column": bad.column, "name": bad.name, "due": bad.due, "given": bad.given}
        text = _("column %(column)d, points: the results of %(name)s on this line add up to %(due)s, but %(given)s "
                 "stands there. Allowed is %(due)s, or nothing; or put the results right.")  # fmt: skip
        return Fault(bad.line, text % said, bad.column)
    words = {"column": bad.column, "field": bad.field, "allowed": bad.allowed}
    return Fault(bad.line, _("column %(column)d: %(field)s: %(allowed)s") % words, bad.column)


def shown(problem: Problem, text: str) -> Shown:
    """A problem with the line of this file that it is about."""
    lines = text.splitlines()
    if not 0 < problem.line <= len(lines):
        return Shown(problem)
    line, column = lines[problem.line - 1].rstrip(), problem.column if isinstance(problem, Fault) else 0
    if not 0 < column <= len(line):
        return Shown(problem, line)
    end = column - 1 + len(re.match(r"\s*\S+|\s*", line[column - 1 :])[0])  # type: ignore[index]  # it matches anything
    return Shown(problem, line[: column - 1], line[column - 1 : end], line[end:])
