"""Who sits out: whoever has had the fewest byes, then the lowest score, then by lot."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.lots import drawn
from tournaments.pairing.pods.model import ByeFacts, Entrant, PodRound


def byes_before(field: Sequence[Entrant], past: Sequence[PodRound]) -> dict[int, int]:
    """How many byes each has had: those of `past`, or as many as the entrant says if these are more."""
    return {one.number: max(one.byes, sum(one.number in done.byes for done in past)) for one in field}


def sitting_out(field: Sequence[Entrant], had: Mapping[int, int], asked: int, seed: str) -> tuple[int, ...]:
    """So many who have a bye. Nobody has another one while somebody has had fewer."""
    lots = {number: place for place, number in enumerate(drawn((one.number for one in field), f"{seed}:byes"))}
    order = sorted(field, key=lambda one: (had[one.number], one.score, lots[one.number]))
    return tuple(sorted(one.number for one in order[:asked]))


def bye_facts(field: Sequence[Entrant], had: Mapping[int, int], out: Sequence[int]) -> tuple[ByeFacts, ...]:
    """Why these sit out and nobody who stands below them."""
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
