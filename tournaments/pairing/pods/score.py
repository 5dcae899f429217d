"""Pair one round by score: cut the standings into tables, then exchange neighbours until there are no avoidable
repeated meetings.

The standings are entrants in order. Where pairs at a table cost something, entrants change places with others at
tables nearby, whichever swap in the window costs least, even if it costs more than nothing: that is the kick that leads
out of a dead end. At last neighbours change places where that makes the scores at the tables more equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.pods.chance import Chance

Priced = Sequence[Mapping[int, int]]  # what it costs that two share a table, nothing where the pair is not named
Tables = list[list[int]]

WINDOW, WIDER = 4, 40  # tables to each side that are looked at; after so many turns without a gain twice as many
TURNS, TURNS_A_TABLE = 400, 4  # the most turns: in any field, and on top for each table
STAY, STAY_MORE = 3, 6
POLISHES = 6
NEAR = 2
SPREAD, UNEVEN = 4, 1  # what a point between the first and the last of a table costs; sitting at a larger one again


@dataclass(frozen=True, slots=True)
class Standings:
    """The field of a round: `score[a]` in whole units, the cost of pairs, and how often each has sat at a larger
    table."""

    score: Sequence[int]
    price: Priced
    load: Sequence[int]

    def pairs(self, table: Sequence[int]) -> int:
        """The cost of the pairs at a table."""
        return sum(self.price[a].get(b, 0) for i, a in enumerate(table) for b in table[:i])

    def spread(self, table: Sequence[int]) -> int:
        """The difference in points between the first and the last at a table."""
        scores = [self.score[a] for a in table]
        return max(scores) - min(scores)

    def uneven(self, table: Sequence[int]) -> int:
        """The cost of sitting at a larger table again."""
        return sum(2 * self.load[a] + 1 for a in table)


@dataclass(frozen=True, slots=True)
class Cut:
    """A state of the cut: the size of a table and the tables before it; size 0 before the first."""

    size: int = 0
    before: "Cut | None" = None


def cut(order: Sequence[int], sizes: Sequence[int], field: Standings) -> Tables:
    """Cut the standings into tables, in order. Tables of the rarer size go where scores differ least, and where those
    sit who have been at larger tables least."""
    small, large = min(sizes), max(sizes)
    rare = min((small, large), key=lambda size: (list(sizes).count(size), size))
    common = small + large - rare
    asked = list(sizes).count(rare) if small != large else 0
    best = {0: (0, Cut())}  # by the rare tables so far: what all tables cost, and the last of them
    for t in range(len(sizes)):
        following: dict[int, tuple[int, Cut]] = {}
        for rares, (cost, last) in best.items():
            start = (t - rares) * common + rares * rare
            for size in (common, rare)[: 2 if asked else 1]:
                now = rares + (asked > 0 and size == rare)
                if now > asked or asked - now > len(sizes) - t - 1:
                    continue
                added = cost + _cost(order[start : start + size], size == large != small, field)
                if now not in following or added < following[now][0]:
                    following[now] = added, Cut(size, last)
        best = following
    return _tables(order, best[asked][1])


def _cost(table: Sequence[int], is_large: bool, field: Standings) -> int:
    return SPREAD * field.spread(table) + (UNEVEN * field.uneven(table) if is_large else 0)


def _tables(order: Sequence[int], last: Cut) -> Tables:
    found: Tables = []
    end = len(order)
    while last.before is not None:
        found.append(list(order[end - last.size : end]))
        end, last = end - last.size, last.before
    return found[::-1]


def seated(order: Sequence[int], sizes: Sequence[int], field: Standings, chance: Chance) -> Tables:
    """The tables of a round, in the order of the standings."""
    tables = cut(order, sizes, field)
    _parted(tables, field, chance)
    _polished(tables, field)
    return tables


def _parted(tables: Tables, field: Standings, chance: Chance) -> None:
    """Exchange entrants until no pair costs anything, or for so many turns; returns the best round found."""
    cost = [field.pairs(table) for table in tables]
    best, kept, since = sum(cost), [list(table) for table in tables], 0
    barred: dict[tuple[int, int], int] = {}
    for turn in range(TURNS + TURNS_A_TABLE * len(tables)):
        paying = [t for t, paid in enumerate(cost) if paid]
        if not paying:
            break
        width = WINDOW << min(since // WIDER, 20)
        t = paying[chance.below(len(paying))]
        swap = _best_swap(tables, t, width, cost, field, barred, turn)
        if swap is not None:
            i, u, j = swap
            a, b = tables[t][i], tables[u][j]
            barred[a, t] = barred[b, u] = turn + STAY + chance.below(STAY_MORE)
            tables[t][i], tables[u][j] = b, a
            cost[t], cost[u] = field.pairs(tables[t]), field.pairs(tables[u])
        since += 1
        if (now := sum(cost)) < best:
            best, kept, since = now, [list(table) for table in tables], 0
    if sum(cost) > best:
        tables[:] = kept


def _best_swap(
    tables: Tables,
    t: int,
    width: int,
    cost: Sequence[int],
    field: Standings,
    barred: Mapping[tuple[int, int], int],
    turn: int,
) -> tuple[int, int, int] | None:
    """The cheapest exchange of somebody at table t with somebody nearby: the seat here, the table and the seat
    there."""
    here = tables[t]
    best: tuple[int, int, int, int, int] | None = None
    for u in range(max(0, t - width), min(len(tables), t + width + 1)):
        if u == t:
            continue
        there = tables[u]
        before = cost[t] + cost[u]
        spread = field.spread(here) + field.spread(there)
        for i, a in enumerate(here):
            if barred.get((a, u), -1) > turn:
                continue
            for j, b in enumerate(there):
                if barred.get((b, t), -1) > turn:
                    continue
                one, other = [*here[:i], b, *here[i + 1 :]], [*there[:j], a, *there[j + 1 :]]
                pairs = field.pairs(one) + field.pairs(other) - before
                if best is not None and pairs > best[0]:
                    continue
                wider = field.spread(one) + field.spread(other) - spread
                found = (pairs, wider, abs(u - t), i, j) if u > t else (pairs, wider, abs(u - t), i, -j - 1)
                if best is None or found < best:
                    best = found
    if best is None:
        return None
    _, _, off, i, j = best
    return (i, t + off, j) if j >= 0 else (i, t - off, -j - 1)


def _polished(tables: Tables, field: Standings) -> None:
    """Let neighbours change places as long as that makes the scores at tables more equal, or larger tables more evenly
    distributed, and does not make the pairs cost more."""
    for _ in range(POLISHES):
        gained = False
        for t in range(len(tables)):
            for u in range(t + 1, min(len(tables), t + NEAR + 1)):
                gained = _exchanged(tables, t, u, field) or gained
        if not gained:
            return


def _exchanged(tables: Tables, t: int, u: int, field: Standings) -> bool:
    """Make the best exchange between two tables if it gains anything."""
    one, other = tables[t], tables[u]
    before = SPREAD * (field.spread(one) + field.spread(other))
    if not before and len(one) == len(other):
        return False
    pairs = field.pairs(one) + field.pairs(other)
    least, best = 0, None
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            new, newer = [*one[:i], b, *one[i + 1 :]], [*other[:j], a, *other[j + 1 :]]
            cost = SPREAD * (field.spread(new) + field.spread(newer)) - before
            if len(one) != len(other):
                sign = 1 if len(other) > len(one) else -1
                cost += UNEVEN * 2 * sign * (field.load[a] - field.load[b])
            if cost < least and field.pairs(new) + field.pairs(newer) <= pairs:
                least, best = cost, (i, j)
    if best is None:
        return False
    i, j = best
    one[i], other[j] = other[j], one[i]
    return True
