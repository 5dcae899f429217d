"""The points of a table of three to eight seats: by place, by the share of the others who finished behind, or by the
sheet.

A table of points lists for each number of seats what every place is worth, so that a table of four and one of three are
worth as much on average. Equal places share what their places are worth together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.pairing.points import MOST_UNIT, MOST_VALUE, TABLES, BadTable, Outcome, PointsTable, points_table

LEAST, MOST = 3, 8  # seats at a table
SHARES = 840  # into so many parts every point is cut: whatever two to eight share comes out even
PLACES, SETTLEMENT = "places", "settlement"
WAYS = (PLACES, SETTLEMENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePoints:
    """How a table counts. `rows` gives the points of the places by number of seats, in units of `per`; it is empty if
    the places themselves count (the share of the others who finished behind), or the sheet's settlement. `bye` is the
    points of a round without a table, in the same unit."""

    key: str
    per: int = 1
    rows: Mapping[int, tuple[int, ...]]
    bye: int = 0

    @property
    def unit(self) -> int:
        """The unit: points are whole numbers of this part of a point."""
        return 1 if self.key == SETTLEMENT else SHARES * self.per

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of seats that the table allows."""
        return tuple(sorted(self.rows)) or tuple(range(LEAST, MOST + 1))

    def points(
        self, places: Sequence[int], settlements: Sequence[int], absent: frozenset[int] = frozenset()
    ) -> "Given":
        """The points of each seat, in `unit`, from the places (1 the best, equal ones the same) and the sheet's
        settlement. Seats that did not come (`absent`) get nothing. Raises KeyError for a number of seats that is not
        allowed."""
        if self.key == SETTLEMENT:
            return tuple(0 if seat in absent else won for seat, won in enumerate(settlements))
        worth = self._worth(len(places))
        return tuple(0 if seat in absent else _shared(worth, places, at) for seat, at in enumerate(places))

    def most(self, seats: int) -> int:
        """The most that one of so many seats gets from its place."""
        return self._worth(seats)[0]

    @property
    def plain(self) -> PointsTable:
        """The table as a `PointsTable`, for code that needs only byes and units: a win is the first place of the
        smallest table."""
        first = self.unit if self.key in WAYS else self._worth(self.seats[0])[0]
        bye = self.bye * (1 if self.key == SETTLEMENT else SHARES)
        return PointsTable(
            key=self.key, unit=self.unit, win=max(first, 1), tie=bye // 2, loss=0, forfeit_win=max(first, 1),
            forfeit_loss=0, pab=bye, full=0 if self.key == SETTLEMENT else first,
        )  # fmt: skip

    def _worth(self, seats: int) -> tuple[int, ...]:
        if self.key == PLACES:
            return tuple(self.unit * (seats - place) // (seats - 1) for place in range(1, seats + 1))
        return tuple(value * SHARES for value in self.rows[seats])


Given = tuple[int, ...]


def _shared(worth: Sequence[int], places: Sequence[int], place: int) -> int:
    """The points of this place: equal seats share the points of their places."""
    equals = sum(other == place for other in places)
    return sum(worth[place - 1 : place - 1 + equals]) // equals


def places_by(scores: Sequence[Any]) -> tuple[int, ...]:
    """Places from scores, the highest first; equal scores share the best of their places."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def left_behind(place: int, others: Sequence[int]) -> Fraction:
    """The share of the others at a table who finished behind this place; level ones count half."""
    behind = sum((Fraction(other > place) + Fraction(other == place, 2) for other in others), Fraction(0))
    return behind / len(others) if others else Fraction(0)


def _ready(key: str, per: int, bye: int, *rows: tuple[int, ...]) -> TablePoints:
    return TablePoints(key=key, per=per, bye=bye, rows={len(row): row for row in rows})


TABLE_POINTS: Mapping[str, TablePoints] = {
    "5-3-1": _ready(
        "5-3-1", 2, 6,
        (10, 6, 2), (10, 8, 4, 2), (10, 8, 6, 4, 2), (10, 9, 7, 5, 3, 2), (10, 9, 8, 6, 4, 3, 2),
        (10, 9, 8, 7, 5, 4, 3, 2),
    ),
    "3-1-0": _ready(
        "3-1-0", 2, 2,
        (6, 2, 0), (6, 3, 1, 0), (6, 4, 2, 1, 0), (6, 4, 3, 2, 1, 0), (6, 4, 4, 2, 2, 1, 0), (6, 4, 4, 2, 2, 2, 1, 0),
    ),
    "2-1-0": _ready(
        "2-1-0", 2, 2,
        (4, 2, 0), (4, 3, 1, 0), (4, 3, 2, 1, 0), (4, 3, 2, 2, 1, 0), (4, 3, 3, 2, 1, 1, 0), (4, 3, 3, 2, 2, 1, 1, 0),
    ),
    PLACES: TablePoints(key=PLACES, per=2, rows={}, bye=1),
    SETTLEMENT: TablePoints(key=SETTLEMENT, rows={}),
}  # fmt: skip


def table_points(data: str | Mapping[str, Any]) -> TablePoints:
    """How a table counts, by key or from the data of a custom table: `{"key", "unit", "bye", "seats"}`, where `seats`
    has for each number of seats the points of the places, the first one first: `{"3": [4, 2, 1]}`. Raises KeyError for
    an unknown key, BadTable for invalid data."""
    if isinstance(data, str):
        return TABLE_POINTS[data]
    unknown = sorted(str(name) for name in data if name not in ("key", "unit", "bye", "seats"))
    if unknown:
        raise BadTable(unknown[0], "a table of points has key, unit, bye, seats")
    key = data.get("key")
    if not isinstance(key, str) or not 1 <= len(key) <= 20 or key in TABLE_POINTS or key in TABLES:
        raise BadTable("key", "a name of up to 20 letters that no ready table bears")
    rows = data.get("seats")
    if not isinstance(rows, Mapping) or not rows:
        raise BadTable("seats", 'what the places are worth by number of seats, such as {"3": [5, 3, 1]}')
    unit = _whole("unit", data.get("unit", 1), 1, MOST_UNIT)
    found = dict(_row(count, row) for count, row in rows.items())
    return TablePoints(key=key, per=unit, rows=found, bye=_whole("bye", data.get("bye", 0), 0, MOST_VALUE))


def scale_of(settings: Mapping[str, Any]) -> PointsTable | TablePoints:
    """The table of points of a stage from its settings: of two sides, or of three and more."""
    return table_points(settings["table_points"]) if "table_points" in settings else points_table(settings["points"])


def ready_for(settings: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The setting that names a stage's table of points, and the keys of the ready tables that it can have."""
    return ("table_points", tuple(TABLE_POINTS)) if "table_points" in settings else ("points", tuple(TABLES))


def points_of(kind: str, outcome: Outcome, scale: PointsTable | TablePoints) -> tuple[int, ...]:
    """The points of each side of a match, in the unit of its table of points. Raises as this table does."""
    if isinstance(scale, PointsTable):
        return scale.points(kind, outcome)
    return outcome.ruling or scale.points(outcome.places, outcome.margins, outcome.absent)


def counted_by(settings: Mapping[str, Any]) -> PointsTable:
    """The points table of a stage from its settings; of tables of three and more what it says of byes and units."""
    scale = scale_of(settings)
    return scale if isinstance(scale, PointsTable) else scale.plain


def _row(count: object, row: object) -> tuple[int, tuple[int, ...]]:
    seats = int(count) if isinstance(count, str) and count.isascii() and count.isdigit() and len(count) < 3 else 0
    if not LEAST <= seats <= MOST:
        raise BadTable("seats", f"tables of {LEAST} to {MOST} seats")
    if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != seats:
        raise BadTable("seats", f"{seats} places for a table of {seats}")
    worth = tuple(_whole("seats", value, 0, MOST_VALUE) for value in row)
    if list(worth) != sorted(worth, reverse=True) or worth[0] == worth[-1]:
        raise BadTable("seats", "no place is worth more than a better one, and the first more than the last")
    return seats, worth


def _whole(name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadTable(name, f"a whole number from {least} to {most}")
    return value
