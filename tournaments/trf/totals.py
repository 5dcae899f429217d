"""Compare the points on 001 lines with the results beside them."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from itertools import accumulate

from tournaments.pairing import Result
from tournaments.trf.errors import TrfError, WrongTotal
from tournaments.trf.records import Byes, Note, Player, Points, Report, Unread
from tournaments.trf.worth import worth_of

USUAL = {"1": 10, "W": 10, "+": 10, "F": 10, "U": 10, "=": 5, "D": 5, "H": 5}
Rows = Mapping[int, tuple[Result, ...]]
Virtual = Mapping[int, tuple[int, ...]]


def check(
    report: Report, finished: int, rows: Rows, virtual: Virtual, but: AbstractSet[int] = frozenset()
) -> tuple[list[TrfError], list[Note]]:
    """The totals that contradict the results, each as a fault that names the player. Programs may include or leave out
    byes written in advance, and virtual points. If a line gives other points, but all totals are those of the usual
    ones, that is only a note: the results count as the line says. Players in `but` are not checked, because their
    results are wrong."""
    stated = [one for one in report.players if one.points is not None and one.number not in but]
    byes = _byes_to_come(report, finished)
    paired = max((n for one in report.players for n, cell in enumerate(one.cells, 1) if cell.opponent), default=0)
    wrong = []
    for one in stated:
        results, lifts = rows[one.number], (0, *virtual.get(one.number, ())[max(finished - 1, 0) : finished + 1])
        due = list(accumulate((result.points for result in results[paired:]), initial=_sum(results[:paired])))
        due.append(due[0] + byes.get(one.number, 0))
        if one.points not in {points + lift for points in due for lift in lifts}:
            wrong.append((one, _sum(results[:finished])))
    if wrong and _are_usual(report, stated, finished):
        first = wrong[0][0]
        return [], [Note(report.line_of(first), 81, Unread.USUAL, f"{_said(first.points or 0)} {first.name}")]
    return [_fault(report, one, due) for one, due in wrong], []


def _byes_to_come(report: Report, finished: int) -> dict[int, int]:
    """The points of the byes that lines 240 give for the next round."""
    worth = worth_of(report)
    points = {"F": worth["FPB"], "H": worth["HPB"], "Z": worth["ZPB"]}
    lines = [one for one in report.records if isinstance(one, Byes) and one.round == finished + 1]
    return {number: points[one.kind] for one in lines for number in one.numbers}


def _are_usual(report: Report, stated: list[Player], finished: int) -> bool:
    """Are all totals those of 1.0 and 0.5, in a report that gives other points?"""
    if not any(isinstance(one, Points) for one in report.records):
        return False
    return all(one.points == sum(USUAL.get(cell.result, 0) for cell in one.cells[:finished]) for one in stated)


def _fault(report: Report, one: Player, due: int) -> TrfError:
    name = f"{one.number} {one.name}"
    return WrongTotal(report.line_of(one), 81, name=name, due=_said(due), given=_said(one.points or 0))


def _sum(results: tuple[Result, ...]) -> int:
    return sum(result.points for result in results)


def _said(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}"
