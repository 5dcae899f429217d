"""The margin system: a player's strength in points a deal, as a Gaussian mean and variance that the mean margin
updates.

The observation of a match is margin / deals with variance sigma^2 / deals (a Kalman filter with a random walk); P(win)
follows from the difference of the means over the length of the match.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import erf, sqrt
from typing import Any

from ratings.systems.protocol import (
    DAY,
    DUPLICATE,
    Columns,
    RatedMatch,
    Shown,
    State,
    Step,
    Trace,
    above_zero,
    one_by_one,
)

CENTRE, POINTS = 1500.0, 40.0  # the shown rating: 1500 + 40 rating points for a point a deal
# The places in a state: mean and variance in points a deal, seconds of the last match (-1: none), matches.
MEAN, VARIANCE, LAST, MATCHES = range(4)
ESTABLISHED = 40.0  # a larger shown deviation is provisional until the spread of the pool is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The parameters of the margin system. `sigma`: standard deviation of one deal's margin; `duplicate`: of one
    compared with other tables; `spread`: of the skills of new players, in points a deal; `drift`: variance that a day
    adds; `advantage`: offset in points a deal for the player named first."""

    sigma: float = 21.5
    spread: float = 1.5
    drift: float = 0.0005
    advantage: float = 0.0
    duplicate: float = 15.4  # 21.5 x sqrt(25.3 / 49.0), measured

    def __post_init__(self) -> None:
        """Validate the parameters. ValueError names the parameter."""
        above_zero(self, "sigma", "spread", "duplicate")
        if not self.drift >= 0:
            raise ValueError("drift is 0 or more")


def normal(x: float) -> float:
    """Phi: the share of a normal distribution below x."""
    return 0.5 * (1.0 + erf(x / sqrt(2.0)))


class Margin:
    """State: mean and variance in points a deal, seconds of the last match, matches."""

    key = "margin"
    Params = Params

    def __init__(self, **params: Any) -> None:
        """Take the parameters of `Params`. TypeError or ValueError names one that it does not know."""
        self.params = self.Params(**params)

    def identity(self) -> Mapping[str, Any]:
        """All parameters, including the defaults."""
        return asdict(self.params)

    def start(self) -> State:
        """The state of a new player."""
        return (0.0, self.params.spread**2, -1.0, 0.0)

    def expected(self, a: State, b: State, match: RatedMatch | None = None) -> float:
        """The share of matches, 0 to 1, that `a` may expect to win at this length (one deal if unknown)."""
        at, deals = (match.finished_at, match.expected_deals or match.deals or 1) if match else (None, 1)
        spread = self._variance(a, at) + self._variance(b, at) + self._noise(match) / deals
        return normal((a[MEAN] - b[MEAN] + self.params.advantage) / sqrt(spread))

    def rate(self, a: State, b: State, match: RatedMatch) -> tuple[State, State, Trace]:
        """Both states after a match, by its mean margin; a match without information leaves them unchanged."""
        if not self.tells(match):
            expected = a[MEAN] - b[MEAN] + self.params.advantage
            return a, b, Trace(Step(0.0, expected, expected, 0.0), Step(0.0, -expected, -expected, 0.0))
        own, other = self._variance(a, match.finished_at), self._variance(b, match.finished_at)
        surprise, total = self.surprise(a, b, match)
        expected = a[MEAN] - b[MEAN] + self.params.advantage
        gain_a, gain_b = own / total, other / total
        return (
            (a[MEAN] + gain_a * surprise, own * (1.0 - gain_a), match.finished_at, a[MATCHES] + 1.0),
            (b[MEAN] - gain_b * surprise, other * (1.0 - gain_b), match.finished_at, b[MATCHES] + 1.0),
            Trace(
                Step(gain_a, expected, expected + surprise, gain_a * surprise),
                Step(gain_b, -expected, -expected - surprise, -gain_b * surprise),
            ),
        )

    def surprise(self, a: State, b: State, match: RatedMatch) -> tuple[float, float]:
        """The difference between the mean margin of a match with finished deals and the expected margin, in points a
        deal, and its variance."""
        variance = self._variance(a, match.finished_at) + self._variance(b, match.finished_at)
        expected = a[MEAN] - b[MEAN] + self.params.advantage
        return self.observed(match) / match.deals - expected, variance + self._noise(match) / match.deals

    def observed(self, match: RatedMatch) -> float:
        """The points of a minus the points of b."""
        return match.margin

    def tells(self, match: RatedMatch) -> bool:
        """Does the match have information for a rating? It needs a finished deal."""
        return match.deals > 0

    def rate_all(self, states: dict[int, State], matches: Columns) -> bytearray:
        """Rate matches in order; returns the figures of both sides."""
        return one_by_one(self, states, matches)

    def rating(self, state: State) -> float:
        """The rating: 1500, plus 40 points for each point a deal."""
        return CENTRE + POINTS * state[MEAN]

    def shown(self, state: State, now: float) -> Shown:
        """Rating and deviation on the shown scale, at `now`."""
        deviation = POINTS * sqrt(self._variance(state, now))
        return Shown(self.rating(state), deviation, deviation > ESTABLISHED)

    def _noise(self, match: RatedMatch | None) -> float:
        """The variance of one deal's margin."""
        is_compared = match is not None and match.kind == DUPLICATE
        return self.params.duplicate**2 if is_compared else self.params.sigma**2

    def _variance(self, state: State, at: float | None) -> float:
        if at is None or not state[MATCHES]:
            return state[VARIANCE]
        return state[VARIANCE] + self.params.drift * max(0.0, at - state[LAST]) / DAY


System = Margin
