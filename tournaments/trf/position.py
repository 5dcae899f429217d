"""The input of the pairing from a report file: the crosstable before the next round, and the stated rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tournaments.pairing import Crosstable, Kind, PointsTable, Result, Row, Rules, baku_group
from tournaments.trf.errors import TrfError
from tournaments.trf.records import (
    BLANK,
    Acceleration,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Other,
    Player,
    Points,
    Report,
    Rounds,
    System,
    VirtualPoints,
)

T = TypeVar("T")
UNIT = 10
BYES = {"H": Kind.HALF, "F": Kind.FULL, "U": Kind.PAB}
WINS, TIES = "1W", "=D"
WON, LOST = "1W+", "0L-"
NOT_READ = {"299": "abnormal points", "310": "teams", "XXS": "points by colour"}


@dataclass(frozen=True, slots=True)
class Position:
    """A position to pair: the finished rounds of all players, and the rules."""

    crosstable: Crosstable
    rules: Rules


def position(report: Report, *, system: str = "dutch") -> Position:
    """The position before the next round of a report.

    A round counts as finished when somebody was paired in it; a bye in the round after it, or a 240 line for it, means
    that the player is not to be paired. Raises TrfError when lines contradict each other or the number of rounds is
    missing.
    """
    for record in report.records:
        if isinstance(record, Other) and record.code in NOT_READ:
            raise TrfError(report.line_of(record), 1, record.code, f"{NOT_READ[record.code]} cannot be paired here")
    rounds = _last(report, Rounds)
    if rounds is None:
        raise TrfError(0, 1, "number of rounds", "a line 142 (or XXR) must give it")
    finished = finished_rounds(report)
    if finished >= rounds.rounds:
        line = report.line_of(rounds)
        raise TrfError(line, 5, "number of rounds", f"more than {finished}, the rounds that were paired already")
    _check(report)
    away = set(_away(report, finished))
    table = points_table_of(report)
    virtual = virtual_points(report)
    rows = {
        one.number: Row(
            number=one.number,
            name=one.name,
            rating=one.rating or 0,
            is_available=one.number not in away,
            results=tuple(_result(cell, table) for cell in _filled(one, finished)),
            virtual=virtual.get(one.number, ()),
        )
        for one in report.players
    }
    crosstable = Crosstable(rows, finished, table)
    rules = Rules(
        system=system,
        rounds=rounds.rounds,
        forbidden=frozenset(_forbidden(report, finished + 1)),
        initial_first=_initial_first(report),
        accelerated=_accelerated(report, finished) if not virtual else frozenset(),
    )
    return Position(crosstable, rules)


def finished_rounds(report: Report) -> int:
    """How many rounds are over: up to the last one in which somebody was paired, and those that all of the players
    spent with byes, if a later entry shows that they were."""
    cells = [one.cells for one in report.players]
    paired = max((n for row in cells for n, cell in enumerate(row, 1) if cell.was_paired), default=0)
    finished = max([paired, *(len(row) - 1 for row in cells)])
    return finished + 1 if cells and all(len(row) > finished for row in cells) else finished


def points_table_of(report: Report) -> PointsTable:
    """The points of a report in tenths: a win 1.0, a tie 0.5, the PAB as a win unless a line says otherwise."""
    worth = {"W": 10, "D": 5, "L": 0, "Z": 0, "F": 0}
    for record in report.records:
        if isinstance(record, Points):
            for symbol, value in record.values:
                worth |= {"Z": value, "F": value} if symbol == "A" else {symbol: value}
    return PointsTable(
        key="trf",
        unit=UNIT,
        win=worth["W"],
        tie=worth["D"],
        loss=worth["L"],
        forfeit_win=worth["W"],
        forfeit_loss=worth["F"],
        pab=worth.get("P", worth["W"]),
    )


def virtual_points(report: Report) -> dict[int, tuple[int, ...]]:
    """The virtual points of each player round by round, from the lines 250 and XXA."""
    found: dict[int, dict[int, int]] = {}
    for record in report.records:
        if isinstance(record, VirtualPoints):
            found.setdefault(record.number, {}).update(enumerate(record.points))
        elif isinstance(record, Acceleration):
            for number in range(record.first_number, record.last_number + 1):
                of = range(record.first_round - 1, record.last_round)
                found.setdefault(number, {}).update(dict.fromkeys(of, record.points))
    return {number: tuple(by.get(n, 0) for n in range(max(by) + 1)) for number, by in found.items() if by}


def _last(report: Report, kind: type[T]) -> T | None:
    found = [one for one in report.records if isinstance(one, kind)]
    return found[-1] if found else None


def system_of(report: Report) -> System | None:
    """The type of tournament: line 192, else a system named on line 092."""
    named = {one.code: one for one in report.records if isinstance(one, System)}
    return named.get("192") or named.get("092")


def _accelerated(report: Report, finished: int) -> frozenset[int]:
    """With a type that ends in _BAKU: the first 2 x ceil(n/4) of those who were there when round 1 was paired."""
    named = system_of(report)
    if named is None or not named.is_baku:
        return frozenset()
    players = report.players
    if finished:
        players = tuple(one for one in players if one.cells and one.cells[0].was_paired)
    return baku_group([one.number for one in players])


def _filled(one: Player, finished: int) -> tuple[Cell, ...]:
    return one.cells[:finished] + (Cell(),) * (finished - len(one.cells))


def _result(cell: Cell, table: PointsTable) -> Result:
    if not cell.opponent:
        kind = BYES.get(cell.result, Kind.FORFEIT if cell.result == "+" else Kind.ZERO)
        points = {Kind.FORFEIT: table.forfeit_win, Kind.ZERO: 0, Kind.PAB: table.pab, Kind.FULL: table.win}
        return Result(kind=kind, points=points.get(kind, table.tie))
    is_first = {"w": True, "b": False}.get(cell.colour)
    kind = Kind.FORFEIT if cell.result in "+-" else Kind.PLAYED
    won = {**dict.fromkeys(WINS, table.win), **dict.fromkeys(TIES, table.tie), "+": table.forfeit_win}
    lost = table.forfeit_loss if cell.result == "-" else table.loss
    return Result(kind=kind, opponent=cell.opponent, points=won.get(cell.result, lost), is_first=is_first)


def _away(report: Report, finished: int) -> Iterator[int]:
    for one in report.players:
        if len(one.cells) > finished:
            yield one.number
    for record in report.records:
        if isinstance(record, Byes) and record.round == finished + 1:
            yield from record.numbers


def _forbidden(report: Report, number: int) -> Iterator[frozenset[int]]:
    for record in report.records:
        if not isinstance(record, Forbidden):
            continue
        if record.code == "XXP" or record.first_round <= number <= record.last_round:
            yield from (frozenset((a, b)) for a in record.numbers for b in record.numbers if a < b)


def _initial_first(report: Report) -> bool:
    """Has participating number 1 the first deal? Where no line says so, the first round that was paired shows it."""
    stated = _last(report, InitialColour)
    if stated is not None:
        return stated.colour == "W"
    length = max((len(one.cells) for one in report.players), default=0)
    for n in range(length):
        taking_part = [one for one in report.players if any(cell.was_paired for cell in one.cells[: n + 1])]
        for place, one in enumerate(taking_part):
            colour = one.cells[n].colour if n < len(one.cells) else BLANK
            if colour in "wb":
                return (colour == "w") is (place % 2 == 0)
    return True


def _check(report: Report) -> None:
    """Every match must stand on both lines, with different colours, as a match or as a forfeit on both, and a win
    against a loss (both may have lost, or one of a tie)."""
    by_number: Mapping[int, Player] = {one.number: one for one in report.players}
    for one in report.players:
        for n, cell in enumerate(one.cells):
            if not cell.opponent:
                continue
            line, column = report.line_of(one), 92 + 10 * n
            other = by_number.get(cell.opponent)
            if other is None:
                raise TrfError(line, column, "opponent", f"the start number of a 001 line, not {cell.opponent}")
            back = other.cells[n] if n < len(other.cells) else Cell()
            if back.opponent != one.number:
                raise TrfError(line, column, "opponent", f"{cell.opponent} has another opponent in round {n + 1}")
            if (back.result in "+-") is not (cell.result in "+-"):
                raise TrfError(line, column + 7, "result", f"a forfeit for {cell.opponent} in round {n + 1} too")
            if cell.result in WON and back.result not in LOST:
                raise TrfError(line, column + 7, "result", f"no win where {cell.opponent} has not lost round {n + 1}")
            if cell.result not in "+-" and back.colour == cell.colour:
                raise TrfError(line, column + 5, "colour", f"not the same as {cell.opponent} in round {n + 1}")
    known = set(by_number)
    for record in report.records:
        numbers = record.numbers if isinstance(record, (Forbidden, Byes)) else ()
        for number in numbers:
            if number not in known:
                raise TrfError(report.line_of(record), 5, "start number", f"that of a 001 line, not {number}")
