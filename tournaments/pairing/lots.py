"""Lots: an order drawn from a seed that is published. The same seed always gives the same order."""

import hashlib
from collections.abc import Iterable


def drawn(numbers: Iterable[int], seed: str) -> tuple[int, ...]:
    """The numbers in the order drawn from the seed; the lot of a number does not depend on the other numbers."""
    return tuple(sorted(numbers, key=lambda number: (hashlib.sha256(f"{seed}:{number}".encode()).digest(), number)))
