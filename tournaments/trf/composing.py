"""Write a crosstable as a report file (TRF26), with the data that other programs need to continue, or to check the
pairing."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tournaments.pairing import Crosstable, Kind, PointsTable, Result, Rules, baku_points
from tournaments.trf.errors import TrfError
from tournaments.trf.naming import in_columns
from tournaments.trf.records import (
    Acceleration,
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
)

BYES = {Kind.PAB: "U", Kind.HALF: "H", Kind.FULL: "F", Kind.ZERO: "Z"}
USUAL = {"W": 10, "D": 5, "L": 0, "A": 0}
TENTHS = 10


def compose(
    crosstable: Crosstable, rules: Rules, *, title: str, ranks: Mapping[int, int], keys: Sequence[str] = ()
) -> Report:
    """The report of a Swiss stage after its last finished round: `ranks` are the places in the standings by start
    number, `keys` the tie-breaks.

    A match of `card` has colours too, since the format wants them: the smaller start number is written as White. Who is
    not available is written as absent from the next round. Raises TrfError for points that are no whole tenths.
    """
    table = crosstable.table
    coming = crosstable.rounds + 1
    away = tuple(sorted(n for n, row in crosstable.rows.items() if not row.is_available))
    is_open = crosstable.rounds < rules.rounds
    together = sorted(tuple(sorted(pair)) for pair in rules.forbidden) if is_open else []
    names = in_columns({n: row.name for n, row in crosstable.rows.items()})
    records: list[Record] = [
        Other(f"012 {title}"),
        Rounds("142", rules.rounds),
        InitialColour("152", "W" if rules.initial_first else "B"),
        *_points(table),
        System("192", _type(rules)),
        *([TieBreaks("202", tuple(keys))] if keys else []),
        *(_player(crosstable, n, names[n], ranks.get(n)) for n in sorted(crosstable.rows)),
        *([Byes("Z", coming, away)] if away and is_open else []),
        *accelerations(crosstable, rules),
        *(Forbidden("260", pair, coming, rules.rounds) for pair in together),
    ]
    return Report(tuple(records))


def _type(rules: Rules) -> str:
    if rules.system != "dutch":
        return "CUSTOM_SWISS"
    return "FIDE_DUTCH_BAKU" if rules.accelerated else "FIDE_DUTCH"


def _tenths(points: int, table: PointsTable) -> int:
    if points * TENTHS % table.unit:
        raise TrfError(0, 1, "points", f"whole tenths, which {points} in units of 1/{table.unit} are not")
    return points * TENTHS // table.unit


def _points(table: PointsTable) -> list[Record]:
    """Line 162, if the points are not the usual ones."""
    worth = {"W": table.win, "D": table.tie, "L": table.loss, "A": table.forfeit_loss, "P": table.pab}
    found = {symbol: _tenths(points, table) for symbol, points in worth.items()}
    usual = {**USUAL, "P": found["W"]}
    unusual = tuple((symbol, value) for symbol, value in found.items() if value != usual[symbol])
    return [Points("162", unusual)] if unusual else []


def _player(crosstable: Crosstable, number: int, name: str, rank: int | None) -> Player:
    row = crosstable.rows[number]
    return Player(
        number=number,
        name=name,
        rating=row.rating or None,
        points=_tenths(crosstable.score(number), crosstable.table),
        rank=rank,
        cells=tuple(_cell(number, one, crosstable.table) for one in crosstable.results(number)),
    )


def _cell(number: int, one: Result, table: PointsTable) -> Cell:
    if not one.opponent:
        return Cell(0, "-", "+" if one.kind is Kind.FORFEIT else BYES.get(one.kind, "Z"))
    is_white = one.is_first if one.is_first is not None else number < one.opponent
    if not one.is_met:
        mark = "+" if one.kind is Kind.FORFEIT and one.points > table.forfeit_loss else "-"
    else:
        mark = "1" if one.points >= table.win else "=" if one.points >= table.tie > table.loss else "0"
    return Cell(one.opponent, "w" if is_white else "b", mark)


def accelerations(crosstable: Crosstable, rules: Rules) -> Iterator[Record]:
    """Lines 250: ranges of rounds with the same virtual points, for ranges of start numbers."""
    baku = baku_points(rules.rounds, crosstable.table) if rules.accelerated else ()
    virtual = {n: baku if n in rules.accelerated else row.virtual for n, row in sorted(crosstable.rows.items())}
    for points, numbers in groupby(virtual, key=lambda n: virtual[n]):
        run = list(numbers)
        last = 0
        for value, rounds in groupby(points):
            first, last = last + 1, last + len(list(rounds))
            if value:
                yield Acceleration(_tenths(value, crosstable.table), first, last, run[0], run[-1])
