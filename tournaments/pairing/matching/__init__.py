"""Maximum-weight matching, by py4swiss, or by networkx if there is no wheel of py4swiss."""

import logging
from collections.abc import Iterable, Mapping
from typing import Protocol

from tournaments.pairing.matching.weights import Edge

try:
    from tournaments.pairing.matching import swift as computing
except ImportError:
    from tournaments.pairing.matching import patient as computing  # type: ignore[no-redef]  # the same by networkx

    logging.getLogger(__name__).warning("py4swiss is not installed: pairing goes by networkx, exact as well but slower")


class Optimiser(Protocol):
    """A graph that is solved again and again while a few of its edges change.

    A weight is a positive integer of at most `bits` bits with a `nudge` below all of it; 0 takes the edge away. The sum
    of the nudges of a matching must fit in `low` bits.
    """

    low: int

    def set(self, u: int, v: int, weight: int, nudge: int = 0) -> None:
        """Set the weight of an edge. Changing edges of one vertex `u` and solving again is cheap."""

    def solve(self) -> list[int]:
        """The partner of each vertex (itself if it has none) in a matching with the exact greatest total weight."""


def optimiser(size: int, bits: int) -> Optimiser:
    """An empty graph with `size` vertices."""
    return computing.Optimiser(size, bits)


def heaviest(size: int, edges: Mapping[Edge, int]) -> list[int]:
    """The partner of each vertex (itself if it has none) in a matching with the exact greatest total weight."""
    computer = optimiser(size, max((weight.bit_length() for weight in edges.values()), default=1))
    for (u, v), weight in edges.items():
        computer.set(u, v, weight)
    return computer.solve()


def largest(size: int, edges: Iterable[Edge]) -> list[int]:
    """The partner of each vertex (itself if it has none) in a matching with the greatest number of pairs."""
    return computing.largest(size, edges)
