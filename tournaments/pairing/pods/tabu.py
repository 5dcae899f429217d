"""Improve several rounds at once by exchanges that lower their cost (tabu search).

Two entrants of one round change tables, whichever of the swaps looked at costs least, even if it costs more than
nothing; who has just left a table does not come back for a few turns (tabu search, after Dotú and Van Hentenryck,
"Scheduling Social Golfers Locally", 2005). The budget is counted in swaps looked at, never in seconds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.pairing.pods.chance import Chance

Tables = list[list[int]]
Prices = list[list[int]]
Swap = tuple[int, int, int, int]  # round, one, other, what it costs

SAMPLE = 12  # seats whose swaps are looked at in a turn
STAY, STAY_MORE = 2, 6  # turns for which nobody comes back: at least, and drawn on top


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The costs of a plan, in one unit. `price[a][b]` is the cost of the first meeting of a and b in these rounds; each
    further one costs `step` more. `first[a][b]` is added in the first round only. An entrant who sits n times at the
    larger tables of a round costs n × n × `large`, where `load` is the earlier number."""

    price: Prices
    step: int = 1
    first: Prices | None = None
    large: int = 0
    load: Sequence[int] = ()


@dataclass(slots=True)
class Search:
    """Rounds of tables over 0 to count - 1 while they are improved, and the cost of each exchange.

    `reach[r][a][t]` is the sum of the prices between a and the entrants of table t in round r, `at[r][a]` the table of
    a in round r, or -1.
    """

    costs: Costs
    rounds: list[Tables]
    cost: int = 0
    price: Prices = field(init=False)
    at: list[list[int]] = field(init=False)
    reach: list[list[list[int]]] = field(init=False)
    load: list[int] = field(init=False)
    least_size: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.rounds = [[list(table) for table in tables] for tables in self.rounds]
        self.price = [list(row) for row in self.costs.price]
        count = len(self.price)
        self.at = [[-1] * count for _ in self.rounds]
        self.load = list(self.costs.load) or [0] * count
        self.least_size = [min(map(len, tables), default=0) for tables in self.rounds]
        for r, tables in enumerate(self.rounds):
            for t, table in enumerate(tables):
                self._seat(r, t, table)
        self.reach = [[self._row(r, a, tables) for a in range(count)] for r, tables in enumerate(self.rounds)]

    def _seat(self, r: int, t: int, table: list[int]) -> None:
        price, step, first = self.price, self.costs.step, self.costs.first if r == 0 else None
        for a, b in combinations(table, 2):
            self.cost += price[a][b] + (first[a][b] if first else 0)
            price[a][b] += step
            price[b][a] += step
        for a in table:
            self.at[r][a] = t
            if len(table) > self.least_size[r]:
                self.cost += self.costs.large * (2 * self.load[a] + 1)
                self.load[a] += 1

    def _row(self, r: int, a: int, tables: Tables) -> list[int]:
        row, first = self.price[a], self.costs.first
        if r == 0 and first:
            row = [x + y for x, y in zip(row, first[a], strict=True)]
        return [sum([row[b] for b in table]) for table in tables]

    def paying(self, heed: int) -> list[tuple[int, int]]:
        """Every (round, entrant) whose table costs at least `heed`."""
        step = self.costs.step
        found = []
        for r, (tables, reach) in enumerate(zip(self.rounds, self.reach, strict=True)):
            for t, table in enumerate(tables):
                most = heed + step * (len(table) - 1)
                found += [(r, a) for a in table if reach[a][t] >= most]
        return found

    def uneven(self) -> list[tuple[int, int]]:
        """Every (round, entrant) who should change between larger and smaller tables for an even share."""
        if not self.costs.large:
            return []
        share, rest = divmod(sum(self.load), len(self.load))
        most = share + bool(rest)
        return [
            (r, a)
            for r, tables in enumerate(self.rounds)
            for table in tables
            for a in table
            if (self.load[a] > most if len(table) > self.least_size[r] else self.load[a] < share)
        ]

    def swaps(self, r: int, a: int) -> Iterator[tuple[int, int]]:
        """Every exchange of a in round r, as (cost, other)."""
        tables, reach, price, step = self.rounds[r], self.reach[r], self.price[a], self.costs.step
        if r == 0 and self.costs.first:
            price = [x + y for x, y in zip(price, self.costs.first[a], strict=True)]
        here, mine, large, load = self.at[r][a], reach[a], self.costs.large, self.load
        size = len(tables[here])
        paid = mine[here] - step * (size - 1)
        for t, table in enumerate(tables):
            if t == here:
                continue
            more = mine[t] - paid + step * (len(table) - 1)
            if large and len(table) != size:
                sign = 1 if len(table) > size else -1
                for b in table:
                    theirs = reach[b]
                    moved = 2 * large * (sign * (load[a] - load[b]) + 1)
                    yield more + theirs[here] - theirs[t] - 2 * price[b] + moved, b
            else:
                for b in table:
                    theirs = reach[b]
                    yield more + theirs[here] - theirs[t] - 2 * price[b], b

    def swap(self, r: int, a: int, b: int, cost: int) -> None:
        """Exchange a and b in round r, which costs `cost`."""
        at, tables = self.at[r], self.rounds[r]
        here, there = at[a], at[b]
        self._change_reach(r, a, b)
        one, other = tables[here], tables[there]
        one[one.index(a)] = b
        other[other.index(b)] = a
        at[a], at[b] = there, here
        step = self.costs.step
        for x in one:
            if x != b:
                self._change(a, x, -step)
                self._change(b, x, step)
        for x in other:
            if x != a:
                self._change(b, x, -step)
                self._change(a, x, step)
        if len(one) != len(other):
            sign = 1 if len(other) > len(one) else -1
            self.load[a] += sign
            self.load[b] -= sign
        self.cost += cost

    def _change_reach(self, r: int, a: int, b: int) -> None:
        """Update the round's sums after a and b have changed tables, at the present prices."""
        here, there = self.at[r][a], self.at[r][b]
        one, other = self.price[a], self.price[b]
        if r == 0 and (first := self.costs.first):
            one = [x + y for x, y in zip(one, first[a], strict=True)]
            other = [x + y for x, y in zip(other, first[b], strict=True)]
        for row, x, y in zip(self.reach[r], one, other, strict=True):
            if x != y:
                row[here] += y - x
                row[there] += x - y

    def _change(self, a: int, b: int, by: int) -> None:
        """Change the price of a and b, and with it the sums of all rounds."""
        self.price[a][b] += by
        self.price[b][a] += by
        for at, reach in zip(self.at, self.reach, strict=True):
            if at[b] >= 0:
                reach[a][at[b]] += by
            if at[a] >= 0:
                reach[b][at[a]] += by


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When a search ends: at the cost `least`, after so many `looks` (exchanges examined; other work of a turn counts
    in the same unit), or, at a cost of `enough` or less, after `patience` looks without a lower one. Costs of `heed`
    and more are reduced before all others."""

    least: int
    looks: int
    heed: int
    enough: int = -1
    patience: int = 0


def improved(search: Search, chance: Chance, limits: Limits) -> tuple[int, list[Tables]]:
    """Make exchanges until the limits are reached; returns the lowest cost found, and its rounds.

    Entrants at tables that cost `heed` or more are moved while there are any, then those who sit too often at the
    larger tables, then all who cost anything.
    """
    best, kept = search.cost, _copy(search.rounds)
    barred: dict[tuple[int, int, int], int] = {}
    looks, since, turn = 0, 0, 0
    besides = len(search.rounds) * (len(search.price) // 2 + 16)
    while looks < limits.looks and best > limits.least:
        turn += 1
        paying = search.paying(limits.heed) or search.uneven() or search.paying(1)
        if not paying or (best <= limits.enough and since >= limits.patience):
            break
        looked = len(search.price) * min(len(paying), SAMPLE) + besides
        looks, since = looks + looked, since + looked
        found = _cheapest(search, chance.some(paying, SAMPLE), barred, turn, best - search.cost, chance)
        if found is None:
            continue
        r, a, b, cost = found
        for one in (a, b):
            barred[r, one, search.at[r][one]] = turn + STAY + chance.below(STAY_MORE)
        search.swap(r, a, b, cost)
        if search.cost < best:
            best, kept, since = search.cost, _copy(search.rounds), 0
    return best, kept


def _cheapest(
    search: Search,
    paying: list[tuple[int, int]],
    barred: dict[tuple[int, int, int], int],
    turn: int,
    record: int,
    chance: Chance,
) -> Swap | None:
    """The cheapest of these exchanges that is not barred, or that costs less than `record`; a random one among
    equals."""
    best = 1 << 60
    found: list[Swap] = []
    for r, a in paying:
        at = search.at[r]
        for cost, b in search.swaps(r, a):
            if cost > best:
                continue
            is_free = barred.get((r, a, at[b]), 0) <= turn and barred.get((r, b, at[a]), 0) <= turn
            if is_free or cost < record:
                if cost < best:
                    best, found = cost, []
                found.append((r, a, b, cost))
    return found[chance.below(len(found))] if found else None


def _copy(rounds: list[Tables]) -> list[Tables]:
    return [[list(table) for table in tables] for tables in rounds]
