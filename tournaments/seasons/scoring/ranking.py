"""The table of a season: each person's evenings, which of them count, and the order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tournaments.seasons.scoring.rules import Scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A person's evening: their `side` (partners have the same), its place that evening, matches won, rating points won
    or lost. There is none for an evening that the person missed. Keys of evenings are in the order of their days."""

    evening: int
    person: int
    side: int
    place: int
    wins: int = 0
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of two persons, and who won it (None: a tie); `at` orders the matches of an evening."""

    evening: int
    at: int
    first: int
    second: int
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What an evening earned a person. Persons who share a place get equal parts of the points of the shared places.
    `is_dropped`: it is dropped for better ones."""

    place: int
    is_shared: bool
    for_place: Fraction
    points: Fraction
    wins: int
    gain: int
    is_dropped: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A person's line: `points` including the `bonus`, the evenings by their keys, and the figures that decide among
    equals. `met_last`: if still tied, the winner of their last meeting (1: this one, -1: the other). `decided`: the
    tie-breaks that part this line from others with as many points, each with the figure that does."""

    place: int
    person: int
    points: Fraction
    bonus: Fraction
    cells: Mapping[int, Cell]
    firsts: int
    wins: int
    best_evenings: tuple[Fraction, ...] = field(default=())
    met_last: int = 0
    decided: tuple[tuple[str, Fraction], ...] = ()

    @property
    def attended(self) -> int:
        """The number of evenings that the person played."""
        return len(self.cells)


Last = Mapping[frozenset[int], int | None]  # who won the last meeting of each two
KEYS: Mapping[str, Callable[[Line], Any]] = {
    "firsts": lambda line: line.firsts,
    "best_evenings": lambda line: line.best_evenings,
    "wins": lambda line: line.wins,
    "attended": lambda line: line.attended,
    "last_meeting": lambda line: line.met_last,
}


def table(played: Iterable[Played], scoring: Scoring, meetings: Iterable[Meeting] = ()) -> tuple[Line, ...]:
    """The table, the best first; equal persons share a place and are in the order of their keys."""
    of: dict[int, dict[int, Cell]] = {}
    for evening, rows in _by_evening(played).items():
        for person, cell in _cells(rows, scoring).items():
            of.setdefault(person, {})[evening] = cell
    lines = [_line(person, cells, scoring) for person, cells in sorted(of.items())]
    return _placed(lines, scoring.tiebreaks, _last(meetings))


def best_attendance(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The persons who played the most evenings."""
    known = tuple(lines)
    most = max((line.attended for line in known), default=0)
    return tuple(line for line in known if line.attended == most)


def _by_evening(played: Iterable[Played]) -> dict[int, list[Played]]:
    found: dict[int, list[Played]] = {}
    for one in played:
        found.setdefault(one.evening, []).append(one)
    return found


def _cells(rows: Sequence[Played], scoring: Scoring) -> dict[int, Cell]:
    """The cell of each person for an evening."""
    places = {row.side: row.place for row in rows}
    taken = list(places.values())
    found = {}
    for row in rows:
        tied = taken.count(row.place)
        last = max(row.place, sum(place <= row.place for place in taken))
        shared = sum(scoring.for_place(place, len(places)) for place in range(row.place, last + 1))
        for_place = Fraction(shared) / tied
        gained = scoring.win * row.wins + scoring.rating * max(row.gain, 0)
        found[row.person] = Cell(
            place=row.place,
            is_shared=tied > 1,
            for_place=for_place,
            points=for_place + scoring.attendance + gained,
            wins=row.wins,
            gain=row.gain,
        )
    return found


def _line(person: int, cells: Mapping[int, Cell], scoring: Scoring) -> Line:
    """A person's line without its place; of equal evenings the earlier one counts."""
    order = sorted(cells, key=lambda evening: (-cells[evening].points, evening))
    counted = set(order[: scoring.best])
    bonus = scoring.bonus if scoring.bonus_from and len(cells) >= scoring.bonus_from else Fraction(0)
    return Line(
        place=0,
        person=person,
        points=sum((cells[evening].points for evening in counted), bonus),
        bonus=bonus,
        cells={evening: replace(cells[evening], is_dropped=evening not in counted) for evening in sorted(cells)},
        firsts=sum(cell.place == 1 for cell in cells.values()),
        wins=sum(cell.wins for cell in cells.values()),
        best_evenings=tuple(cells[evening].points for evening in order),
    )


def _last(meetings: Iterable[Meeting]) -> Last:
    """The winner of the last meeting of each two persons."""
    ordered = sorted(meetings, key=lambda one: (one.evening, one.at, one.winner or 0))
    return {frozenset((one.first, one.second)): one.winner for one in ordered}


def _placed(lines: Sequence[Line], tiebreaks: Sequence[str], last: Last) -> tuple[Line, ...]:
    groups = _split(list(lines), lambda line: line.points)
    for key in tiebreaks:
        known = [_met(group, last) if key == "last_meeting" else group for group in groups]
        groups = [part for group in known for part in _parted(group, key)]
    found: list[Line] = []
    for group in groups:
        found += [replace(line, place=len(found) + 1) for line in group]
    return tuple(found)


def _split(group: Sequence[Line], value: Callable[[Line], Any]) -> list[list[Line]]:
    """Split a group of equals by a value, the highest first."""
    parts: dict[Any, list[Line]] = {}
    for line in group:
        parts.setdefault(value(line), []).append(line)
    return [parts[one] for one in sorted(parts, reverse=True)]


def _parted(group: list[Line], key: str) -> list[list[Line]]:
    """Split a group of equals by a tie-break; its lines keep what decided."""
    parts = _split(group, KEYS[key])
    if len(parts) == 1:
        return parts
    values = [KEYS[key](part[0]) for part in parts]
    figures = _first_difference(values) if key == "best_evenings" else values
    return [
        [replace(line, decided=(*line.decided, (key, Fraction(figure)))) for line in part]
        for part, figure in zip(parts, figures, strict=True)
    ]


def _first_difference(rows: Sequence[tuple[Fraction, ...]]) -> list[Fraction]:
    """Of each row the figure at the first place where they differ; a row that has ended there has nothing."""
    at = next(at for at in range(max(map(len, rows))) if len({row[at : at + 1] for row in rows}) > 1)
    return [row[at] if at < len(row) else Fraction(0) for row in rows]


def _met(group: Sequence[Line], last: Last) -> list[Line]:
    """A group of two with the result of their last meeting; larger groups stay equal."""
    if len(group) != 2:
        return list(group)
    winner = last.get(frozenset(line.person for line in group))
    return [replace(line, met_last=0 if winner is None else 1 if line.person == winner else -1) for line in group]
