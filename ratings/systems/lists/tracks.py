"""The lists beside a pool, as data: each rates some of the pool's matches by a system of its own, and changes nothing
in the pool."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.systems.protocol import DUPLICATE, RATED_KINDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A list beside a pool: the words after the pool's name, its system, and its matches: those of these `kinds`, with
    `needs_luck` only those whose luck is known."""

    name: str
    system: str
    kinds: frozenset[str] = RATED_KINDS
    needs_luck: bool = False

    def takes(self, kind: str, luck: float | None) -> bool:
        """Is a match of this kind and luck on the list, when it is rated at all?"""
        return kind in self.kinds and not (self.needs_luck and luck is None)


TRACKS: Mapping[str, Track] = {
    "luck": Track(name="luck taken out", system="margin_luck", needs_luck=True),
    "duplicate": Track(name="duplicate", system="margin", kinds=frozenset({DUPLICATE})),
}
POOL = Track(name="", system="elo")  # a pool itself takes all rated matches
