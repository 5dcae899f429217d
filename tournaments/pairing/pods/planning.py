"""All rounds of a field at once."""

from tournaments.pairing.pods.model import Entrant, Plan, PodRound, repeats, seat_spread, unmet
from tournaments.pairing.pods.next import pair
from tournaments.pairing.pods.shape import Shape


def plan(count: int, shape: Shape, rounds: int, seed: str = "") -> Plan:
    """So many rounds for the entrants 1 to `count`, with as few repeated meetings as can be found."""
    found: list[PodRound] = []
    for n in range(rounds):
        field = [Entrant(number) for number in range(1, count + 1)]
        found.append(pair(field, found, shape=shape, rounds_left=rounds - n, by="meetings", seed=f"{seed}:{n}"))
    return Plan(
        rounds=tuple(found),
        repeats=repeats(found),
        unmet=unmet(found, range(1, count + 1)),
        seat_spread=seat_spread(found),
    )
