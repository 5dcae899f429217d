"""Plan rounds over the entrants 0 to count - 1, by construction if there is one, else by search."""

from collections.abc import Iterator, Sequence
from math import comb

from tournaments.pairing.pods.bounds import least_repeats, spread_evenly
from tournaments.pairing.pods.chance import Chance
from tournaments.pairing.pods.designs import Rounds, known, long_searched
from tournaments.pairing.pods.score import Standings, seated
from tournaments.pairing.pods.tabu import Costs, Limits, Search, improved

CELLS = 500_000  # entrants × tables × rounds that a search may hold
LOOKS = 1_800_000  # swaps that a search may look at, over all its starts
STARTS = 3
PATIENCE = 100_000  # swaps looked at without a gain, where the repeats are as few as can be
STEP = 1_000  # what a repeated meeting costs, where sitting unevenly at larger tables costs 1


def schedule(count: int, sizes: Sequence[int], rounds: int, chance: Chance) -> Rounds:
    """Plan `rounds` rounds at tables of these sizes for everybody: first with few repeats, then with larger tables
    shared evenly."""
    start = long_searched(sizes, rounds) or _constructed(count, sizes, rounds, chance)
    least = least_repeats(count, [sizes] * rounds)
    is_even = min(sizes) == max(sizes)
    if len(start) == rounds and is_even and repeated(start, count) <= least:
        return start
    rosters = [list(range(count))] * rounds
    if count * len(sizes) * rounds > CELLS:
        return evened(_completed(start, count, sizes, rounds, chance), count)
    costs = Costs(price=no_prices(count), step=STEP, large=0 if is_even else 1)
    starts = starts_from(_completed(start, count, sizes, rounds, chance) if start else [], rosters, sizes, chance)
    target = STEP * least + _even_share(count, sizes, rounds)
    return best_of(costs, starts, target, chance, enough=STEP * (least + 1) - 1)


def best_of(
    costs: Costs, starts: Iterator[Rounds], least: int, chance: Chance, *, enough: int = -1, looks: int = LOOKS
) -> Rounds:
    """The cheapest rounds that the search finds from some starts. It stops at `least`, and at `enough` if there is no
    lower cost for a while."""
    limits = Limits(least=least, looks=looks // STARTS, heed=costs.step, enough=enough, patience=PATIENCE)
    found: list[tuple[int, Rounds]] = []
    for start in starts:
        found.append(improved(Search(costs, start), chance, limits))
        if found[-1][0] <= max(least, enough):
            break
    return min(found, key=lambda one: one[0])[1]


def starts_from(start: Rounds, rosters: list[list[int]], sizes: Sequence[int], chance: Chance) -> Iterator[Rounds]:
    """The starts of searches: the given rounds, if any, and then random rounds."""
    if start:
        yield start
    for _ in range(STARTS - bool(start)):
        yield dealt(rosters, sizes, chance)


def _completed(start: Rounds, count: int, sizes: Sequence[int], rounds: int, chance: Chance) -> Rounds:
    """The given rounds and further ones, each made by itself so that few meet again."""
    found = list(start)
    price: list[dict[int, int]] = [{} for _ in range(count)]
    for tables in found:
        _met(tables, price)
    while len(found) < rounds:
        field = Standings([0] * count, price, [0] * count)
        found.append(seated(chance.shuffled(list(range(count))), sizes, field, chance))
        _met(found[-1], price)
    return found


def _met(tables: list[list[int]], price: list[dict[int, int]]) -> None:
    for table in tables:
        for a in table:
            for b in table:
                if a != b:
                    price[a][b] = price[a].get(b, 0) + 1


def no_prices(count: int) -> list[list[int]]:
    """The prices of a field in which nobody has met."""
    return [[0] * count for _ in range(count)]


def repeated(rounds: Rounds, count: int) -> int:
    """The sum over pairs of C(meetings, 2)."""
    met: dict[int, int] = {}
    for tables in rounds:
        for table in tables:
            for i, a in enumerate(table):
                for b in table[:i]:
                    key = min(a, b) * count + max(a, b)
                    met[key] = met.get(key, 0) + 1
    return sum(comb(n, 2) for n in met.values())


def _constructed(count: int, sizes: Sequence[int], rounds: int, chance: Chance) -> Rounds:
    """The rounds of a construction, repeated from the start as often as needed. Each repetition exchanges the entrants
    at random, unless everybody has met everybody in the one before."""
    whole = known(sizes, rounds)
    if len(whole) < 2 or len(whole) >= rounds:
        return whole if len(whole) > 1 or rounds == 1 else []
    is_complete = len(whole) * sum(comb(size, 2) for size in sizes) == comb(count, 2)
    if not is_complete and rounds < 2 * len(whole):
        return whole
    found = list(whole)
    while len(found) < rounds:
        new = list(range(count)) if is_complete else chance.shuffled(list(range(count)))
        found += [[[new[one] for one in table] for table in tables] for tables in whole]
    return found[:rounds]


def dealt(rosters: list[list[int]], sizes: Sequence[int], chance: Chance) -> Rounds:
    """Each roster at tables of these sizes, at random."""
    found: Rounds = []
    for roster in rosters:
        order = iter(chance.shuffled(roster))
        found.append([[next(order) for _ in range(size)] for size in sizes])
    return found


def _even_share(count: int, sizes: Sequence[int], rounds: int) -> int:
    """The sum of the squares of how often each sits at the larger tables, if that is as even as possible."""
    if min(sizes) == max(sizes):
        return 0
    total = rounds * sum(size for size in sizes if size > min(sizes))
    return total + 2 * spread_evenly(total, count)


def evened(rounds: Rounds, count: int) -> Rounds:
    """The same rounds of a large field, in which entrants who sit at the larger tables too often have changed places
    with others who do so less, as far as nobody meets again because of it."""
    met: list[set[int]] = [set() for _ in range(count)]
    load = [0] * count
    for tables in rounds:
        least = min(map(len, tables))
        for table in tables:
            for a in table:
                met[a].update(table)
                load[a] += len(table) > least
    for tables in rounds:
        _even_round(tables, met, load)
    return rounds


def _even_round(tables: list[list[int]], met: list[set[int]], load: list[int]) -> None:
    """Lower the loads of one round's larger tables."""
    least = min(map(len, tables))
    small = [table for table in tables if len(table) == least]
    for table in tables:
        if len(table) == least:
            continue
        for a in sorted(table, key=lambda one: -load[one]):
            _changed_places(a, table, small, met, load)


def _changed_places(a: int, table: list[int], small: list[list[int]], met: list[set[int]], load: list[int]) -> None:
    """Let an entrant change places with the one of a small table who has the lowest load, at least two lower, if
    somebody is found who then meets nobody again."""
    mates = [x for x in table if x != a]
    fewest = min((load[b] for other in small for b in other), default=0)
    if fewest > load[a] - 2:
        return
    for other in small:
        for b in other:
            if load[b] > min(fewest + 1, load[a] - 2) or any(x in met[b] for x in mates):
                continue
            others = [x for x in other if x != b]
            if any(x in met[a] for x in others):
                continue
            for one, old, new in ((a, mates, others), (b, others, mates)):
                met[one].difference_update(old)
                met[one].update(new)
                for x in old:
                    met[x].discard(one)
                for x in new:
                    met[x].add(one)
            table[table.index(a)], other[other.index(b)] = b, a
            load[a] -= 1
            load[b] += 1
            return
