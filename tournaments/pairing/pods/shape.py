"""Decide how many players sit at each table, and how many sit out."""

from dataclasses import dataclass

LEAST_SEATS, MOST_SEATS = 2, 12


class BadPods(ValueError):
    """Impossible tables. `code` says why, `numbers` whom it is about (entrants, or the counts that are meant):

    shape (no such table), few (fewer entrants than a table takes), many (more than can be planned for), rounds (less
    than one, or too many), twice (an entrant entered or seated twice), unknown (seated, but not in the field), missing
    (in the field, but without a place), size (a table of a size that the shape does not allow), byes (other byes than
    the numbers ask for), apart (those who must not meet cannot be kept apart), by (neither by score nor by meetings).
    """

    def __init__(self, code: str, *numbers: int) -> None:
        super().__init__(code, *numbers)
        self.code, self.numbers = code, numbers


@dataclass(frozen=True, slots=True)
class Shape:
    """The size of a table: `least` to `most` seats, `best` if possible. Raises BadPods("shape")."""

    least: int = 3
    most: int = 4
    best: int = 3

    def __post_init__(self) -> None:
        if not LEAST_SEATS <= self.least <= self.best <= self.most <= MOST_SEATS:
            raise BadPods("shape", self.least, self.most, self.best)


def shape_for(size: int) -> Shape:
    """The usual shape for tables of this size: threes and fours mix; from five on a table may have one seat fewer or
    more. Raises BadPods("shape")."""
    return Shape(3, 4, size) if size in (3, 4) else Shape(size - 1, size + 1, size)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The seats of each table, the smallest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


def sizes(count: int, shape: Shape) -> Sizes:
    """The tables for `count` entrants: first with the fewest byes, then with numbers of seats as close as possible to
    `best`, then with the most tables. Raises BadPods("few") if the entrants do not fill one table."""
    if count < shape.least:
        raise BadPods("few", count, shape.least)
    byes = next(byes for byes in range(count) if _numbers_of_tables(count - byes, shape))
    seated = count - byes
    tables = min(_numbers_of_tables(seated, shape), key=lambda n: (abs(seated - shape.best * n), -n))
    each, more = divmod(seated, tables)
    return Sizes((each,) * (tables - more) + (each + 1,) * more, byes)


def _numbers_of_tables(seated: int, shape: Shape) -> range:
    """The numbers of tables at which exactly `seated` players can sit."""
    return range(-(-seated // shape.most), seated // shape.least + 1)
