"""Assign seats so that everybody has each seat, and the first deal, about equally often.

A table lists its entrants in seat order; seat 0 deals first. Seats that every table has are shared out exactly in a
plan: each entrant has each of them equally often, within one. The further seats of larger tables go to whoever has had
them least.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

Tables = Sequence[Sequence[int]]
Had = Mapping[int, Sequence[int]]  # how often an entrant has had each seat


def counted(rounds: Iterable[Iterable[Sequence[int]]], most: int) -> dict[int, list[int]]:
    """The number of times that each entrant has had each of `most` seats."""
    had: dict[int, list[int]] = defaultdict(lambda: [0] * most)
    for tables in rounds:
        for table in tables:
            for seat, one in enumerate(table[:most]):
                had[one][seat] += 1
    return had


def shared_out(rounds: Sequence[Tables]) -> list[list[list[int]]]:
    """Every table of a plan in seat order.

    The tables are coloured by seats: entrants and tables are the sides of a graph, who sits where its edges. An entrant
    counts as a new one after as many rounds as there are seats, so that nobody has more edges than there are colours;
    then a colouring exists (König) in which everybody has each seat once in each such turn.
    """
    common = min(len(table) for tables in rounds for table in tables)
    seats: list[list[list[int]]] = []
    colours = _Colours(common)
    played: Counter[int] = Counter()
    further: Counter[int] = Counter()
    for r, tables in enumerate(rounds):
        seats.append([])
        for t, table in enumerate(tables):
            last = sorted(table, key=lambda one: (further[one], played[one]))[: len(table) - common]
            seats[-1].append(last)
            further.update(last)
            for one in table:
                if one not in last:
                    colours.add((one, played[one] // common), (r, t))
                    played[one] += 1
    for (r, t), order in colours.tables():
        seats[r][t] = [*order, *seats[r][t]]
    return seats


Side = tuple[int, int]


class _Colours:
    """Edges between entrants and tables, coloured so that no two edges at the same end have the same colour."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self.entrants: dict[Side, list[Side | None]] = {}
        self.tables_: dict[Side, list[Side | None]] = {}

    def add(self, entrant: Side, table: Side) -> None:
        """Colour one more edge. If the ends have no free colour in common, two colours are exchanged along a path."""
        mine = self.entrants.setdefault(entrant, [None] * self.colours)
        theirs = self.tables_.setdefault(table, [None] * self.colours)
        free, wanted = theirs.index(None), mine.index(None)
        if mine[free] is not None:
            self._exchange(table, wanted, free)
            free = wanted
        mine[free], theirs[free] = table, entrant

    def _exchange(self, table: Side, one: int, other: int) -> None:
        """Exchange two colours along the path that starts at a table with the first of them."""
        path: list[Side] = [table]
        sides = self.tables_, self.entrants
        colour = one
        while (following := sides[(len(path) - 1) % 2][path[-1]][colour]) is not None:
            path.append(following)
            colour = one + other - colour
        for n, end in enumerate(path):
            colours = sides[n % 2][end]
            colours[one], colours[other] = colours[other], colours[one]

    def tables(self) -> Iterable[tuple[Side, list[int]]]:
        """Each table with its entrants by colour."""
        for table, found in self.tables_.items():
            yield table, [entrant[0] for entrant in found if entrant is not None]


def next_order(table: Sequence[int], had: Had) -> tuple[int, ...]:
    """The entrants of one table in seat order, so that nobody gets a seat that they have had more often than others if
    another order avoids it. Ties keep the given order."""
    price = [[_price(had.get(one, ()), seat) for seat in range(len(table))] for one in table]
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}  # by those who have a seat: the cost, the order
    for seat in range(len(table)):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in best.items():
            for n in range(len(table)):
                if not taken & 1 << n:
                    found = cost + price[n][seat], (*order, n)
                    key = taken | 1 << n
                    following[key] = min(following.get(key, found), found)
        best = following
    return tuple(table[n] for n in best[(1 << len(table)) - 1][1])


def _price(had: Sequence[int], seat: int) -> int:
    """The cost of giving somebody this seat once more than the seat they have had least."""
    return (had[seat] - min(had)) ** 2 if seat < len(had) else 0
