"""What both optimisers share: an edge, and the size of a nudge."""

Edge = tuple[int, int]
PART = 32
WIDE = 1_000  # vertices beyond which the nudges of a graph need two parts


def low_bits(size: int) -> int:
    """The number of bits below its weights that a graph with so many vertices keeps for nudges."""
    return PART if size <= WIDE else 2 * PART
