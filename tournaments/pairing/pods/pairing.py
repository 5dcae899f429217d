"""Pair the next round of pods for a field that has played rounds before."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from tournaments.pairing.lots import drawn
from tournaments.pairing.pods.chance import Chance
from tournaments.pairing.pods.checks import validate
from tournaments.pairing.pods.designs import Rounds
from tournaments.pairing.pods.model import ByeFacts, Entrant, Pairs, PodRound, Reasons, meetings
from tournaments.pairing.pods.planning import MOST_ENTRANTS, MOST_ROUNDS, plan
from tournaments.pairing.pods.reasons import table_facts
from tournaments.pairing.pods.score import Standings, cut, seated
from tournaments.pairing.pods.seats import counted, next_order
from tournaments.pairing.pods.shape import BadPods, Shape, Sizes, sizes
from tournaments.pairing.pods.tabu import Costs
from tournaments.pairing.pods.whole_plans import CELLS, best_of, dealt

BY = ("score", "meetings")
DENSE = Fraction(11, 20)
"""Of all others, the share that everybody will have met at the end; above it, a round that only looks at itself leads
into dead ends, and the rounds to come are planned with it."""
LOOKS = 600_000  # swaps that the plan of the rounds to come may look at
RATHER_NOT, AGAIN, APART = 1 << 24, 1 << 34, 1 << 50
"""What a pair costs that should rather not meet, meets again, must not meet; far above what scores can cost."""


@dataclass(frozen=True, slots=True)
class Place:
    """A field as the search sees it: entrants by index in the order of the standings, with their scores in whole units,
    the cost of pairs, and how often each has sat at larger tables and had byes."""

    numbers: tuple[int, ...]
    standings: Standings
    out: tuple[int, ...]
    asked: Sizes

    @property
    def seated(self) -> list[int]:
        """The entrants who play, in order."""
        return [n for n, number in enumerate(self.numbers) if number not in self.out]


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
    """Pair the next round of `field` after the rounds of `past`, with `rounds_left` to play, including this one.

    `by` "score" seats equals together, "meetings" only asks who has met; then the rounds of `plan` for this field and
    seed are followed as long as `past` follows them, and planned again from where it does not (somebody left, somebody
    came late, a director changed a table). `forbidden` pairs never meet. Then come the fewest repeated meetings, then
    the `avoided` pairs, then equal scores, then larger tables, seats and first deals evenly. The same values and seed
    give the same round. Raises BadPods: few, many, twice, by, rounds, apart.
    """
    _checked(field, past, rounds_left, by)
    place = _place(field, past, shape, by, seed, forbidden, avoided)
    had = byes_before(field, past)
    is_free = not forbidden and not avoided
    planned = _by_plan(place, past, shape, rounds_left, seed) if by == "meetings" and is_free else None
    if planned is not None:
        tables, out = planned.tables, planned.byes
    else:
        chance = Chance(f"{seed}:pods:{len(past)}")
        found = _next(place, rounds_left, chance)
        seats = counted([one.tables for one in past], max(map(len, found)))
        named = [[place.numbers[n] for n in chance.shuffled(table)] for table in found]
        tables, out = tuple(next_order(table, seats) for table in named), place.out
    natural = cut(place.seated, place.asked.tables, place.standings)
    facts = table_facts(
        tables, field, past, avoided, natural=[[place.numbers[n] for n in table] for table in natural], by=by
    )
    chosen = PodRound(tables, out, Reasons(by, facts, bye_facts(field, had, out)))
    validate(chosen, place.numbers, shape=shape, forbidden=forbidden)
    return chosen


def _checked(field: Sequence[Entrant], past: Sequence[PodRound], rounds_left: int, by: str) -> None:
    numbers = [one.number for one in field]
    if by not in BY:
        raise BadPods("by")
    if rounds_left < 1 or len(past) + rounds_left > MOST_ROUNDS:
        raise BadPods("rounds", rounds_left, MOST_ROUNDS)
    if len(field) > MOST_ENTRANTS:
        raise BadPods("many", len(field), MOST_ENTRANTS)
    if len(set(numbers)) < len(numbers):
        raise BadPods("twice", *sorted({number for number in numbers if numbers.count(number) > 1}))


def _place(
    field: Sequence[Entrant],
    past: Sequence[PodRound],
    shape: Shape,
    by: str,
    seed: str,
    forbidden: Pairs,
    avoided: Pairs,
) -> Place:
    asked = sizes(len(field), shape)
    lots = drawn((one.number for one in field), f"{seed}:{len(past)}")
    lot = {number: n for n, number in enumerate(lots)}
    order = sorted(field, key=lambda one: (-one.score if by == "score" else 0, lot[one.number]))
    numbers = tuple(one.number for one in order)
    index = {number: n for n, number in enumerate(numbers)}
    score = whole([one.score for one in order]) if by == "score" else [0] * len(order)
    out = sitting_out(field, byes_before(field, past), asked.byes, f"{seed}:{len(past)}")
    load = [0] * len(numbers)
    for done in past:
        least = min(map(len, done.tables), default=0)
        for table in done.tables:
            for number in table if len(table) > least else ():
                if number in index:
                    load[index[number]] += 1
    return Place(numbers, Standings(score, _prices(index, past, forbidden, avoided), load), out, asked)


def whole(scores: Sequence[Fraction]) -> list[int]:
    """The scores in whole units: the largest unit that divides all their differences."""
    parts = lcm(*(score.denominator for score in scores))
    least = min(scores, default=Fraction(0))
    found = [int((score - least) * parts) for score in scores]
    unit = gcd(*found) or 1
    return [score // unit for score in found]


def _prices(
    index: Mapping[int, int], past: Sequence[PodRound], forbidden: Pairs, avoided: Pairs
) -> list[dict[int, int]]:
    price: list[dict[int, int]] = [{} for _ in index]
    met = meetings(past)
    for pairs, cost in ((met, AGAIN), (avoided, RATHER_NOT), (forbidden, APART)):
        for two in pairs:
            if len(two) == 2 and all(number in index for number in two):
                a, b = (index[number] for number in two)
                price[a][b] = price[b][a] = price[a].get(b, 0) + cost * (met[two] if pairs is met else 1)
    return price


def _by_plan(place: Place, past: Sequence[PodRound], shape: Shape, rounds_left: int, seed: str) -> PodRound | None:
    """The next round in the plan for this field and seed, if all earlier rounds were those of the plan."""
    numbers = sorted(place.numbers)
    if any(len(numbers) != sum(map(len, done.tables)) + len(done.byes) for done in past):
        return None
    found = plan(len(numbers), shape, len(past) + rounds_left, seed)
    named = [
        PodRound(
            tuple(tuple(numbers[n - 1] for n in table) for table in one.tables),
            tuple(numbers[n - 1] for n in one.byes),
        )
        for one in found.rounds
    ]
    if any(_sets(one) != _sets(done) for one, done in zip(named, past, strict=False)):
        return None
    return named[len(past)]


def _sets(one: PodRound) -> tuple[set[frozenset[int]], set[int]]:
    return set(map(frozenset, one.tables)), set(one.byes)


def _next(place: Place, rounds_left: int, chance: Chance) -> list[list[int]]:
    """The tables of the next round, by index, found by itself or planned together with the rounds to come."""
    alone = seated(place.seated, place.asked.tables, place.standings, chance)
    count = len(place.numbers)
    met = max((sum(cost >= AGAIN for cost in row.values()) for row in place.standings.price), default=0)
    is_dense = met + rounds_left * (max(place.asked.tables) - 1) > DENSE * (count - 1)
    is_clean = all(place.standings.pairs(table) < AGAIN for table in alone)
    if (is_clean and not is_dense) or count * len(place.asked.tables) * rounds_left > CELLS:
        return alone
    return _planned(place, rounds_left, alone, chance)


def _planned(place: Place, rounds_left: int, alone: list[list[int]], chance: Chance) -> list[list[int]]:
    """Plan the next round together with all that are left. Those who sit out now have a bye; in later rounds others do,
    in turn."""
    count, standings = len(place.numbers), place.standings
    price = [[row.get(b, 0) for b in range(count)] for row in standings.price]
    first = [[abs(one - other) * 4 for other in standings.score] for one in standings.score]
    costs = Costs(
        price=price, step=AGAIN, first=first, large=int(len(set(place.asked.tables)) > 1), load=standings.load
    )
    out = [place.numbers.index(number) for number in place.out]
    turn = [*out, *(n for n in reversed(range(count)) if n not in out)]
    byes = [[turn[(r * len(out) + n) % count] for n in range(len(out))] for r in range(rounds_left)]
    rosters = [[n for n in range(count) if n not in away] for away in byes]

    def starts() -> Iterator[Rounds]:
        for _ in range(3):
            yield [alone, *dealt(rosters[1:], place.asked.tables, chance)]

    return best_of(costs, starts(), 0, chance, looks=LOOKS)[0]


def byes_before(field: Sequence[Entrant], past: Sequence[PodRound]) -> dict[int, int]:
    """The number of byes of each entrant: those of `past`, or the entrant's own count if it is higher."""
    return {one.number: max(one.byes, sum(one.number in done.byes for done in past)) for one in field}


def sitting_out(field: Sequence[Entrant], had: Mapping[int, int], asked: int, seed: str) -> tuple[int, ...]:
    """Choose `asked` entrants for a bye. Nobody has another one while somebody has had fewer."""
    lots = {number: place for place, number in enumerate(drawn((one.number for one in field), f"{seed}:byes"))}
    order = sorted(field, key=lambda one: (had[one.number], one.score, lots[one.number]))
    return tuple(sorted(one.number for one in order[:asked]))


def bye_facts(field: Sequence[Entrant], had: Mapping[int, int], out: Sequence[int]) -> tuple[ByeFacts, ...]:
    """Say why these entrants sit out and nobody below them."""
    scores = {one.number: one.score for one in field}
    fewest = min(had.values(), default=0)
    return tuple(
        ByeFacts(
            number,
            had[number],
            fewest,
            tuple(n for n in sorted(scores) if scores[n] < scores[number] and had[n] > had[number]),
        )
        for number in out
    )
