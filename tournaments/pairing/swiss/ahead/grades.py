"""Grade a whole round by the criteria and the order, so that rounds of one field can be compared."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournaments.pairing.crosstable import Crosstable
from tournaments.pairing.swiss import graph as graphs
from tournaments.pairing.swiss.criteria import Criterion, Pair, Place
from tournaments.pairing.swiss.group import Contender, Group, Members

Two = tuple[Contender, Contender]
Grade = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A group of a round as it was paired: its pairs, the higher first, those who left it, and the exchanges of S1 and
    S2."""

    group: Group
    pairs: tuple[Two, ...]
    down: Members
    exchanges: int

    @property
    def down_to_next(self) -> Members:
        """Those who left for the next group, without the one who has the bye in the last group."""
        return self.down if self.group.following else ()


def steps(field: Members, pairs: Sequence[Two], crosstable: Crosstable) -> Iterator[Step]:
    """The round after a crosstable, group by group from the top, as the engine pairs it. The entry without a pair has
    the bye."""
    rounds, unit = crosstable.rounds + 1, crosstable.table.unit
    mates = {n: other for one, two in pairs for n, other in ((one.number, two), (two.number, one))}
    alone = next((one for one in field if one.number not in mates), None)
    moved: Members = ()
    score_groups = [tuple(members) for _, members in groupby(field, key=lambda one: one.score)]
    for n, residents in enumerate(score_groups):
        following = score_groups[n + 1] if n + 1 < len(score_groups) else ()
        beyond = tuple(one for members in score_groups[n + 2 :] for one in members)
        group = Group(moved, residents, following, beyond, alone.score if alone else None, rounds, unit)
        places = {one.number: place for place, one in enumerate(group.members)}
        inside = [
            (one, mates[one.number])
            for one in group.members
            if one is not alone and places.get(mates[one.number].number, -1) > places[one.number]
        ]
        taken = {one.number for two in inside for one in two}
        moved = tuple(one for one in group.members if one.number not in taken)
        yield Step(group, tuple(inside), moved, _sequence(group, inside)[2])


def grade(found: Iterable[Step], criteria: Sequence[Criterion]) -> Grade:
    """The grade of a whole round, smaller is better: where the bye is given (C5), then group by group how many are
    paired (C6), all criteria, and the order."""
    done = tuple(found)
    mates = {n: other.number for step in done for a, b in step.pairs for n, other in ((a.number, b), (b.number, a))}
    graded: list[object] = [done[0].group.bye_score or 0]
    for step in done:
        graded += [-len(step.pairs), _quality(step, criteria, mates), _sequence(step.group, step.pairs)]
    return tuple(graded)


def _quality(step: Step, criteria: Sequence[Criterion], mates: Mapping[int, int]) -> tuple[int, ...]:
    group = step.group
    if group.bye_score is not None and group.bye_score >= group.score and len(step.down) == 1:
        group = replace(group, bye_alone=True)
    people = group.members + group.below
    weigh = graphs.Weigher(group, criteria, len(people) + 2, complete=False)
    at = {one.number: n for n, one in enumerate(people)}
    pairs = []
    for n, one in enumerate(people):
        mate = mates.get(one.number, 0)
        place = graphs.place_of(group, n)
        if not mate:
            pairs.append(Pair(one, None, place, Place.BYE))
        elif at[mate] > n:
            pairs.append(Pair(one, people[at[mate]], place, graphs.place_of(group, at[mate])))
    return tuple(-sum(d.criterion.value(group, pair, weigh.bits) for pair in pairs) for d in weigh.digits)


def _sequence(
    group: Group, pairs: Sequence[Two]
) -> tuple[list[bool], list[int], int, int, list[int], list[int], list[int]]:
    """The rank among equally good pairings of the group: moved-down entries as early as possible, each with the
    earliest opponent; then the exchanges of S1 and S2: fewest, nearest, lowest of S1, highest of S2; then the
    transposition."""
    places = {one.number: n for n, one in enumerate(group.members)}
    mates = {one.number: other for one, other in pairs}
    stays = [one.number not in mates for one in group.moved]
    opponents = [places[mates[one.number].number] for one in group.moved if one.number in mates]
    taken = {mates[one.number].number for one in group.moved if one.number in mates}
    rest = {one.number: n for n, one in enumerate(one for one in group.residents if one.number not in taken)}
    inner = [(rest[one.number], rest[other.number]) for one, other in pairs if one.number in rest]
    half = len(inner)
    upper = {a for a, _ in inner}
    joined = sorted(a for a in upper if a >= half)
    left = [a for a in reversed(range(half)) if a not in upper]
    return (
        stays,
        opponents,
        len(joined),
        sum(joined) - sum(left),
        [-a for a in left],
        joined,
        [b for _, b in sorted(inner)],
    )
