"""Turn a report file into the input of the pairing: the crosstable before the next round, and the stated rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from tournaments.pairing import Crosstable, Kind, PointsTable, Result, Row, Rules, baku_group
from tournaments.trf import checking, naming, totals, worth
from tournaments.trf.errors import TrfError, raise_all
from tournaments.trf.records import (
    BLANK,
    Absent,
    Acceleration,
    Adjustment,
    Byes,
    Cell,
    Forbidden,
    InitialColour,
    Note,
    Player,
    Report,
    Rounds,
    System,
    Unread,
    VirtualPoints,
)
from tournaments.trf.worth import points_table_of

T = TypeVar("T")
BYES = {"H": Kind.HALF, "F": Kind.FULL, "U": Kind.PAB, "=": Kind.HALF, "+": Kind.FORFEIT}
WINS, TIES = "1W", "=D"
OURS = {"FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_DUTCH_2026", "CUSTOM_SWISS"}


@dataclass(frozen=True, slots=True)
class Position:
    """A position to pair: the finished rounds of all players, and the rules. `numbers` maps the crosstable's numbers to
    the report's start numbers; they differ only if players are paired in the order of their lines (XXC rank). `notes`
    name what was not used of the report."""

    crosstable: Crosstable
    rules: Rules
    numbers: Mapping[int, int]
    notes: tuple[Note, ...] = ()


def position(report: Report, *, system: str = "dutch", to_pair: bool = True) -> Position:
    """The position before the next round of a report. Unless it is `to_pair`, a report of another system can be read,
    too.

    A round is finished when a match or a forfeit stands in it or in a later one, or when every player has an entry in
    it. A bye in the round after it, or a line 240 or XXZ for it, means that the player is not to be paired. Raises
    TrfError with everything that cannot be read, that contradicts something else, or that cannot be paired here, also
    where the number of rounds is missing.
    """
    finished = finished_rounds(report)
    rounds = _last(report, Rounds)
    rows = results_of(report, finished)
    virtual = virtual_points(report)
    matches, unequal = checking.matches(report), worth.faults(report)
    doubtful = report.doubtful.union(*(pair for _round, pair in matches))
    wrong, usual = totals.check(report, finished, rows, virtual, doubtful)
    others = (*checking.faults(report, finished, rounds), *unequal, *([] if unequal else wrong))
    if to_pair and (foreign := _foreign_system(report)):
        others = (*others, foreign)
    raise_all([*report.faults, *matches.values(), *others])
    if rounds is None:  # a fault that was raised
        raise TrfError(0, 1, "number of rounds", "a line 142 (or XXR) must give it")
    own = _places(report)
    away = set(_away(report, finished))
    crosstable = Crosstable(
        {
            own[one.number]: Row(
                number=own[one.number],
                name=naming.without_number(one.name, one.number),
                rating=one.rating or 0,
                is_available=one.number not in away,
                results=tuple(replace(r, opponent=own[r.opponent]) if r.opponent else r for r in rows[one.number]),
                virtual=virtual.get(one.number, ()),
            )
            for one in report.players
        },
        finished,
        points_table_of(report),
    )
    rules = Rules(
        system=system,
        rounds=rounds.rounds,
        forbidden=frozenset(frozenset(own[n] for n in pair) for pair in _forbidden(report, finished + 1)),
        initial_first=_initial_first(report, own),
        accelerated=frozenset() if virtual else _accelerated(report, finished, own),
    )
    numbers = {place: number for number, place in own.items()}
    return Position(crosstable, rules, numbers, (*report.notes, *_systems(report), *usual))


def finished_rounds(report: Report) -> int:
    """The number of finished rounds: up to the last one with a match or a forfeit, and those after it in which every
    player has an entry. Byes that are written in advance end no round."""
    cells = [one.cells for one in report.players]
    finished = max((n for row in cells for n, cell in enumerate(row, 1) if cell.opponent), default=0)
    while cells and all(len(row) > finished and not row[finished].is_blank for row in cells):
        finished += 1
    return finished


def results_of(report: Report, finished: int) -> dict[int, tuple[Result, ...]]:
    """The results of each player in the finished rounds, and in later ones that the report writes in advance."""
    table, byes = points_table_of(report), worth.byes_of(worth.worth_of(report))
    more: Counter[tuple[int, int]] = Counter()
    for record in (one for one in report.records if isinstance(one, Adjustment)):
        more.update({(number, record.round): record.points for number in record.numbers})
    found = {}
    for one in report.players:
        cells = (*one.cells, *(Cell(),) * (finished - len(one.cells)))
        found[one.number] = tuple(_result(cell, table, byes, more[one.number, n]) for n, cell in enumerate(cells, 1))
    return found


def _places(report: Report) -> dict[int, int]:
    """The number with which each player is paired: the start number, or with XXC rank the position of the line."""
    if not any(isinstance(one, InitialColour) and one.by_place for one in report.records):
        return {one.number: one.number for one in report.players}
    lines = [one.number for one in report.records if isinstance(one, Player)]
    if lines == sorted(lines):
        return {number: number for number in lines}
    return {number: place for place, number in enumerate(lines, 1)}


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
    """The type of tournament: from line 192, else a system named on line 092."""
    named = {one.code: one for one in report.records if isinstance(one, System)}
    return named.get("192") or named.get("092")


def _systems(report: Report) -> list[Note]:
    """Refuse the types of tournament that we do not have; FIDE's other systems only if a round is to be paired."""
    return [
        Note(report.line_of(one), 5, Unread.SYSTEM, one.type)
        for one in report.records
        if isinstance(one, System) and one.type.removesuffix("_BAKU") not in OURS
    ]


def _foreign_system(report: Report) -> TrfError | None:
    """The reason why the coming rounds of a report cannot be paired here: its line 192 names another system of the
    federation, or one for teams."""
    named = system_of(report)
    if named is None or named.type.removesuffix("_BAKU") in {*OURS, "FIDE_DUTCH_2017"}:
        return None
    if not named.type.startswith("FIDE_") and "TEAM" not in named.type:
        return None
    allowed = f"FIDE_DUTCH, with _BAKU where it is accelerated, or a type that is not FIDE's; not {named.type}"
    return TrfError(report.line_of(named), 5, "type of tournament", allowed)


def _accelerated(report: Report, finished: int, own: Mapping[int, int]) -> frozenset[int]:
    """The accelerated players, for a type that ends in _BAKU: the first 2 x ceil(n/4) of those present when round 1 was
    paired."""
    named = system_of(report)
    if named is None or not named.is_baku:
        return frozenset()
    players = report.players
    if finished:
        players = tuple(one for one in players if one.cells and one.cells[0].was_paired)
    return baku_group(sorted(own[one.number] for one in players))


def _result(cell: Cell, table: PointsTable, byes: Mapping[Kind, int], more: int) -> Result:
    if not cell.opponent:
        kind = BYES.get(cell.result, Kind.ZERO)
        return Result(kind=kind, points=byes[kind] + more)
    is_first = {"w": True, "b": False}.get(cell.colour)
    kind = Kind.FORFEIT if cell.result in "+-" else Kind.PLAYED
    won = {**dict.fromkeys(WINS, table.win), **dict.fromkeys(TIES, table.tie), "+": table.forfeit_win}
    lost = table.forfeit_loss if cell.result == "-" else table.loss
    return Result(kind=kind, opponent=cell.opponent, points=won.get(cell.result, lost) + more, is_first=is_first)


def _away(report: Report, finished: int) -> Iterator[int]:
    for one in report.players:
        if len(one.cells) > finished and not one.cells[finished].is_blank:
            yield one.number
    for record in report.records:
        if isinstance(record, Absent):
            yield from record.numbers
        if isinstance(record, Byes) and record.round == finished + 1:
            yield from record.numbers


def _forbidden(report: Report, number: int) -> Iterator[frozenset[int]]:
    for record in report.records:
        if not isinstance(record, Forbidden):
            continue
        if record.code == "XXP" or record.first_round <= number <= record.last_round:
            yield from (frozenset((a, b)) for a in record.numbers for b in record.numbers if a < b)


def _initial_first(report: Report, own: Mapping[int, int]) -> bool:
    """Does participating number 1 deal first? If no line says so, the first paired round shows it."""
    stated = [one.colour for one in report.records if isinstance(one, InitialColour) and one.colour]
    if stated:
        return stated[-1] == "W"
    players = sorted(report.players, key=lambda one: own[one.number])
    length = max((len(one.cells) for one in players), default=0)
    for n in range(length):
        taking_part = [one for one in players if any(cell.was_paired for cell in one.cells[: n + 1])]
        for place, one in enumerate(taking_part):
            colour = one.cells[n].colour if n < len(one.cells) else BLANK
            if colour in "wb":
                return (colour == "w") is (place % 2 == 0)
    return True
