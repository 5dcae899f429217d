"""Plan all rounds of a field at once."""

from tournaments.pairing.lots import drawn
from tournaments.pairing.pods.bounds import least_repeats
from tournaments.pairing.pods.chance import Chance
from tournaments.pairing.pods.designs import Rounds
from tournaments.pairing.pods.model import Plan, PodRound, repeats, seat_spread, unmet
from tournaments.pairing.pods.seats import shared_out
from tournaments.pairing.pods.shape import BadPods, Shape, Sizes, sizes
from tournaments.pairing.pods.tabu import Costs
from tournaments.pairing.pods.whole_plans import best_of, no_prices, schedule, starts_from

MOST_ROUNDS, MOST_ENTRANTS = 100, 10_000


def plan(count: int, shape: Shape, rounds: int, seed: str = "") -> Plan:
    """Plan `rounds` rounds for the entrants 1 to `count`: first with as few repeated meetings as can be found, then
    with larger tables and seats distributed evenly. Byes go round by lot. The same seed gives the same plan.

    Raises BadPods: few, shape, rounds (1 to MOST_ROUNDS), many (at most MOST_ENTRANTS entrants).
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadPods("rounds", rounds, MOST_ROUNDS)
    if count > MOST_ENTRANTS:
        raise BadPods("many", count, MOST_ENTRANTS)
    asked = sizes(count, shape)
    chance = Chance(f"{seed}:plan:{count}:{rounds}:{shape.least}:{shape.most}:{shape.best}")
    order = [number - 1 for number in drawn(range(1, count + 1), f"{seed}:plan")]
    if asked.byes:
        found, out = _with_byes(count, asked, rounds, chance)
    else:
        found, out = schedule(count, asked.tables, rounds, chance), [[] for _ in range(rounds)]
        found = chance.shuffled(found)
    tables = [[[order[one] + 1 for one in table] for table in round_] for round_ in found]
    planned = tuple(
        PodRound(tuple(sorted(map(tuple, seated), key=min)), tuple(sorted(order[one] + 1 for one in away)))
        for seated, away in zip(shared_out(tables), out, strict=True)
    )
    return Plan(
        rounds=planned,
        repeats=repeats(planned),
        unmet=unmet(planned, range(1, count + 1)),
        seat_spread=seat_spread(planned),
        least=least_repeats(count, [asked.tables] * rounds),
    )


def _with_byes(count: int, asked: Sizes, rounds: int, chance: Chance) -> tuple[Rounds, list[list[int]]]:
    """The rounds with the byes of each: everybody gets one in turn."""
    out = [[(r * asked.byes + n) % count for n in range(asked.byes)] for r in range(rounds)]
    rosters = [[one for one in range(count) if one not in away] for away in out]
    costs = Costs(price=no_prices(count))
    least = least_repeats(count, [asked.tables] * rounds)
    return best_of(costs, starts_from([], rosters, asked.tables, chance), least, chance), out
