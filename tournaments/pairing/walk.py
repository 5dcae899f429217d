"""The quick way through an even group without moved-down entries: nothing is at stake but C1 and the order."""

from collections.abc import Sequence

from tournaments.pairing import matching
from tournaments.pairing.graph import Graph
from tournaments.pairing.group import Contender, Members
from tournaments.pairing.order import transpose

Pairs = list[tuple[Contender, Contender]]


def walk(residents: Members) -> Pairs | None:
    """Each of S1 in turn with the first of S2 that it may meet, as long as those left can surely be paired; the tail by
    matching. None when S1 and S2 cannot be paired without an exchange. Expects an even number of residents."""
    half = len(residents) // 2
    upper, lower = list(residents[:half]), list(residents[half:])
    present = {one.number for one in residents}
    most = max((len(one.barred & present) for one in residents), default=0)
    pairs: Pairs = []
    while upper and len(upper) - 1 >= 2 * most:
        one = upper.pop(0)
        other = next(other for other in lower if one.may_meet(other))
        lower.remove(other)
        pairs.append((one, other))
    tail = _tail(upper, lower) if upper else []
    return None if tail is None else pairs + tail


def _tail(upper: Sequence[Contender], lower: Sequence[Contender]) -> Pairs | None:
    half = len(upper)
    legal = {(u, half + v): 1 for u, one in enumerate(upper) for v, other in enumerate(lower) if one.may_meet(other)}
    if any(partner == n for n, partner in enumerate(matching.largest(2 * half, legal))):
        return None
    graph = Graph(2 * half, 0, 2 * half, legal)
    found = transpose(graph, range(half), range(half, 2 * half))
    return [(upper[u], lower[v - half]) for u, v in found]
