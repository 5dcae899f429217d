"""Maximum-weight matching by py4swiss; no other file imports py4swiss."""

from collections.abc import Iterable
from typing import Any

from py4swiss.dynamicuint import DynamicUint
from py4swiss.matching_computer import ComputerDutchOptimality, ComputerDutchValidity

from tournaments.pairing.matching.weights import PART, Edge, low_bits

SPARE = 2  # bits that the largest weight must leave free for py4swiss


class Optimiser:
    """An optimiser that keeps its state from one solution to the next."""

    def __init__(self, size: int, bits: int) -> None:
        self.low = low_bits(size)
        self.parts = (bits + self.low + SPARE) // PART + 1
        self.computer = ComputerDutchOptimality(size, self._number((1 << (self.parts * PART - SPARE)) - 1))
        for _ in range(size):
            self.computer.add_vertex()
        self.built: dict[int, Any] = {}

    def set(self, u: int, v: int, weight: int, nudge: int = 0) -> None:
        """See `matching.Optimiser`. Building a weight is slow, so each is built once, and a small nudge is added
        later."""
        ready = self.built.get(weight)
        if ready is None:
            ready = self.built[weight] = self._number(weight << self.low)
        if nudge >> PART:
            ready = self._number((weight << self.low) + nudge)
        elif nudge:
            ready = ready | nudge
        self.computer.set_edge_weight(u, v, ready)

    def solve(self) -> list[int]:
        """See `matching.Optimiser`."""
        self.computer.compute_matching()
        return list(self.computer.get_matching())

    def _number(self, value: int) -> Any:
        """`value` as a number with exactly as many 32-bit parts as all others here."""
        number = DynamicUint(1)
        for _ in range(self.parts - 1):
            number.shift_grow(PART)
        number &= 0
        for n in range(self.parts - 1, -1, -1):
            number <<= PART
            number |= (value >> (PART * n)) & 0xFFFFFFFF
        return number


def largest(size: int, edges: Iterable[Edge]) -> list[int]:
    """See `matching.largest`."""
    computer = ComputerDutchValidity(size, 1)
    for _ in range(size):
        computer.add_vertex()
    for u, v in edges:
        computer.set_edge_weight(u, v, 1)
    computer.compute_matching()
    return list(computer.get_matching())
