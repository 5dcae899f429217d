"""What a rating system is: a finished match as numbers, and the steps that every system answers to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

State = tuple[float, ...]
RATED_KINDS = frozenset({"played", "casual", "abandoned", "adjusted"})
UNRATED_KINDS = frozenset({"bye", "forfeit"})
DAY = 86400.0  # seconds


class RatedMatch(NamedTuple):
    """A finished match between the players `a` and `b`, as numbers; `ratings` does not know what a card is. (Like the
    steps a named tuple: a run makes millions of them.)"""

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
    weight: int = 1  # 0: on record, not rated

    @property
    def order(self) -> tuple[float, int]:
        """Its place in the total order of inputs."""
        return (self.finished_at, self.id)

    @property
    def is_rated(self) -> bool:
        """Does it move ratings? Byes, forfeits and matches of weight 0 do not (design: ratings §1)."""
        return self.weight > 0 and self.kind in RATED_KINDS


class Step(NamedTuple):
    """One player's part of a rated match: step = k x (score - expected)."""

    k: float
    expected: float
    score: float
    step: float


class Trace(NamedTuple):
    """Enough to print the formula of a rated match for both players."""

    a: Step
    b: Step


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a state: never fed back into a fold."""

    rating: float
    deviation: float | None
    provisional: bool


class RatingSystem(Protocol):
    """A way to rate, found by its key; pure, float64 in and out, no rounding."""

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
        """Both states after a rated match, and how it came about."""

    def rating(self, state: State) -> float:
        """A state's place on the rating scale, without any floor: what lists are ordered by."""

    def shown(self, state: State, now: float) -> Shown:
        """What to show of a state at `now` (seconds UTC)."""


def above_zero(params: object, *names: str) -> None:
    """Refuse parameters that must be positive. ValueError names the first that is not."""
    for name in names:
        if not getattr(params, name) > 0:
            raise ValueError(f"{name} is above 0, not {getattr(params, name)!r}")
