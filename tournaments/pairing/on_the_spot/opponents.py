"""Pair the players who wait in an arena."""

from collections.abc import Iterable
from dataclasses import dataclass

PATIENCE_S = 15.0  # after which somebody meets the opponent of their last game again


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A waiting player: their number, their points, the seconds they have waited, and the number of their last
    opponent."""

    number: int
    points: int = 0
    waited_s: float = 0.0
    last: int | None = None


def pairs(waiting: Iterable[Waiting], *, others_play: bool) -> list[tuple[int, int]]:
    """Pairs of numbers, each number at most once. The player who has waited longest chooses first, and takes the one
    whose points are closest; among equals the one who has waited longest.

    Nobody meets the opponent of their last game at once, as long as somebody else may come: if `others_play` just now.
    After 15 seconds, or where nobody else can come, they do.
    """
    queue = sorted(waiting, key=lambda one: (-one.waited_s, one.number))
    found = []
    while queue:
        first = queue.pop(0)
        fit = [one for one in queue if not _just_met(first, one)]
        if not fit and (not others_play or first.waited_s >= PATIENCE_S):
            fit = queue
        if fit:
            other = min(fit, key=lambda one: (abs(one.points - first.points), -one.waited_s, one.number))
            queue.remove(other)
            found.append((first.number, other.number))
    return found


def _just_met(one: Waiting, other: Waiting) -> bool:
    return other.number == one.last or one.number == other.last
