"""Find contradictions in a report: lines that can each be read, but do not fit together."""

from collections.abc import Iterator

from tournaments.trf.errors import TrfError
from tournaments.trf.records import (
    Absent,
    Adjustment,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Player,
    Record,
    Report,
    Rounds,
    VirtualPoints,
)

WON, LOST = "1W+", "0L-"


def faults(report: Report, finished: int, rounds: Rounds | None) -> Iterator[TrfError]:
    """The contradictions other than those between matches, line by line. References to a line that could not be read
    are not checked."""
    yield from _rounds(report, finished, rounds)
    yield from _colours(report)
    yield from _strangers(report)


def _rounds(report: Report, finished: int, rounds: Rounds | None) -> Iterator[TrfError]:
    if rounds is None:
        if not any(fault.field == "number of rounds" for fault in report.faults):
            yield TrfError(0, 1, "number of rounds", "a line 142 (or XXR) must give it")
        return
    line = report.line_of(rounds)
    for record in report.records:
        if isinstance(record, Rounds) and record.rounds != rounds.rounds:
            yield TrfError(line, 5, "number of rounds", f"as on line {report.line_of(record)}: {record.rounds}")
    if finished >= rounds.rounds:
        yield TrfError(line, 5, "number of rounds", f"more than {finished}, the rounds that were paired already")


def _colours(report: Report) -> Iterator[TrfError]:
    stated = [one for one in report.records if isinstance(one, InitialColour) and one.colour]
    for one in stated[1:]:
        if one.colour != stated[0].colour:
            yield TrfError(report.line_of(one), 5, "initial colour", f"as on line {report.line_of(stated[0])}")


def matches(report: Report) -> dict[tuple[int, frozenset[int]], TrfError]:
    """The matches that contradict themselves, by round and players. Every match must be on both lines, with different
    colours, as a match or as a forfeit on both, and with results that fit (both may have lost, or one lost a tie)."""
    players = {one.number: one for one in report.players}
    found: dict[tuple[int, frozenset[int]], TrfError] = {}
    for one in report.players:
        for n, cell in enumerate(one.cells):
            if not cell.opponent or {one.number, cell.opponent} & report.doubtful:
                continue
            fault = _match(report, players, one, n)
            if fault:
                found.setdefault((n + 1, frozenset((one.number, cell.opponent))), fault)
    return found


def _match(report: Report, players: dict[int, Player], one: Player, n: int) -> TrfError | None:
    line, column = report.line_of(one), 92 + 10 * n
    cell = one.cells[n]
    other = players.get(cell.opponent or 0)
    if other is None:
        return TrfError(line, column, "opponent", f"the start number of a 001 line, not {cell.opponent}")
    back = other.cells[n] if n < len(other.cells) else Cell()
    if back.opponent != one.number:
        return TrfError(line, column, "opponent", f"{cell.opponent} has another opponent in round {n + 1}")
    if (back.result in "+-") is not (cell.result in "+-"):
        return TrfError(line, column + 7, "result", f"a forfeit for {cell.opponent} in round {n + 1} too")
    if cell.result in WON and back.result not in LOST:
        return TrfError(line, column + 7, "result", f"no win where {cell.opponent} has not lost round {n + 1}")
    if cell.result not in "+-" and back.colour == cell.colour:
        return TrfError(line, column + 5, "colour", f"not the same as {cell.opponent} in round {n + 1}")
    return None


def _strangers(report: Report) -> Iterator[TrfError]:
    """The start numbers that have no 001 line."""
    known = {one.number for one in report.players} | report.doubtful
    if any(fault.field == "start number" for fault in report.faults):
        return  # one of them may be the number that is asked for
    for record in report.records:
        for number in _numbers(record):
            if number not in known:
                yield TrfError(report.line_of(record), 5, "start number", f"that of a 001 line, not {number}")


def _numbers(record: Record) -> tuple[int, ...]:
    if isinstance(record, Forbidden | Byes | Absent | Adjustment):
        return record.numbers
    return (record.number,) if isinstance(record, VirtualPoints) else ()
