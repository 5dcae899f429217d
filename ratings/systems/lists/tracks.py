"""The lists beside a pool, as data. Each rates some of the pool's matches by its own system, and changes nothing in the
pool."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.systems.protocol import DUPLICATE, RATED_KINDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A list beside a pool: the words after the pool's name, its system, and the `kinds` of matches that it takes; with
    `needs_luck` it takes only matches whose luck is known."""

    name: str
    system: str
    kinds: frozenset[str] = RATED_KINDS
    needs_luck: bool = False

    def takes(self, kind: str, luck: float | None) -> bool:
        """Does the list take a rated match of this kind and luck?"""
        return kind in self.kinds and not (self.needs_luck and luck is None)


TRACKS: Mapping[str, Track] = {
    "luck": Track(name="luck taken out", system="margin_luck", needs_luck=True),
    "duplicate": Track(name="duplicate", system="margin", kinds=frozenset({DUPLICATE})),
}
POOL = Track(name="", system="elo")  # a pool itself takes all rated matches
