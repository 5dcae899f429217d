"""Search for rounds that are possible together: everybody has a partner in each, and no two meet twice.

First by exchanges from an attempt, which finds what there is in next to no time; where it finds nothing every way is
tried, so that a "no" is certain as long as the search comes to its end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from tournaments.pairing import matching
from tournaments.pairing.pods.chance import Chance
from tournaments.pairing.swiss.ahead.agenda import Slate
from tournaments.pairing.swiss.ahead.cuts import bits, has_odd_cut

Matching = dict[int, int]  # each with the partner
SHORT, LONG, LONGEST = 6, 40, 600  # exchanges for each place: at once, where there may be a way, where all hangs on it
MOST_TRIED = 4_000  # steps of one full search
ALL_EFFORT = 10_000  # steps of all searches for one round
COST = 50  # steps that a search costs at least
CHEAP = 8  # exchanges that cost as much as a step


@dataclass(slots=True)
class Effort:
    """The steps that remain for the searches of one round, so that it is paired in at most about a second."""

    left: int = ALL_EFFORT


class Packing:
    """The places of several rounds, as sets of bits."""

    def __init__(self, slates: Sequence[Slate], effort: Effort | None = None) -> None:
        self.effort = effort or Effort()
        self.numbers = sorted({n for slate in slates for n in slate.meets})
        at = {n: place for place, n in enumerate(self.numbers)}
        self.size = len(self.numbers)
        self.allowed = [[0] * self.size for _ in slates]
        self.needed = [0] * len(slates)
        for row, slate, r in zip(self.allowed, slates, range(len(slates)), strict=True):
            for n, others in slate.meets.items():
                row[at[n]] = sum(1 << at[other] for other in others)
                self.needed[r] |= 1 << at[n]
        self._settle()
        while self._leave_out():
            pass

    def _settle(self) -> None:
        """Remove the pairs that one round must have from the other rounds."""
        for r, row in enumerate(self.allowed):
            for u, those in enumerate(row):
                if those.bit_count() == 1:
                    v = _first(those)
                    for n, other in enumerate(self.allowed):
                        if n != r:
                            other[u], other[v] = other[u] & ~(1 << v), other[v] & ~(1 << u)

    def _leave_out(self) -> bool:
        """Remove the games of entries that must play others in every round; returns whether there were any.

        Who has no more partners than rounds must meet them all."""
        partners, rounds = self._partners(), self._rounds()
        bound = sum(1 << u for u, those in enumerate(partners) if those.bit_count() == rounds[u])
        found = False
        for u, those in enumerate(partners):
            must = those & bound
            if those != must and must.bit_count() == rounds[u] and not bound >> u & 1:
                found = True
                for v in bits(those & ~must):
                    for row in self.allowed:
                        row[u], row[v] = row[u] & ~(1 << v), row[v] & ~(1 << u)
                    partners[v] &= ~(1 << u)
                partners[u] = must
        return found

    def _partners(self) -> list[int]:
        """The partners that everybody may meet in any of the rounds."""
        return [reduce(or_, (row[u] for row in self.allowed), 0) for u in range(self.size)]

    def _rounds(self) -> list[int]:
        """The number of rounds that everybody is in."""
        return [sum(needed >> u & 1 for needed in self.needed) for u in range(self.size)]

    def find(self, start: Sequence[Matching] = (), turns: int = LONGEST) -> list[Matching] | None:
        """Find a partner for everybody in every round, starting from a solution of something similar; None if there is
        none, or none was found in time."""
        self.effort.left -= COST
        if not self._is_enough():
            return None
        found = self._exchange(start, SHORT)
        if found is None and self.effort.left > 0 and self._may_be():
            found = self._exchange(start, turns) or _Trial(self).solve()
        if found is None:
            return None
        return [{self.numbers[u]: self.numbers[v] for u, v in enumerate(mates) if v >= 0} for mates in found]

    def _is_enough(self) -> bool:
        """Does everybody have partners for all rounds?"""
        return all(those.bit_count() >= n for those, n in zip(self._partners(), self._rounds(), strict=True))

    def _may_be(self) -> bool:
        """Check a necessary condition that is quick: each round can be paired by itself, and all rounds together can be
        chosen from the remaining games, with as many games for each entry as it has rounds."""
        return all(map(self._is_paired, range(len(self.needed)))) and self._has_factor() and not self._has_cut()

    def _has_cut(self) -> bool:
        """Is there, for some rounds that are alike, an odd set with fewer games to the others than rounds?"""
        alike = Counter((needed, tuple(row)) for needed, row in zip(self.needed, self.allowed, strict=True))
        return any(count > 1 and has_odd_cut(needed, row, count) for (needed, row), count in alike.items())

    def _has_factor(self) -> bool:
        """Tutte: a choice of games with the wanted number for everybody is a perfect matching in a graph where each
        game has a vertex at both ends, and everybody has as many more vertices as games must be left out."""
        partners, rounds = self._partners(), self._rounds()
        ends = {(u, v): n for n, (u, v) in enumerate((u, v) for u in range(self.size) for v in bits(partners[u]))}
        size = len(ends)
        edges = [(n, ends[v, u]) for (u, v), n in ends.items() if u < v]
        for u, those in enumerate(partners):
            spare = those.bit_count() - rounds[u]
            edges += [(ends[u, v], size + k) for v in bits(those) for k in range(spare)]
            size += spare
        mates = matching.largest(size, edges)
        return all(mate != n for n, mate in enumerate(mates))

    def _is_paired(self, r: int) -> bool:
        row = self.allowed[r]
        edges = [(u, v) for u in range(self.size) for v in bits(row[u] >> u << u)]
        mates = matching.largest(self.size, edges)
        return all(mates[v] != v for v in bits(self.needed[r]))

    def _exchange(self, start: Sequence[Matching], turns: int) -> list[list[int]] | None:
        """Fill place after place. If nobody is free for one, take a partner from another pair of the round, or a pair
        from another round."""
        mates, free = self._begun(start)
        holes = [(r, v) for r, row in enumerate(mates) for v in bits(self.needed[r]) if row[v] < 0]
        chance = Chance(f"{self.size}:{len(holes)}")
        for _ in range(turns * self.size * len(self.needed)):
            holes = [(r, v) for r, v in holes if mates[r][v] < 0]
            if not holes:
                return mates
            r, v = holes[chance.below(len(holes))]
            row = mates[r]
            options = list(bits(self.allowed[r][v]))
            if not options:
                return None
            unused = [u for u in options if free[v] >> u & 1]
            single = [u for u in unused if row[u] < 0]
            pool = single or (unused if unused and chance.below(8) else options)
            u = pool[chance.below(len(pool))]
            if not free[v] >> u & 1:
                other = next(n for n, line in enumerate(mates) if line[v] == u)
                mates[other][u] = mates[other][v] = -1
                holes += [(other, u), (other, v)]
            else:
                free[u], free[v] = free[u] & ~(1 << v), free[v] & ~(1 << u)
            if row[u] >= 0:
                w = row[u]
                row[w] = -1
                free[u], free[w] = free[u] | 1 << w, free[w] | 1 << u
                holes.append((r, w))
            row[u], row[v] = v, u
        self.effort.left -= turns * self.size * len(self.needed) // CHEAP
        return None

    def _begun(self, start: Sequence[Matching]) -> tuple[list[list[int]], list[int]]:
        """The partners of the start, as far as they are allowed here, and the entries that each may still meet."""
        at = {n: place for place, n in enumerate(self.numbers)}
        mates = [[-1] * self.size for _ in self.needed]
        free = [(1 << self.size) - 1] * self.size
        for row, allowed, given in zip(mates, self.allowed, start, strict=False):
            for one, other in given.items():
                u, v = at.get(one, -1), at.get(other, -1)
                if 0 <= u < v and allowed[u] >> v & 1 and free[u] >> v & 1 and row[u] < 0 and row[v] < 0:
                    row[u], row[v] = v, u
                    free[u], free[v] = free[u] & ~(1 << v), free[v] & ~(1 << u)
        return mates, free


class _Trial:
    """Try every way, round after round; in each, the entry with the fewest partners comes first. What has failed is
    remembered."""

    def __init__(self, packing: Packing) -> None:
        self.packing = packing
        self.order = sorted(range(len(packing.needed)), key=self._count)
        self.free = [(1 << packing.size) - 1] * packing.size
        self.mates = [[-1] * packing.size for _ in packing.needed]
        self.failed: set[tuple[int, int, tuple[int, ...]]] = set()
        self.left = min(MOST_TRIED, packing.effort.left)

    def _count(self, r: int) -> int:
        return sum(row.bit_count() for row in self.packing.allowed[r])

    @cached_property
    def is_same(self) -> list[bool]:
        """Is a round, in this order, the same as the one before it?"""
        p = self.packing
        two = zip(self.order, self.order[1:], strict=False)
        return [False, *(p.allowed[a] == p.allowed[b] and p.needed[a] == p.needed[b] for a, b in two)]

    def solve(self) -> list[list[int]] | None:
        return self.mates if self._round(0) else None

    def _round(self, n: int) -> bool:
        """Fill the rounds from the n-th of the order on."""
        if n == len(self.order):
            return True
        if not self._may_go_on(n):
            return False
        least = self._least(n)
        key = (n, least, tuple(f & a for f, a in zip(self.free, self.packing.allowed[self.order[n]], strict=True)))
        if key in self.failed:
            return False
        if self._fill(n, self.packing.needed[self.order[n]], least):
            return True
        self.failed.add(key)
        return False

    def _least(self, n: int) -> int:
        """The least partner allowed for the first entry. Rounds that are alike are tried in one order only, by the
        partner of their first."""
        if not self.is_same[n]:
            return -1
        return self.mates[self.order[n - 1]][_first(self.packing.needed[self.order[n]])]

    def _fill(self, n: int, open_: int, least: int) -> bool:
        if not open_:
            return self._round(n + 1)
        if self.left <= 0:
            return False
        self.left -= 1
        self.packing.effort.left -= 1
        r = self.order[n]
        allowed, row = self.packing.allowed[r], self.mates[r]
        first = _first(self.packing.needed[r])
        v, options = -1, 0
        for u in bits(open_):
            mine = allowed[u] & self.free[u] & open_
            if u == first:
                mine &= ~((1 << least + 1) - 1)
            if v < 0 or mine.bit_count() < options.bit_count():
                v, options = u, mine
                if mine.bit_count() < 2:
                    break
        for u in bits(options):
            if v != first and u == first and v <= least:
                continue
            self._take(row, u, v)
            if self._fill(n, open_ & ~(1 << u | 1 << v), least):
                return True
            self._give_back(row, u, v)
        return False

    def _take(self, row: list[int], u: int, v: int) -> None:
        row[u], row[v] = v, u
        self.free[u] &= ~(1 << v)
        self.free[v] &= ~(1 << u)

    def _give_back(self, row: list[int], u: int, v: int) -> None:
        row[u] = row[v] = -1
        self.free[u] |= 1 << v
        self.free[v] |= 1 << u

    def _may_go_on(self, n: int) -> bool:
        """Does everybody have enough partners for the remaining rounds, and is no odd set of them cut off?"""
        p, rounds = self.packing, self.order[n:]
        for v in range(p.size):
            partners = 0
            for r in rounds:
                partners |= p.allowed[r][v]
            if (partners & self.free[v]).bit_count() < sum(p.needed[r] >> v & 1 for r in rounds):
                return False
        return all(self._is_even(r) for k, r in enumerate(rounds) if not k or not self.is_same[n + k])

    def _is_even(self, r: int) -> bool:
        """Does every connected part of the round have an even number of entries?"""
        left, allowed = self.packing.needed[r], self.packing.allowed[r]
        while left:
            part = edge = left & -left
            while edge:
                near = 0
                for v in bits(edge):
                    near |= allowed[v] & self.free[v]
                edge = near & ~part
                part |= edge
            if part.bit_count() % 2:
                return False
            left &= ~part
        return True


def _first(those: int) -> int:
    return (those & -those).bit_length() - 1
