"""Maximum-weight matching. Only this file imports py4swiss, or networkx where py4swiss has no wheel."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import networkx

try:
    from py4swiss.dynamicuint import DynamicUint
    from py4swiss.matching_computer import ComputerDutchOptimality, ComputerDutchValidity
except ImportError:
    HAS_PY4SWISS = False
    logging.getLogger(__name__).warning("py4swiss is not installed: pairing goes by networkx, exact as well but slower")
else:
    HAS_PY4SWISS = True

Edge = tuple[int, int]
PART = 32
SPARE = 2  # bits that the largest weight must leave free for the computer
WIDE = 1_000  # vertices beyond which the nudges of a graph need two parts


class Optimiser(Protocol):
    """A graph whose heaviest matching is asked for again and again while a few of its edges change.

    A weight is a positive integer of at most `bits` bits with a `nudge` below all of it; 0 takes the edge away. The sum
    of the nudges of a matching must fit in `low` bits.
    """

    low: int

    def set(self, u: int, v: int, weight: int, nudge: int = 0) -> None:
        """Give the edge this weight. It is cheap to change edges of one vertex `u` and to solve again."""

    def solve(self) -> list[int]:
        """The partner of each vertex (itself when alone) in a matching of greatest total weight, exactly."""


def optimiser(size: int, bits: int) -> Optimiser:
    """An empty graph of so many vertices."""
    return Swift(size, bits) if HAS_PY4SWISS else Patient(size, bits)


def heaviest(size: int, edges: Mapping[Edge, int]) -> list[int]:
    """The partner of each vertex (itself when alone) in a matching of greatest total weight, exactly."""
    computer = optimiser(size, max((weight.bit_length() for weight in edges.values()), default=1))
    for (u, v), weight in edges.items():
        computer.set(u, v, weight)
    return computer.solve()


def largest(size: int, edges: Iterable[Edge]) -> list[int]:
    """The partner of each vertex (itself when alone) in a matching with the greatest number of pairs."""
    if not HAS_PY4SWISS:
        graph = networkx.Graph()
        graph.add_edges_from(edges)
        return _partners(size, networkx.max_weight_matching(graph, maxcardinality=True))
    computer = ComputerDutchValidity(size, 1)
    for _ in range(size):
        computer.add_vertex()
    for u, v in edges:
        computer.set_edge_weight(u, v, 1)
    computer.compute_matching()
    return list(computer.get_matching())


class Swift:
    """The optimiser on py4swiss: keeps its state from one solution to the next."""

    def __init__(self, size: int, bits: int) -> None:
        self.low = _low_bits(size)
        self.parts = (bits + self.low + SPARE) // PART + 1
        self.computer = ComputerDutchOptimality(size, self._number((1 << (self.parts * PART - SPARE)) - 1))
        for _ in range(size):
            self.computer.add_vertex()
        self.built: dict[int, Any] = {}

    def set(self, u: int, v: int, weight: int, nudge: int = 0) -> None:
        """See Optimiser. Building a weight is slow, so each is built once, and a small nudge is put in by itself."""
        ready = self.built.get(weight)
        if ready is None:
            ready = self.built[weight] = self._number(weight << self.low)
        if nudge >> PART:
            ready = self._number((weight << self.low) + nudge)
        elif nudge:
            ready = ready | nudge
        self.computer.set_edge_weight(u, v, ready)

    def solve(self) -> list[int]:
        """See Optimiser."""
        self.computer.compute_matching()
        return list(self.computer.get_matching())

    def _number(self, value: int) -> Any:
        """`value` as a number of exactly so many 32-bit parts as all others here."""
        number = DynamicUint(1)
        for _ in range(self.parts - 1):
            number.shift_grow(PART)
        number &= 0
        for n in range(self.parts - 1, -1, -1):
            number <<= PART
            number |= (value >> (PART * n)) & 0xFFFFFFFF
        return number


class Patient:
    """The optimiser on networkx with Python's integers: begins again every time."""

    def __init__(self, size: int, bits: int) -> None:
        self.low = _low_bits(size)
        self.size = size
        self.weights: dict[Edge, int] = {}

    def set(self, u: int, v: int, weight: int, nudge: int = 0) -> None:
        """See Optimiser."""
        edge = (u, v) if u < v else (v, u)
        if weight:
            self.weights[edge] = (weight << self.low) + nudge
        else:
            self.weights.pop(edge, None)

    def solve(self) -> list[int]:
        """See Optimiser."""
        graph = networkx.Graph()
        graph.add_weighted_edges_from((u, v, weight) for (u, v), weight in self.weights.items())
        return _partners(self.size, networkx.max_weight_matching(graph))


def _low_bits(size: int) -> int:
    return PART if size <= WIDE else 2 * PART


def _partners(size: int, pairs: Iterable[Edge]) -> list[int]:
    partners = list(range(size))
    for u, v in pairs:
        partners[u], partners[v] = v, u
    return partners
