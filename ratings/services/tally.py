"""What lists show beside a rating, kept while a run folds: matches, peak, last match and different opponents."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ratings.services.inputs import Block

Array = np.ndarray[Any, np.dtype[Any]]
PAIR = 2**31  # a pair is one number: the lower id times this, plus the higher


class Count(NamedTuple):
    """Of one player: rated matches, highest rating, microseconds of the last match, different opponents."""

    matches: int
    peak: float
    last: int
    opponents: int


NONE = Count(0, -np.inf, 0, 0)


@dataclass(slots=True)
class Tally:
    """The counts of all players, and who has met whom."""

    counts: dict[int, Count] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)

    def add(self, block: Block, after: Array) -> None:
        """Count a block; `after` are the ratings after each match, of a and of b in two columns."""
        rows = block.rows
        both = np.concatenate([rows["a"], rows["b"]])
        players, places = np.unique(both, return_inverse=True)
        peaks, lasts = np.full(len(players), -np.inf), np.zeros(len(players), np.int64)
        np.maximum.at(peaks, places, np.concatenate([after[:, 0], after[:, 1]]))
        np.maximum.at(lasts, places, np.concatenate([rows["at"], rows["at"]]))
        new = np.array(sorted(set(pairs(block).tolist()) - self.met), np.int64)
        self.met.update(new.tolist())
        opponents = np.bincount(
            np.searchsorted(players, np.concatenate([new // PAIR, new % PAIR])), minlength=len(players)
        )
        columns = (np.bincount(places), peaks, lasts, opponents)
        for player, count in zip(players.tolist(), zip(*(c.tolist() for c in columns), strict=True), strict=True):
            self.counts[player] = _sum(self.counts.get(player, NONE), *count)


def pairs(block: Block) -> Array:
    """The different pairs that meet in a block, as numbers in order."""
    a, b = block.rows["a"], block.rows["b"]
    return np.unique(np.minimum(a, b) * PAIR + np.maximum(a, b))


def _sum(before: Count, matches: int, peak: float, last: int, opponents: int) -> Count:
    return Count(before.matches + matches, max(before.peak, peak), max(before.last, last), before.opponents + opponents)
