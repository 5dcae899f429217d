"""Write a report as text: each record on its line, in the columns of the format."""

from collections.abc import Callable
from typing import Any

from tournaments.trf.records import (
    Absent,
    Acceleration,
    Adjustment,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Other,
    Player,
    Points,
    Record,
    Report,
    Rounds,
    System,
    TieBreaks,
    VirtualPoints,
)


def write(report: Report, end: str = "\n") -> str:
    """The text of a report. Files for the federation end their lines with a carriage return: `end="\\r\\n"`."""
    return "".join(_line(record) + end for record in report.records)


def tenths(points: int) -> str:
    """Tenths as points with one decimal: 12 as 1.2."""
    return f"{points // 10}.{points % 10}"


def _line(record: Record) -> str:
    return WRITERS[type(record)](record)


def _player(one: Player) -> str:
    rating = "" if one.rating is None else str(one.rating)
    points = "" if one.points is None else tenths(one.points)
    rank = "" if one.rank is None else str(one.rank)
    head = (
        f"001 {one.number:4d} {one.sex:1}{one.title:>3} {one.name:33} {rating:>4} {one.federation:3} {one.fide_id:>11}"
        f" {one.birth:10} {points:>4} {rank:>4}"
    )
    return (head + "".join(_cell(cell) for cell in one.cells)).rstrip()


def _cell(cell: Cell) -> str:
    opponent = "    " if cell.opponent is None else f"{cell.opponent:4d}" if cell.opponent else "0000"
    return f"  {opponent} {cell.colour} {cell.result}"


def _initial(one: InitialColour) -> str:
    if one.code == "152":
        return f"152 {one.colour}"
    colour = {"W": " white1", "B": " black1"}.get(one.colour, "")
    return f"XXC{' rank' * one.by_place}{colour}"


def _points(one: Points) -> str:
    if one.code == "XXS":
        return "XXS " + " ".join(f"{symbol}={tenths(value)}" for symbol, value in one.values)
    if one.code != "162":
        return f"{one.code} {tenths(one.values[0][1])}"
    return "162  " + "    ".join(f"{symbol}{tenths(value):>4}" for symbol, value in one.values)


def _acceleration(one: Acceleration) -> str:
    return (
        f"250      {tenths(one.points):>4} {one.first_round:3d} {one.last_round:3d}"
        f" {one.first_number:4d} {one.last_number:4d}"
    )


def _adjustment(one: Adjustment) -> str:
    points = f"{'-' * (one.points < 0)}{tenths(abs(one.points))}"
    return f"299{points:>14}  {one.round:03d} " + " ".join(f"{n:4d}" for n in one.numbers)


def _forbidden(one: Forbidden) -> str:
    if one.code == "XXP":
        return "XXP " + " ".join(map(str, one.numbers))
    return f"260 {one.first_round:3d} {one.last_round:3d} " + " ".join(f"{n:4d}" for n in one.numbers)


WRITERS: dict[type[Any], Callable[[Any], str]] = {
    Player: _player,
    Rounds: lambda one: f"{one.code} {one.rounds}",
    InitialColour: _initial,
    Points: _points,
    System: lambda one: f"{one.code} {one.type}",
    TieBreaks: lambda one: f"{one.code} {','.join(one.keys)}",
    Byes: lambda one: f"240 {one.kind} {one.round:3d} " + " ".join(f"{n:4d}" for n in one.numbers),
    Absent: lambda one: "XXZ " + " ".join(map(str, one.numbers)),
    Acceleration: _acceleration,
    Adjustment: _adjustment,
    VirtualPoints: lambda one: f"XXA {one.number:4d}" + "".join(f" {tenths(points):>4}" for points in one.points),
    Forbidden: _forbidden,
    Other: lambda one: one.text,
}
