"""Assign seeds so that entries of one group stay apart in the next bracket."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from tournaments.pairing.bracket import places, size_for
from tournaments.pairing.matching import heaviest


def kept_apart(order: Sequence[int], groups: Mapping[int, int], levels: Mapping[int, int]) -> list[int]:
    """The entries by seed, so that those of one group meet as late as possible in a bracket with standard places.

    Entries change seeds only inside their level (their place in the group); level by level, against those who are
    seated already, as few meetings in round one as can be, then in round two, and so on; then as near to the own seed
    as can be.
    """
    line = {seed: k for k, seed in enumerate(places(size_for(len(order))))}
    seated: list[int] = []
    for _, same in groupby(order, key=levels.__getitem__):
        level = list(same)
        costs = {
            (u, v): _cost(groups, line, seated, one, len(seated) + v, len(order)) * len(order) ** 3 + (u - v) ** 2
            for u, one in enumerate(level)
            for v in range(len(level))
        }
        ceiling = max(costs.values()) * len(level) + 1
        partners = heaviest(2 * len(level), {(u, len(level) + v): ceiling - cost for (u, v), cost in costs.items()})
        seated += [level[partners[len(level) + v]] for v in range(len(level))]
    return seated


def _cost(
    groups: Mapping[int, int], line: Mapping[int, int], seated: Sequence[int], one: int, place: int, n: int
) -> int:
    """The cost of an entry on the seed at this place (from 0): an earlier meeting with one of its group weighs more
    than all meetings of later rounds together."""
    rounds = len(line).bit_length() - 1
    return sum(
        (n + 1) ** (rounds - (line[place + 1] ^ line[k + 1]).bit_length())
        for k, other in enumerate(seated)
        if groups[other] == groups[one]
    )
