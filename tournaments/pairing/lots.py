"""Lots: an order drawn by a seed that is shown. The same seed gives the same order, for ever."""

import hashlib
from collections.abc import Iterable


def drawn(numbers: Iterable[int], seed: str) -> tuple[int, ...]:
    """The numbers in the order that the seed draws; the lot of a number does not depend on the other numbers."""
    return tuple(sorted(numbers, key=lambda number: (hashlib.sha256(f"{seed}:{number}".encode()).digest(), number)))
