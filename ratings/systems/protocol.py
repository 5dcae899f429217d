"""The protocol of a rating system: a finished match as numbers, and the methods that every system has."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import nan
from struct import Struct
from typing import Any, NamedTuple, Protocol, runtime_checkable

State = tuple[float, ...]
DUPLICATE = "duplicate"  # a margin against other tables with the same cards, with less noise
RATED_KINDS = frozenset({"played", "casual", "abandoned", "adjusted", DUPLICATE})
UNRATED_KINDS = frozenset({"bye", "forfeit"})
DAY = 86400.0  # seconds
# The figures from `rate_all` for one player in one match; deviation: afterwards, nan in a system that has none.
FIGURES = ("before", "after", "deviation", "expected", "score", "k")
SEAT = Struct(f"={len(FIGURES)}d")  # float64 as the machine keeps them
ROW = Struct(f"={2 * len(FIGURES)}d")  # both sides of a match of two


class Place(NamedTuple):
    """A seat in a match of more than two. Seats of one side win and lose together; the lower of two places won, equal
    ones are tied; `margin` is what the sheet settles for the seat, in points."""

    player: int
    side: int
    place: int
    margin: int


class RatedMatch(NamedTuple):
    """A finished match between the players `a` and `b`, as numbers; `ratings` does not know what a card is. With more
    than two players, `seats` lists all of them, and `a` and `b` are two of different sides. (Like the steps it is a
    named tuple, because a run makes millions of them.)"""

    id: int  # the second part of the total order (finished_at, id)
    finished_at: float  # seconds UTC
    a: int
    b: int
    score_a: float  # 1 won, 0.5 tied, 0 lost
    margin: float = 0.0  # points of a minus points of b
    deals: int = 0  # actually finished
    expected_deals: int = 0  # of the length that was played
    luck: float | None = None  # sum of the deals' luck for a, in points
    kind: str = "played"
    seats: tuple[Place, ...] = ()
    weight: int = 1  # 0: on record, not rated

    @property
    def order(self) -> tuple[float, int]:
        """The position of the match in the total order of inputs."""
        return (self.finished_at, self.id)

    @property
    def is_rated(self) -> bool:
        """Does the match change ratings? Byes, forfeits and matches of weight 0 do not."""
        return self.weight > 0 and self.kind in RATED_KINDS


class Columns(NamedTuple):
    """Consecutive rated matches: a list for every field of `RatedMatch` but the weight, which is 1. Without `seats` all
    of them are of two."""

    id: list[int]
    finished_at: list[float]
    a: list[int]
    b: list[int]
    score_a: list[float]
    margin: list[float]
    deals: list[int]
    expected_deals: list[int]
    luck: list[float | None]
    kind: list[str]
    seats: Sequence[tuple[Place, ...]] = ()

    def matches(self) -> Iterator[RatedMatch]:
        """The matches one by one."""
        return map(RatedMatch, *self[:-1], self.seats or repeat(()))

    @property
    def has_several(self) -> bool:
        """Does any of the matches have more than two seats?"""
        return any(self.seats)


class Step(NamedTuple):
    """One player's part of a rated match: step = k x (score - expected)."""

    k: float
    expected: float
    score: float
    step: float


class Trace(NamedTuple):
    """What is needed to print the formula of a rated match for both players."""

    a: Step
    b: Step


@dataclass(frozen=True, slots=True)
class Shown:
    """The figures of a state for pages; they are never input of a fold."""

    rating: float
    deviation: float | None
    provisional: bool


class RatingSystem(Protocol):
    """A rating system, found by its key; pure, float64 in and out, no rounding. Its parameters are keyword arguments
    with defaults; each system takes `advantage`, an offset in its own unit for the player who is named first."""

    @property
    def key(self) -> str:
        """The name under which pools ask for it."""

    def identity(self) -> Mapping[str, Any]:
        """The parameters as plain JSON values: part of what makes two runs the same."""

    def start(self) -> State:
        """The state of a player without a match."""

    def expected(self, a: State, b: State, match: RatedMatch | None = None) -> float:
        """The score, 0 to 1, that `a` may expect against `b`."""

    def rate(self, a: State, b: State, match: RatedMatch) -> tuple[State, State, Trace]:
        """Both states after a rated match, and the trace of the formula."""

    def rate_all(self, states: dict[int, State], matches: Columns) -> bytearray:
        """Rate matches in order and update `states`, equal to the last bit to `rate` and `rate_several` one by one.
        Returns for each match a `ROW`, the `FIGURES` of a, then those of b; or a `SEAT` for each of its seats."""

    def rating(self, state: State) -> float:
        """The rating in a state, without a floor; lists are ordered by it."""

    def shown(self, state: State, now: float) -> Shown:
        """The figures of a state for pages at `now` (seconds UTC)."""


class NotForSeveral(ValueError):
    """The system rates only matches of two."""


@runtime_checkable
class ForSeveral(RatingSystem, Protocol):
    """A system that also rates matches of more than two."""

    def rate_several(self, states: Sequence[State], match: RatedMatch) -> tuple[list[State], list[Step]]:
        """The states after a rated match of more than two, and the traces, by seat."""

    def between(self, own: float, other: float) -> float:
        """The score, 0 to 1, that a rating may expect against another."""


def one_by_one(system: RatingSystem, states: dict[int, State], matches: Columns) -> bytearray:
    """`rate_all` for a system without a faster method."""
    out, pack = bytearray(), ROW.pack
    start, rate, rating, shown = system.start(), system.rate, system.rating, system.shown
    is_sure, deviation_a, deviation_b = shown(start, 0.0).deviation is None, nan, nan
    for match in matches.matches():
        if match.seats:
            out += _figures(system, states, match)
            continue
        a, b = states.get(match.a, start), states.get(match.b, start)
        after_a, after_b, (own, other) = rate(a, b, match)
        states[match.a], states[match.b] = after_a, after_b
        if not is_sure:
            deviation_a = shown(after_a, match.finished_at).deviation or 0.0
            deviation_b = shown(after_b, match.finished_at).deviation or 0.0
        figures_a = (rating(a), rating(after_a), deviation_a, own.expected, own.score, own.k)
        figures_b = (rating(b), rating(after_b), deviation_b, other.expected, other.score, other.k)
        out += pack(*figures_a, *figures_b)
    return out


def several(system: RatingSystem, states: dict[int, State], match: RatedMatch) -> tuple[list[State], list[Step]]:
    """Rate a match of more than two; returns the states before it and their steps, by seat. Raises NotForSeveral."""
    if not isinstance(system, ForSeveral):
        raise NotForSeveral(f"{system.key} rates matches of two only")
    before = [states.get(place.player, system.start()) for place in match.seats]
    after, steps = system.rate_several(before, match)
    states.update(zip((place.player for place in match.seats), after, strict=True))
    return before, steps


def _figures(system: RatingSystem, states: dict[int, State], match: RatedMatch) -> bytes:
    before, steps = several(system, states, match)
    after, out = [states[place.player] for place in match.seats], bytearray()
    for own, moved, step in zip(before, after, steps, strict=True):
        deviation = system.shown(moved, match.finished_at).deviation
        figures = (system.rating(own), system.rating(moved), nan if deviation is None else deviation)
        out += SEAT.pack(*figures, step.expected, step.score, step.k)
    return bytes(out)


def above_zero(params: object, *names: str) -> None:
    """Check that these parameters are positive. ValueError names the first that is not."""
    for name in names:
        if not getattr(params, name) > 0:
            raise ValueError(f"{name} is above 0, not {getattr(params, name)!r}")
