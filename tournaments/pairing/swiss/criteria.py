"""The quality criteria of the Swiss system, one function each (FIDE C.04.3 of 1 Feb 2026).

A criterion gives each possible pair a number; a pairing is the better, the larger the sum over its pairs. A criterion
that compares lists (scores, differences) has one digit an element, and a digit has `bits`, more than can add up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.crosstable import Float
from tournaments.pairing.deal_order import Preference, goes_beyond_two, is_third_time, misses_strong
from tournaments.pairing.swiss.group import Contender, Group


class Place(IntEnum):
    """Where an entry of a pair belongs, seen from the group being paired."""

    MOVED = 0
    RESIDENT = 1
    FOLLOWING = 2
    BEYOND = 3
    BYE = 4


@dataclass(frozen=True, slots=True)
class Pair:
    """Two entries that may be paired, the higher ranked first; `low` is None for the PAB."""

    high: Contender
    low: Contender | None
    high_place: Place
    low_place: Place

    @property
    def is_inside(self) -> bool:
        """Do both belong to the group being paired?"""
        return self.low_place <= Place.RESIDENT

    @property
    def is_next(self) -> bool:
        """Would both be in the following group?"""
        return self.low_place == Place.FOLLOWING

    @property
    def ends(self) -> tuple[Contender, ...]:
        """The one or two contenders."""
        return (self.high,) if self.low is None else (self.high, self.low)

    @property
    def gap(self) -> int:
        """The score difference, positive when the higher floats down to the lower."""
        return 0 if self.low is None else self.high.score - self.low.score


Value = Callable[[Group, Pair, int], int]
FloatOf = Callable[[Contender], Float]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion by its number, the number of digits it takes in a group, and its value for a pair."""

    key: str
    digits: Callable[[Group], int]
    value: Value


def one_digit(group: Group) -> int:
    """One digit, for a criterion that counts."""
    return 1


def c6(group: Group, pair: Pair, bits: int) -> int:
    """C6: minimise the number of downfloaters."""
    return int(pair.is_inside)


def c7(group: Group, pair: Pair, bits: int) -> int:
    """C7: minimise the scores of the downfloaters, highest first."""
    if not pair.is_inside:
        return 0
    return sum(_digit(bits, group.scores, one.score) for one in pair.ends)


def c8(group: Group, pair: Pair, bits: int) -> int:
    """C8: choose the downfloaters so that C6, then C7, are met best in the following group."""
    if not pair.is_next:
        return 0
    scores = sum(_digit(bits, group.next_scores, one.score) for one in pair.ends)
    return (1 << bits * len(group.next_scores)) + scores


def c9(group: Group, pair: Pair, bits: int) -> int:
    """C9: minimise the unplayed rounds of the PAB's receiver, if this group's only downfloater gets it."""
    applies = group.bye_alone and pair.low_place == Place.BYE and pair.high_place <= Place.RESIDENT
    return group.rounds - pair.high.unplayed if applies else 0


def c10(group: Group, pair: Pair, bits: int) -> int:
    """C10: minimise the topscorers, or their opponents, who get a difference beyond 2."""
    return _holds(pair, lambda one, other: not goes_beyond_two(one, other))


def c11(group: Group, pair: Pair, bits: int) -> int:
    """C11: minimise the topscorers, or their opponents, who get the same order a third time running."""
    return _holds(pair, lambda one, other: not is_third_time(one, other))


def c12(group: Group, pair: Pair, bits: int) -> int:
    """C12: minimise those who do not get their preference."""
    return _holds(pair, lambda one, other: one.agrees(other))


def c13(group: Group, pair: Pair, bits: int) -> int:
    """C13: minimise those who do not get their strong preference."""
    return _holds(pair, lambda one, other: not misses_strong(one, other))


def c14(group: Group, pair: Pair, bits: int) -> int:
    """C14: minimise the residents who float down as they did one round ago."""
    return _residents_kept(pair, last_float)


def c15(group: Group, pair: Pair, bits: int) -> int:
    """C15: minimise the opponents of moved-down entries who float up as they did one round ago."""
    return _fresh_upfloat(pair, last_float)


def c16(group: Group, pair: Pair, bits: int) -> int:
    """C16: minimise the residents who float down as they did two rounds ago."""
    return _residents_kept(pair, float_before)


def c17(group: Group, pair: Pair, bits: int) -> int:
    """C17: minimise the opponents of moved-down entries who float up as they did two rounds ago."""
    return _fresh_upfloat(pair, float_before)


def c18(group: Group, pair: Pair, bits: int) -> int:
    """C18: minimise the score differences of moved-down entries who floated down one round ago."""
    return _down_differences(group, pair, bits, last_float)


def c19(group: Group, pair: Pair, bits: int) -> int:
    """C19: minimise the score differences of their opponents who floated up one round ago."""
    return _up_differences(group, pair, bits, last_float)


def c20(group: Group, pair: Pair, bits: int) -> int:
    """C20: minimise the score differences of moved-down entries who floated down two rounds ago."""
    return _down_differences(group, pair, bits, float_before)


def c21(group: Group, pair: Pair, bits: int) -> int:
    """C21: minimise the score differences of their opponents who floated up two rounds ago."""
    return _up_differences(group, pair, bits, float_before)


def _score_digits(group: Group) -> int:
    return len(group.scores)


def _next_digits(group: Group) -> int:
    return 1 + len(group.next_scores)


def _bye_digit(group: Group) -> int:
    return int(group.bye_alone)


def _topscorer_digit(group: Group) -> int:
    return int(any(one.is_topscorer for one in group.members))


def _turn_digit(group: Group) -> int:
    return int(any(one.preference.wants_first is not None for one in group.members))


Digits = Callable[[Group], int]


def _down_digit(float_of: FloatOf) -> Digits:
    """One digit if a resident floated down before."""
    return lambda group: int(any(float_of(one) is Float.DOWN for one in group.residents))


def _up_digit(float_of: FloatOf) -> Digits:
    """One digit if a resident who floated up before may meet a moved-down entry."""
    return lambda group: int(bool(group.moved) and any(float_of(one) is Float.UP for one in group.residents))


def _down_differences_digits(float_of: FloatOf) -> Digits:
    """As many digits as there are differences, if a moved-down entry floated down before."""
    return lambda group: len(group.differences) if any(float_of(one) is Float.DOWN for one in group.moved) else 0


def _up_differences_digits(float_of: FloatOf) -> Digits:
    return lambda group: len(group.differences) * _up_digit(float_of)(group)


def last_float(one: Contender) -> Float:
    """The float one round ago."""
    return one.last_float


def float_before(one: Contender) -> Float:
    """The float two rounds ago."""
    return one.float_before


FIRST_OF_ALL = (
    Criterion("C6", one_digit, c6),
    Criterion("C7", _score_digits, c7),
    Criterion("C8", _next_digits, c8),
    Criterion("C9", _bye_digit, c9),
)
ORDER = (
    Criterion("C10", _topscorer_digit, c10),
    Criterion("C11", _topscorer_digit, c11),
    Criterion("C12", _turn_digit, c12),
    Criterion("C13", _turn_digit, c13),
)
FLOATS = (
    Criterion("C14", _down_digit(last_float), c14),
    Criterion("C15", _up_digit(last_float), c15),
    Criterion("C16", _down_digit(float_before), c16),
    Criterion("C17", _up_digit(float_before), c17),
    Criterion("C18", _down_differences_digits(last_float), c18),
    Criterion("C19", _up_differences_digits(last_float), c19),
    Criterion("C20", _down_differences_digits(float_before), c20),
    Criterion("C21", _up_differences_digits(float_before), c21),
)

CARD = FIRST_OF_ALL + FLOATS
DUTCH = FIRST_OF_ALL + ORDER + FLOATS


def _digit(bits: int, values: tuple[int, ...], value: int) -> int:
    """A number with a one in the digit of a value: the largest value has the highest digit."""
    return 1 << bits * (len(values) - 1 - values.index(value))


def _holds(pair: Pair, rule: Callable[[Preference, Preference], bool]) -> int:
    """1 for a pair inside the group whose preferences satisfy a rule."""
    return int(pair.is_inside and pair.low is not None and rule(pair.high.preference, pair.low.preference))


def _residents_kept(pair: Pair, float_of: FloatOf) -> int:
    """The number of residents with an earlier downfloat that this pair keeps from floating down."""
    if not pair.is_inside or pair.low is None:
        return 0
    ends = ((pair.high, pair.high_place), (pair.low, pair.low_place))
    return sum(place is Place.RESIDENT and float_of(one) is Float.DOWN for one, place in ends)


def _fresh_upfloat(pair: Pair, float_of: FloatOf) -> int:
    """1 for a pair inside the group in which nobody with an earlier upfloat meets a moved-down entry."""
    if not pair.is_inside or pair.low is None:
        return 0
    return int(not (pair.gap > 0 and float_of(pair.low) is Float.UP))


def _down_differences(group: Group, pair: Pair, bits: int, float_of: FloatOf) -> int:
    """What a pair saves: the larger difference of the moved-down entry if it floated on, compared with the present
    one."""
    if not pair.is_inside or pair.low is None:
        return 0
    value = 0
    for one, place, gap in ((pair.high, pair.high_place, pair.gap), (pair.low, pair.low_place, 0)):
        if place is Place.MOVED and float_of(one) is Float.DOWN:
            value += _digit(bits, group.differences, group.onward(one))
            value -= _digit(bits, group.differences, gap) if gap > 0 else 0
    return value


def _up_differences(group: Group, pair: Pair, bits: int, float_of: FloatOf) -> int:
    if not pair.is_inside or pair.low is None or pair.gap <= 0 or float_of(pair.low) is not Float.UP:
        return 0
    return -_digit(bits, group.differences, pair.gap)
