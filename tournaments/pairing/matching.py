"""Maximum-weight matching: the one file that knows py4swiss."""

from collections.abc import Mapping

from py4swiss.dynamicuint import DynamicUint
from py4swiss.matching_computer import ComputerDutchOptimality, ComputerDutchValidity

Edges = Mapping[tuple[int, int], int]
PART = 32
SPARE = 2  # bits that the largest weight must leave free for the computer


def heaviest(size: int, edges: Edges) -> list[int]:
    """The partner of each of `size` vertices (itself when alone) in a matching of greatest total weight, exactly.

    Weights are positive integers of any width; an absent pair, or weight 0, is no edge.
    """
    if not edges:
        return list(range(size))
    parts = (max(edges.values()).bit_length() + SPARE) // PART + 1
    computer = ComputerDutchOptimality(size, _number((1 << (parts * PART - SPARE)) - 1, parts))
    for _ in range(size):
        computer.add_vertex()
    built: dict[int, DynamicUint] = {}
    for (u, v), weight in edges.items():
        ready = built.get(weight)
        if ready is None:
            ready = built[weight] = _number(weight, parts)
        computer.set_edge_weight(u, v, ready)
    computer.compute_matching()
    return list(computer.get_matching())


def largest(size: int, edges: Mapping[tuple[int, int], object]) -> list[int]:
    """The partner of each vertex in a matching with the greatest number of pairs; weights are not looked at."""
    computer = ComputerDutchValidity(size, 1)
    for _ in range(size):
        computer.add_vertex()
    for u, v in edges:
        computer.set_edge_weight(u, v, 1)
    computer.compute_matching()
    return list(computer.get_matching())


def _number(value: int, parts: int) -> DynamicUint:
    """`value` as a number of exactly so many 32-bit parts."""
    number = DynamicUint(1)
    for _ in range(parts - 1):
        number.shift_grow(PART)
    number &= 0
    for n in range(parts - 1, -1, -1):
        number <<= PART
        number |= (value >> (PART * n)) & 0xFFFFFFFF
    return number
