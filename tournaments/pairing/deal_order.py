"""Who deals first: preferences from past matches, and the first of a pair (FIDE C.04.3 of 2026, colours).

First stands for White, second for Black.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.crosstable import Crosstable, Kind


class Strength(IntEnum):
    """The strength of a preference."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """The turn that an entry is due: to be first or not (None without a history), how strongly, the `difference`
    between its turns as first and as second, its turn in both of its last two matches if that was the same, and all
    turns."""

    wants_first: bool | None = None
    strength: Strength = Strength.NONE
    difference: int = 0
    repeated: bool | None = None
    history: tuple[bool, ...] = ()

    @property
    def is_absolute(self) -> bool:
        """Must it get its turn?"""
        return self.strength is Strength.ABSOLUTE

    def agrees(self, other: "Preference") -> bool:
        """Can both entries have the turn that they are due?"""
        return self.wants_first is None or other.wants_first is None or self.wants_first != other.wants_first


NO_PREFERENCE = Preference()


def preference(history: Sequence[bool]) -> Preference:
    """1.7: the preference. It is absolute with a difference beyond 1, or the same order in the last two matches; strong
    with a difference of 1; mild without difference: then the other order than in the last match. There is none before
    the first match."""
    if not history:
        return NO_PREFERENCE
    surplus = 2 * sum(history) - len(history)  # turns as first minus turns as second
    repeated = history[-1] if len(history) > 1 and history[-1] == history[-2] else None
    if abs(surplus) > 1 or (surplus and repeated is None):
        wants_first = surplus < 0
    else:
        wants_first = not history[-1]
    is_absolute = abs(surplus) > 1 or repeated is not None
    return Preference(
        wants_first=wants_first,
        strength=Strength.ABSOLUTE if is_absolute else Strength.STRONG if surplus else Strength.MILD,
        difference=abs(surplus),
        repeated=repeated,
        history=tuple(history),
    )


def participating_numbers(crosstable: Crosstable) -> dict[int, int]:
    """The numbers 1, 2, … in start order for the entries that have taken part in a pairing (forfeits and the PAB count)
    or are here now."""
    took_part = [
        number
        for number, row in sorted(crosstable.rows.items())
        if row.is_available or any(one.opponent or one.kind in (Kind.PAB, Kind.FORFEIT) for one in row.results)
    ]
    return {number: place for place, number in enumerate(took_part, 1)}


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether the higher ranked of a pair is first, and by which rule: "both" get what they are due; the "stronger"
    preference; the wider "difference"; the last round in which the two "differed"; what the "higher" ranked is due; the
    "initial" lot."""

    high_is_first: bool
    rule: str


def allocate(high: Preference, low: Preference, number: int, initial_first: bool) -> Turn:
    """5.2: which of a pair deals first. `high` is ranked higher and has this participating number; `initial_first` is
    the lot: was number 1 given the first deal?"""
    if high.wants_first is None and low.wants_first is None:
        return Turn(initial_first is (number % 2 == 1), "initial")
    if high.agrees(low):
        return Turn(bool(high.wants_first) if high.wants_first is not None else not low.wants_first, "both")
    wanted = bool(high.wants_first)
    if high.strength != low.strength:
        return Turn(wanted is (high.strength > low.strength), "stronger")
    if high.is_absolute and high.difference != low.difference:
        return Turn(wanted is (high.difference > low.difference), "difference")
    for own, other in zip(reversed(high.history), reversed(low.history), strict=False):
        if own != other:
            return Turn(not own, "differed")
    return Turn(wanted, "higher")


def goes_beyond_two(one: Preference, other: Preference) -> bool:
    """C10: would the match give one of the two a difference beyond 2? It does if both must have the same turn and both
    already differ by 2."""
    return one.difference > 1 and other.difference > 1 and one.wants_first == other.wants_first


def is_third_time(one: Preference, other: Preference) -> bool:
    """C11: would the match give one of the two the same order a third time in a row? If both have the same absolute
    preference, the one with the wider difference gets its turn, and the other repeats the order that it had twice."""
    if not (one.is_absolute and other.is_absolute and one.wants_first == other.wants_first):
        return False
    if one.difference == other.difference:
        return one.repeated is not None and one.repeated == other.repeated
    loser = one if one.difference < other.difference else other
    return loser.repeated is not None and loser.repeated != loser.wants_first


def misses_strong(one: Preference, other: Preference) -> bool:
    """C13: would the match deny a strong preference? Two absolute ones are left to C10 and C11."""
    if one.agrees(other) or min(one.strength, other.strength) < Strength.STRONG:
        return False
    return not (one.is_absolute and other.is_absolute)
