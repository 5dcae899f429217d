"""One group as a graph: all legal pairs, with the quality of each as one whole number; solved and narrowed step by
step.

The graph reaches only as far down as something is at stake there: not at all where the rest can surely be paired, and
equally well, whoever comes down to it; else over the following group, or over everybody below (C4).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from tournaments.pairing import matching
from tournaments.pairing.swiss.completion import is_free_below, is_surely_complete, most_barred
from tournaments.pairing.swiss.criteria import Criterion, Pair, Place
from tournaments.pairing.swiss.group import Contender, Group, Members

Rows = list[dict[int, int]]
ALL_PAIRED = frozenset({"C10", "C11", "C12", "C13", "C15", "C17", "C19", "C21"})
ONE_DOWN = ALL_PAIRED | {"C7", "C9", "C14", "C16", "C18", "C20"}


class Graph:
    """The graph of a group. Positions from 0 are first the moved-down entries, then the residents (`inside` counts
    both), then those below, and last the bye if it can be given here. `rows[u][v]`, u < v, is the weight of a pair; an
    absent pair is illegal."""

    def __init__(self, moved: int, inside: int, rows: Rows) -> None:
        self.size, self.moved, self.inside, self.rows = len(rows), moved, inside, rows
        bits = max((weight.bit_length() for row in rows for weight in set(row.values())), default=1)
        self._optimiser = matching.optimiser(self.size, bits)
        for u, row in enumerate(rows):
            for v, weight in row.items():
                self._optimiser.set(u, v, weight)
        self.mates = self._optimiser.solve()

    @property
    def low(self) -> int:
        """The number of bits that the sum of all nudges may have."""
        return self._optimiser.low

    def weight(self, u: int, v: int) -> int:
        """The weight of a pair; 0 if it is illegal."""
        return self.rows[min(u, v)].get(max(u, v), 0)

    def total(self) -> int:
        """The weight of the matching."""
        return sum(self.weight(u, v) for u, v in enumerate(self.mates) if u < v)

    def is_inside(self, n: int) -> bool:
        """Is this position paired inside the group?"""
        return self.mates[n] != n and self.mates[n] < self.inside

    def is_higher(self, n: int) -> bool:
        """Is it the higher of a pair inside the group?"""
        return n < self.mates[n] < self.inside

    def nudge(self, u: int, v: int, nudge: int) -> None:
        """Prefer this legal pair among equally good ones, or stop preferring it."""
        self._optimiser.set(u, v, self.weight(u, v), nudge)

    def drop(self, u: int, v: int) -> None:
        """Remove a pair."""
        if self.rows[min(u, v)].pop(max(u, v), 0):
            self._optimiser.set(u, v, 0)

    def settle(self, u: int, v: int) -> None:
        """Keep a pair and remove all others that touch it."""
        for one, other in ((u, v), (v, u)):
            for n in range(self.size):
                if n not in (one, other):
                    self.drop(one, n)

    def solve(self) -> None:
        """Find the partners again."""
        self.mates = self._optimiser.solve()

    def between(self, upper: Iterable[int], lower: Iterable[int]) -> Self:
        """The graph in which the `upper` can only be paired with later ones of the `lower`, and the lower not among
        themselves."""
        above, beneath = set(upper), set(lower)
        rows: Rows = []
        for u, row in enumerate(self.rows):
            if u in above:
                rows.append({v: weight for v, weight in row.items() if v in beneath})
            elif u in beneath:
                rows.append({v: weight for v, weight in row.items() if v not in above and v not in beneath})
            else:
                rows.append({v: weight for v, weight in row.items() if v not in above})
        return type(self)(self.moved, self.inside, rows)


def build(group: Group, criteria: Sequence[Criterion]) -> Graph:
    """The graph of a group, solved. With one downfloater who must be the PAB's receiver, C9 is weighed, too."""
    alone = narrow(group, group.residents, criteria) if is_free_below(group) else None
    if alone is not None:
        return alone
    graph = _wide(group, criteria)
    if group.bye_score is None or group.bye_score < group.score:
        return graph
    downfloaters = sum(not graph.is_inside(n) for n in range(graph.inside))
    return _wide(replace(group, bye_alone=True), criteria) if downfloaters == 1 else graph


def lone_weigher(group: Group, size: int, criteria: Sequence[Criterion]) -> "Weigher":
    """A weigher for the group by itself: it uses the criteria that distinguish pairings in which all are paired, except
    one of an odd number, who in the last group has the bye."""
    is_odd = len(group.members) % 2
    stake = [one for one in criteria if one.key in (ONE_DOWN if is_odd else ALL_PAIRED)]
    alone = replace(group, bye_alone=bool(is_odd) and not group.following)
    return Weigher(alone, stake, size + 2, complete=True)


def down_weight(group: Group, weigh: "Weigher", one: Contender, place: Place) -> int:
    """The weight of letting this entry of an odd group go down, or have the bye; 0 if it may not."""
    if group.following:
        return weigh.empty
    may_have = one.may_have_bye and one.score == group.bye_score
    return weigh(Pair(one, None, place, Place.BYE)) if may_have else 0


def narrow(group: Group, residents: Members, criteria: Sequence[Criterion]) -> Graph | None:
    """The group by itself with (some of) its residents, and, if it is odd, with one place to go down to; None if more
    must go down."""
    people = group.moved + residents
    weigh = lone_weigher(group, len(people), criteria)
    rows = _rows(group, people, weigh)
    if len(people) % 2:
        for n, one in enumerate(people):
            if weight := down_weight(group, weigh, one, place_of(group, n)):
                rows[n][len(people)] = weight
        rows.append({})
    graph = Graph(len(group.moved), len(people), rows)
    return None if any(mate == n for n, mate in enumerate(graph.mates)) else graph


def _wide(group: Group, criteria: Sequence[Criterion]) -> Graph:
    """The group with the following one, or with everybody below it and the bye."""
    is_short = _reach_is_short(group)
    has_bye = group.bye_score is not None and not is_short
    people = group.members + (group.following if is_short else group.below)
    weigh = Weigher(group, criteria, len(people) + 2, complete=not is_short)
    rows = _rows(group, people, weigh)
    if has_bye:
        for u, (one, row) in enumerate(zip(people, rows, strict=True)):
            if one.may_have_bye and one.score == group.bye_score:
                row[len(people)] = weigh(Pair(one, None, place_of(group, u), Place.BYE))
        rows.append({})
    return Graph(len(group.moved), len(group.members), rows)


def _rows(group: Group, people: Sequence[Contender], weigh: "Weigher") -> Rows:
    """The weights of all legal pairs of these entries. Two moved-down entries are no pair, because they would have been
    one above."""
    places = [place_of(group, n) for n in range(len(people))]
    kinds = [(weigh.kind(one, place), one, place) for one, place in zip(people, places, strict=True)]
    numbered: dict[tuple[object, ...], int] = {}
    marks = [numbered.setdefault(kind, len(numbered)) for kind, _, _ in kinds]
    samples = {mark: (one, place) for mark, (_, one, place) in zip(marks, kinds, strict=True)}
    below = list(zip((one.number for one in people), marks, strict=True))
    known: dict[int, dict[int, int]] = {mark: {} for mark in samples}
    rows: Rows = []
    for u, one in enumerate(people):
        start, mine, barred = max(u + 1, len(group.moved)), known[marks[u]], one.barred
        for mark in {mark for _, mark in below[start:]} - mine.keys():
            low, place = samples[mark]
            mine[mark] = weigh(Pair(one, low, places[u], place))
        rows.append({v: mine[mark] for v, (number, mark) in enumerate(below[start:], start) if number not in barred})
    return rows


def _reach_is_short(group: Group) -> bool:
    """Is the following group enough, so that the graph need not go further? The bye's receiver then also comes from
    beyond."""
    spare = 0
    if group.bye_score is not None:
        if not any(one.may_have_bye and one.score == group.bye_score for one in group.beyond):
            return False
        spare = 1
    most = most_barred(group.members + group.below, group.beyond)
    return is_surely_complete(len(group.beyond) - spare, most)


def place_of(group: Group, n: int) -> Place:
    """The place of a position."""
    if n < len(group.moved):
        return Place.MOVED
    if n < len(group.members):
        return Place.RESIDENT
    return Place.FOLLOWING if n < len(group.members) + len(group.following) else Place.BEYOND


@dataclass(frozen=True, slots=True)
class _Digits:
    """A criterion with its number of digits."""

    criterion: Criterion
    room: int


class Weigher:
    """Weighs pairs by the criteria one after another, each with so many bits that no sum can overflow into the next."""

    def __init__(self, group: Group, criteria: Sequence[Criterion], size: int, complete: bool) -> None:
        self.group, self.complete = group, complete
        self.bits = max(size, group.rounds).bit_length() + 2
        self.digits = [_Digits(one, self.bits * count) for one in criteria if (count := one.digits(group))]
        keys = {one.criterion.key for one in self.digits}
        self.turns, self.differences = bool(keys & {"C12", "C13"}), bool(keys & {"C10", "C11"})
        self.last, self.before = bool(keys & {"C14", "C15", "C18", "C19"}), bool(keys & {"C16", "C17", "C20", "C21"})
        self.bye = "C9" in keys

    @property
    def empty(self) -> int:
        """The weight of a pair that satisfies nothing except that both are paired."""
        return int(self.complete) << sum(one.room for one in self.digits)

    def __call__(self, pair: Pair) -> int:
        """The weight of a pair: C4 first (that everybody is paired counts most), then the criteria."""
        weight = int(self.complete)
        for one in self.digits:
            weight = (weight << one.room) + one.criterion.value(self.group, pair, self.bits)
        return weight

    def kind(self, one: Contender, place: Place) -> tuple[object, ...]:
        """Everything that counts about an entry: two entries of a kind have the same weights."""
        turn = one.preference
        return (
            place,
            one.score,
            one.last_float if self.last else 0,
            one.float_before if self.before else 0,
            one.unplayed if self.bye else 0,
            (turn.wants_first, turn.strength) if self.turns else 0,
            (turn.difference, turn.repeated) if self.differences else 0,
        )
