"""The label of a match in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

FINAL, SEMIFINAL, QUARTERFINAL = "Final", "Semifinal %(match)d", "Quarterfinal %(match)d"
ROUND_OF = "Round of %(size)d, match %(match)d"
GRAND_FINAL, SECOND_GRAND_FINAL = "Grand final", "Grand final, second match"
PLACE, PLACES = "Match for place %(low)d", "Places %(low)d to %(high)d, match %(match)d"
SIDES = {
    "W": ("Winners' final", "Winners' round %(round)d, match %(match)d"),
    "L": ("Losers' final", "Losers' round %(round)d, match %(match)d"),
    "C": ("Consolation final", "Consolation round %(round)d, match %(match)d"),
    "LC": ("Last chance final", "Last chance round %(round)d, match %(match)d"),
}
WORDS = (  # all sentences, for translators
    FINAL,
    SEMIFINAL,
    QUARTERFINAL,
    ROUND_OF,
    GRAND_FINAL,
    SECOND_GRAND_FINAL,
    PLACE,
    PLACES,
    *(words for pair in SIDES.values() for words in pair),
)


@dataclass(frozen=True, slots=True)
class Label:
    """A sentence with places for numbers (one of `WORDS`), and the numbers."""

    words: str
    numbers: Mapping[str, int]

    def __str__(self) -> str:
        return self.words % self.numbers


class Named(Protocol):
    """The values that a label is made from."""

    @property
    def part(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def is_double(self) -> bool: ...
    @property
    def reset_of(self) -> str: ...
    @property
    def winner_places(self) -> tuple[int, int]: ...
    @property
    def loser_places(self) -> tuple[int, int]: ...


def label(match: Named) -> Label:
    """The label of a match: by the places it decides, or by its part and its distance from the final."""
    numbers = {"match": match.position, "round": match.round}
    low, high = match.winner_places[0], match.loser_places[1]
    if match.part == "GF":
        return Label(SECOND_GRAND_FINAL if match.reset_of else GRAND_FINAL, {})
    if match.part == "P":
        return Label(PLACE, {"low": low}) if high == low + 1 else Label(PLACES, numbers | {"low": low, "high": high})
    if match.part != "W" or match.is_double:
        final, before = SIDES[match.part]
        return Label(final, {}) if match.round == match.rounds else Label(before, numbers)
    to_go = match.rounds - match.round
    words = (FINAL, SEMIFINAL, QUARTERFINAL)[to_go] if to_go < 3 else ROUND_OF
    return Label(words, numbers | {"size": 2 << to_go})
