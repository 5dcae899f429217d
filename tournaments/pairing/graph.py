"""One group as a graph: all legal pairs with the quality of each as one whole number, solved and narrowed step by step.

The graph reaches from the group over the following one, and over all that is beyond only where it is not certain that
these can be paired whoever comes down to them (C4).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing import matching
from tournaments.pairing.completion import is_surely_complete
from tournaments.pairing.criteria import Criterion, Pair, Place
from tournaments.pairing.group import Contender, Group

Mates = dict[int, int]  # position -> position of the partner, itself when alone
Extra = Callable[[int, int], int]


@dataclass
class Graph:
    """Positions from 0: first the moved-down entries, then the residents (`inside` counts both), then those below, last
    the bye if it can be given here. An absent pair is illegal."""

    size: int
    moved: int
    inside: int
    weights: dict[tuple[int, int], int]

    def solve(self, extra: Extra | None = None, bits: int = 0) -> Mates:
        """The partners in a best matching; among equals one with the largest sum of `extra`, which fits in `bits`."""
        edges = self.weights
        if extra is not None:
            edges = {(u, v): (weight << bits) + extra(u, v) for (u, v), weight in edges.items()}
        return dict(enumerate(matching.heaviest(self.size, edges)))

    def keep(self, allowed: Callable[[int, int], bool]) -> None:
        """Take out the pairs that are not allowed any more. Both ends go by position, the smaller first."""
        self.weights = {(u, v): weight for (u, v), weight in self.weights.items() if allowed(u, v)}


def build(group: Group, criteria: Sequence[Criterion], most_barred: int) -> Graph:
    """The graph of a group. With one downfloater who must be the PAB's receiver it is weighed again with C9."""
    graph = _weighed(group, criteria, most_barred)
    if group.bye_score is None or group.bye_score < group.score:
        return graph
    mates = graph.solve()
    downfloaters = sum(mates[n] >= graph.inside or mates[n] == n for n in range(graph.inside))
    return _weighed(replace(group, bye_alone=True), criteria, most_barred) if downfloaters == 1 else graph


def _weighed(group: Group, criteria: Sequence[Criterion], most_barred: int) -> Graph:
    is_short = _reach_is_short(group, most_barred)
    has_bye = group.bye_score is not None and not is_short
    people = group.members + (group.following if is_short else group.below)
    vertices: tuple[Contender | None, ...] = (*people, None) if has_bye else people
    places = _places(group, len(people), has_bye)
    weigh = _Weigher(group, criteria, bits=_digit_bits(group, len(vertices)), complete=not is_short)
    weights = {}
    for u, high in enumerate(people):
        for v in range(u + 1, len(vertices)):
            low = vertices[v]
            if _is_legal(group, high, low):
                weights[u, v] = weigh(Pair(high, low, places[u], places[v]))
    return Graph(len(vertices), len(group.moved), len(group.members), weights)


def _reach_is_short(group: Group, most_barred: int) -> bool:
    """Need the graph not go beyond the following group? The bye's receiver then comes from beyond as well."""
    spare = 0
    if group.bye_score is not None:
        if not any(one.may_have_bye and one.score == group.bye_score for one in group.beyond):
            return False
        spare = 1
    return is_surely_complete(len(group.beyond) - spare, most_barred)


def _is_legal(group: Group, high: Contender, low: Contender | None) -> bool:
    if low is None:
        return high.may_have_bye and high.score == group.bye_score
    return high.may_meet(low)


def _places(group: Group, people: int, has_bye: bool) -> list[Place]:
    counts = (
        (Place.MOVED, len(group.moved)),
        (Place.RESIDENT, len(group.residents)),
        (Place.FOLLOWING, len(group.following)),
        (Place.BEYOND, len(group.beyond)),
    )
    places = [place for place, count in counts for _ in range(count)][:people]
    return [*places, Place.BYE] if has_bye else places


def _digit_bits(group: Group, size: int) -> int:
    """So many bits that no digit's sum can overflow, on either side of zero."""
    return max(size, group.rounds).bit_length() + 2


class _Weigher:
    """Weighs pairs, each kind of pair once: what counts are a few facts of both ends, not who they are."""

    def __init__(self, group: Group, criteria: Sequence[Criterion], bits: int, complete: bool) -> None:
        self.group, self.bits, self.complete = group, bits, complete
        self.criteria = [(one, bits * one.digits(group)) for one in criteria if one.digits(group)]
        self.known: dict[tuple[object, ...], int] = {}

    def __call__(self, pair: Pair) -> int:
        kind = (*_kind(pair.high), pair.high_place, pair.low_place, *(_kind(pair.low) if pair.low else ()))
        if kind not in self.known:
            self.known[kind] = self._weight(pair)
        return self.known[kind]

    def _weight(self, pair: Pair) -> int:
        weight = int(self.complete)  # C4: everybody is paired before anything else counts
        for criterion, room in self.criteria:
            weight = (weight << room) + criterion.value(self.group, pair, self.bits)
        return weight


def _kind(one: Contender) -> tuple[int, ...]:
    turn = one.preference
    wants, twice = (-1 if it is None else int(it) for it in (turn.wants_first, turn.repeated))
    return one.score, one.last_float, one.float_before, one.unplayed, wants, turn.strength, turn.difference, twice
