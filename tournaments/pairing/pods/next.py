"""The next round of a field with a past."""

from collections.abc import Sequence
from itertools import combinations, permutations

from tournaments.pairing.lots import drawn
from tournaments.pairing.pods.checks import validate
from tournaments.pairing.pods.model import ByeFacts, Entrant, Pairs, PodRound, Reasons, TableFacts, meetings
from tournaments.pairing.pods.shape import BadPods, Shape, sizes

BY = ("score", "meetings")
APART, AGAIN, RATHER_NOT = 10**9, 10**6, 10**5


def pair(
    field: Sequence[Entrant],
    past: Sequence[PodRound],
    *,
    shape: Shape,
    rounds_left: int,
    by: str,
    seed: str,
    forbidden: Pairs = frozenset(),
    avoided: Pairs = frozenset(),
) -> PodRound:
    """The next round of `field` after the rounds of `past`, with `rounds_left` to play, this one included.

    `by` "score" seats equals together, `by` "meetings" only asks who has met. The fewest repeated meetings come first,
    then the `avoided` pairs, then equal scores, then seats. The same seed gives the same round.
    Raises BadPods: few, twice, by, rounds, apart.
    """
    numbers = [one.number for one in field]
    if by not in BY:
        raise BadPods("by")
    if rounds_left < 1:
        raise BadPods("rounds", rounds_left)
    if len(set(numbers)) < len(numbers):
        raise BadPods("twice", *sorted({n for n in numbers if numbers.count(n) > 1}))
    asked = sizes(len(field), shape)
    lots = {number: place for place, number in enumerate(drawn(numbers, seed))}
    scores = {one.number: one.score if by == "score" else one.score * 0 for one in field}
    order = sorted(numbers, key=lambda n: (-scores[n], lots[n]))
    had = {one.number: max(one.byes, sum(one.number in done.byes for done in past)) for one in field}
    byes = sorted(order, key=lambda n: (had[n], scores[n], -lots[n]))[: asked.byes]
    order = [n for n in order if n not in byes]
    met = meetings(past)
    places = {n: place for place, n in enumerate(order)}

    def cost(table: Sequence[int]) -> int:
        total = 0
        for a, b in combinations(table, 2):
            two = frozenset((a, b))
            total += APART * (two in forbidden) + AGAIN * met[two] + RATHER_NOT * (two in avoided)
            total += abs(places[a] - places[b])
        return total

    tables: list[list[int]] = []
    for size in asked.tables:
        tables.append(order[:size])
        order = order[size:]
    _improved(tables, cost)
    found = PodRound(
        tuple(_seated(table, past) for table in tables),
        tuple(sorted(byes)),
        Reasons(
            by,
            tuple(TableFacts(tuple(table)) for table in tables),
            tuple(ByeFacts(n, had[n], min(had.values())) for n in sorted(byes)),
        ),
    )
    validate(found, numbers, shape=shape, forbidden=forbidden)
    return found


def _improved(tables: list[list[int]], cost) -> None:  # type: ignore[no-untyped-def]  # replaced soon
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    before = cost(one) + cost(other)
                    one[i], other[j] = other[j], one[i]
                    if cost(one) + cost(other) < before:
                        better = True
                    else:
                        one[i], other[j] = other[j], one[i]


def _seated(table: Sequence[int], past: Sequence[PodRound]) -> tuple[int, ...]:
    def again(order: Sequence[int]) -> int:
        return sum(
            n in done_table and done_table.index(n) == seat
            for seat, n in enumerate(order)
            for done in past
            for done_table in done.tables
        )

    return min(permutations(table), key=again)
