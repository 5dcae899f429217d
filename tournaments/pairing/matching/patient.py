"""Maximum-weight matching by networkx with Python's integers; no other file imports networkx."""

from collections.abc import Iterable

import networkx

from tournaments.pairing.matching.weights import Edge, low_bits


class Optimiser:
    """An optimiser that starts afresh each time."""

    def __init__(self, size: int, bits: int) -> None:
        self.low = low_bits(size)
        self.size = size
        self.weights: dict[Edge, int] = {}

    def set(self, u: int, v: int, weight: int, nudge: int = 0) -> None:
        """See `matching.Optimiser`."""
        edge = (u, v) if u < v else (v, u)
        if weight:
            self.weights[edge] = (weight << self.low) + nudge
        else:
            self.weights.pop(edge, None)

    def solve(self) -> list[int]:
        """See `matching.Optimiser`."""
        graph = networkx.Graph()
        graph.add_weighted_edges_from((u, v, weight) for (u, v), weight in self.weights.items())
        return _partners(self.size, networkx.max_weight_matching(graph))


def largest(size: int, edges: Iterable[Edge]) -> list[int]:
    """See `matching.largest`."""
    graph = networkx.Graph()
    graph.add_edges_from(edges)
    return _partners(size, networkx.max_weight_matching(graph, maxcardinality=True))


def _partners(size: int, pairs: Iterable[Edge]) -> list[int]:
    partners = list(range(size))
    for u, v in pairs:
        partners[u], partners[v] = v, u
    return partners
