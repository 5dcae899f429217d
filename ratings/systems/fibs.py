"""The system of FIBS, the First Internet Backgammon Server: longer matches count more.

P_upset = 1 / (10^(D sqrt(n) / 2000) + 1); the winner gains 4 K sqrt(n) P(the other wins), K falls with experience.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Literal

from ratings.systems.protocol import Columns, RatedMatch, Shown, State, Step, Trace, above_zero, one_by_one

# The places in a state: the rating, and the lengths of all rated matches added up.
RATING, EXPERIENCE = range(2)
ESTABLISHED = 400.0  # experience at which K is at its least


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The parameters of FIBS: `step` is what K x sqrt(n) x P is multiplied with; K = max(1, newest - experience /
    fade), where `experience` is that before the match, or with it; `advantage` is an offset in rating points for the
    player named first."""

    start: float = 1500.0
    step: float = 4.0
    scale: float = 2000.0
    newest: float = 5.0
    fade: float = 100.0
    experience: Literal["before", "with"] = "before"
    advantage: float = 0.0

    def __post_init__(self) -> None:
        """Validate the parameters. ValueError names the parameter."""
        above_zero(self, "step", "scale", "newest", "fade")
        if self.experience not in ("before", "with"):
            raise ValueError(f"experience is one of before, with, not {self.experience!r}")


class Fibs:
    """State: rating, experience (the expected deals of all rated matches)."""

    key = "fibs"

    def __init__(self, **params: Any) -> None:
        """Take the parameters of `Params`. TypeError or ValueError names one that it does not know."""
        self.params = Params(**params)

    def identity(self) -> Mapping[str, Any]:
        """All parameters, including the defaults."""
        return asdict(self.params)

    def start(self) -> State:
        """The state of a new player."""
        return (self.params.start, 0.0)

    def expected(self, a: State, b: State, match: RatedMatch | None = None) -> float:
        """The share of matches of this length, 0 to 1, that `a` may expect to win."""
        difference = a[RATING] + self.params.advantage - b[RATING]
        return float(1.0 / (1.0 + 10.0 ** (-difference * sqrt(_length(match)) / self.params.scale)))

    def rate(self, a: State, b: State, match: RatedMatch) -> tuple[State, State, Trace]:
        """Both states after a match; each player has their own K."""
        expected = self.expected(a, b, match)
        after_a, step_a = self._one(a, expected, match.score_a, match)
        after_b, step_b = self._one(b, 1.0 - expected, 1.0 - match.score_a, match)
        return after_a, after_b, Trace(step_a, step_b)

    def rate_all(self, states: dict[int, State], matches: Columns) -> bytearray:
        """Rate matches in order; returns the figures of both sides."""
        return one_by_one(self, states, matches)

    def rating(self, state: State) -> float:
        """The rating in a state."""
        return state[RATING]

    def shown(self, state: State, now: float) -> Shown:
        """The rating; provisional until K has fallen to its minimum."""
        return Shown(state[RATING], None, state[EXPERIENCE] < ESTABLISHED)

    def _one(self, own: State, expected: float, score: float, match: RatedMatch) -> tuple[State, Step]:
        params, length = self.params, _length(match)
        counted = own[EXPERIENCE] + (length if params.experience == "with" else 0.0)
        k = params.step * max(1.0, params.newest - counted / params.fade) * sqrt(length)
        step = k * (score - expected)
        return (own[RATING] + step, own[EXPERIENCE] + length), Step(k, expected, score, step)


def _length(match: RatedMatch | None) -> float:
    """The expected deals of a match's length (not its target); one if no length is known."""
    return float((match.expected_deals or match.deals or 1) if match else 1)


System = Fibs
