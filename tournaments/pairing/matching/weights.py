"""What both optimisers share: an edge, and how wide a nudge may be."""

Edge = tuple[int, int]
PART = 32
WIDE = 1_000  # vertices beyond which the nudges of a graph need two parts


def low_bits(size: int) -> int:
    """How many bits below its weights a graph of so many vertices keeps for nudges."""
    return PART if size <= WIDE else 2 * PART
