"""Random numbers from a seed: the same on every machine and in every version of Python."""

import hashlib
from typing import TypeVar

T = TypeVar("T")
STEP, MORE, MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1  # Knuth's MMIX generator


class Chance:
    """A stream of whole numbers that a seed determines. It is quick rather than secure: nothing secret depends on
    it."""

    def __init__(self, seed: str) -> None:
        self.state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = (self.state * STEP + MORE) & MASK
        return (self.state >> 33) * n >> 31

    def shuffled(self, items: list[T]) -> list[T]:
        """The same items in another order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            at = self.below(last + 1)
            found[last], found[at] = found[at], found[last]
        return found

    def some(self, items: list[T], most: int) -> list[T]:
        """At most `most` of the items, chosen at random."""
        if len(items) <= most:
            return items
        for at in range(most):
            other = at + self.below(len(items) - at)
            items[at], items[other] = items[other], items[at]
        return items[:most]
