"""The figures that lists show beside a rating, counted while a run folds: matches, peak, last match, different
opponents, and expected compared with actual scores."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ratings.selectors.certainty import BINS
from ratings.services.inputs import Block
from ratings.systems import FIGURES

Array = np.ndarray[Any, np.dtype[Any]]
PAIR = 2**31  # a pair is one number: the lower id times this, plus the higher
COUNTS = np.dtype([("player", "i8"), ("matches", "i8"), ("peak", "f8"), ("last", "i8")])  # last: microseconds


AFTER, EXPECTED, SCORE = (FIGURES.index(name) for name in ("after", "expected", "score"))
Bins = list[list[float]]  # by place: which bin, sides, sums of expected, of score, of the squares of what was missed


def none() -> Array:
    """A tally without any counts."""
    return np.zeros(0, COUNTS)


@dataclass(slots=True)
class Tally:
    """The counts of all players in the order of their ids, the pairs who have met, by block, and expected compared with
    actual scores in bins. A field is None if the values of an earlier part are unknown."""

    counts: Array = field(default_factory=none)
    met: list[Array] = field(default_factory=list)
    bins: Bins | None = field(default_factory=list)

    def add(self, block: Block, figures: Array) -> None:
        """Count a block by its figures, which have the order of its sides."""
        sides = block.sides()
        self._enter(sides["player"])
        counts, places = self.counts, np.searchsorted(self.counts["player"], sides["player"])
        counts["matches"] += np.bincount(places, minlength=len(counts))
        np.maximum.at(counts["peak"], places, figures[:, AFTER])
        np.maximum.at(counts["last"], places, block.rows["at"][sides["at"]])
        self.met.append(pairs(block))
        if self.bins is not None:
            self.bins = _binned(self.bins, figures[:, EXPECTED], figures[:, SCORE])

    def opponents(self) -> Array:
        """The number of different opponents of each player, in the order of the counts."""
        met = distinct(np.concatenate([*self.met, np.zeros(0, np.int64)]))
        sides, players = np.concatenate([met // PAIR, met % PAIR]), self.counts["player"]
        return np.bincount(np.searchsorted(players, sides[np.isin(sides, players)]), minlength=len(players))

    def _enter(self, players: Array) -> None:
        """Add a row for each new player."""
        players = distinct(players)
        new = players[~np.isin(players, self.counts["player"])]
        if len(new):
            fresh = np.zeros(len(new), COUNTS)
            fresh["player"], fresh["peak"] = new, -np.inf
            self.counts = np.sort(np.concatenate([self.counts, fresh]), order="player")


def _binned(bins: Bins, expected: Array, score: Array) -> Bins:
    """The bins with so many more sides; empty bins are left out."""
    places = np.floor(expected * BINS).astype(np.int64)
    least = int(places.min())
    sums = [np.bincount(places - least, of).tolist() for of in (None, expected, score, (score - expected) ** 2)]
    found = {int(place): figures for place, *figures in bins}
    for place, more in enumerate(zip(*sums, strict=True), least):
        if more[0]:
            found[place] = [one + other for one, other in zip(found.get(place, [0, 0.0, 0.0, 0.0]), more, strict=True)]
    return [[place, *figures] for place, figures in sorted(found.items())]


def pairs(block: Block) -> Array:
    """The different pairs that meet in a block, as sorted numbers."""
    a, b = block.meetings()
    return distinct(np.minimum(a, b) * PAIR + np.maximum(a, b))


def distinct(values: Array) -> Array:
    """Each value once, in order. This sorts, which is ten times faster than NumPy's own function for a million
    values."""
    ordered = np.sort(values)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(ordered) else ordered
