"""Glicko-2 (Glickman, "Example of the Glicko-2 system", 2022): rating, deviation and volatility.

`period` is the paper's steps 1 to 8 for one rating period; the system itself rates live: after every match, with the
deviation grown by the time since the last one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, log, pi, sqrt
from typing import Any

from ratings.systems.protocol import DAY, Columns, RatedMatch, Shown, State, Step, Trace, above_zero, one_by_one

SCALE = 173.7178  # rating points in one unit of the paper's scale
CENTRE = 1500.0
EPSILON = 1e-12
# The places in a state: rating and deviation in points, volatility, seconds of the last match (-1: none), matches.
RATING, DEVIATION, VOLATILITY, LAST, MATCHES = range(5)
ESTABLISHED = 110.0  # a larger deviation is provisional until the spread of the pool is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The figures of a new player, how fast volatility may change (`tau`), the days of a period, and the limits of a
    deviation.

    `advantage` is an offset in rating points for the player named first.
    """

    start: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06
    tau: float = 0.5
    period_days: float = 1 / 0.21436
    lowest: float = 30.0
    highest: float = 500.0
    advantage: float = 0.0

    def __post_init__(self) -> None:
        """Validate the parameters. ValueError names the parameter."""
        above_zero(self, "deviation", "volatility", "tau", "period_days", "lowest", "highest")


def weight(phi: float) -> float:
    """Step 3, g: the weight of a result against an opponent with this deviation."""
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))


def expectation(mu: float, other: float, phi: float) -> float:
    """Step 3, E: the score that mu may expect against `other` with deviation phi."""
    return 1.0 / (1.0 + exp(-weight(phi) * (mu - other)))


def grown(deviation: float, volatility: float, periods: float) -> float:
    """Step 6 over any time: the deviation, in points, after `periods` periods without a match."""
    return SCALE * sqrt((deviation / SCALE) ** 2 + periods * volatility * volatility)


def period(
    rating: float, deviation: float, volatility: float, games: Sequence[tuple[float, float, float]], tau: float
) -> tuple[float, float, float]:
    """Steps 1 to 8: rating, deviation and volatility after a period with `games` (rating, deviation, score)."""
    mu, phi = (rating - CENTRE) / SCALE, deviation / SCALE
    if not games:
        return rating, grown(deviation, volatility, 1.0), volatility
    others = [((r - CENTRE) / SCALE, d / SCALE, score) for r, d, score in games]
    mu, phi, sigma = _stepped(mu, phi, volatility, others, tau, 1.0)
    return CENTRE + SCALE * mu, SCALE * phi, sigma


def _stepped(
    mu: float,
    phi: float,
    sigma: float,
    others: Sequence[tuple[float, float, float]],
    tau: float,
    periods: float,
) -> tuple[float, float, float]:
    """Steps 3 to 7 on the paper's scale; before it shrinks, the deviation grows by `periods` periods."""
    information = gain = 0.0
    for other, its, score in others:
        g, expected = weight(its), expectation(mu, other, its)
        information += g * g * expected * (1.0 - expected)
        gain += g * (score - expected)
    sigma = _volatility(phi, sigma, 1.0 / information, gain / information, tau)
    phi = 1.0 / sqrt(1.0 / (phi * phi + periods * sigma * sigma) + information)
    return mu + phi * phi * gain, phi, sigma


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the volatility that fits the results best, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        spread = phi * phi + variance + e
        return e * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (tau * tau)

    low, high = a, log(delta * delta - phi * phi - variance) if delta * delta > phi * phi + variance else a - tau
    if high == a - tau:
        while f(high) < 0.0:
            high -= tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > EPSILON:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return exp(low / 2.0)


class Glicko2:
    """State: rating, deviation, volatility, seconds of the last match, matches."""

    key = "glicko2"

    def __init__(self, **params: Any) -> None:
        """Take the parameters of `Params`. TypeError or ValueError names one that it does not know."""
        self.params = Params(**params)

    def identity(self) -> Mapping[str, Any]:
        """All parameters, including the defaults."""
        return asdict(self.params)

    def start(self) -> State:
        """The state of a new player."""
        return (self.params.start, self.params.deviation, self.params.volatility, -1.0, 0.0)

    def expected(self, a: State, b: State, match: RatedMatch | None = None) -> float:
        """The score, 0 to 1, that `a` may expect: over the deviations of both, grown to the time of the match."""
        at = match.finished_at if match else None
        phi = sqrt(self._deviation(a, at) ** 2 + self._deviation(b, at) ** 2) / SCALE
        return expectation((a[RATING] + self.params.advantage) / SCALE, b[RATING] / SCALE, phi)

    def rate(self, a: State, b: State, match: RatedMatch) -> tuple[State, State, Trace]:
        """Both states after a match, each computed with the other's state before it."""
        after_a, step_a = self._one(a, b, match.score_a, match, self.params.advantage)
        after_b, step_b = self._one(b, a, 1.0 - match.score_a, match, -self.params.advantage)
        return after_a, after_b, Trace(step_a, step_b)

    def rate_all(self, states: dict[int, State], matches: Columns) -> bytearray:
        """Rate matches in order; returns the figures of both sides."""
        return one_by_one(self, states, matches)

    def rating(self, state: State) -> float:
        """The rating in a state."""
        return state[RATING]

    def shown(self, state: State, now: float) -> Shown:
        """The rating and deviation at `now`."""
        deviation = self._deviation(state, now)
        return Shown(state[RATING], deviation, deviation > ESTABLISHED)

    def _one(self, own: State, other: State, score: float, match: RatedMatch, offset: float) -> tuple[State, Step]:
        params = self.params
        mu, theirs = (own[RATING] + offset - CENTRE) / SCALE, (other[RATING] - CENTRE) / SCALE
        phi = self._deviation(other, match.finished_at) / SCALE
        expected = expectation(mu, theirs, phi)
        periods = self._periods(own, match.finished_at)
        start = min(own[DEVIATION], params.highest) / SCALE
        new, deviation, sigma = _stepped(mu, start, own[VOLATILITY], ((theirs, phi, score),), params.tau, periods)
        step = (new - mu) * SCALE
        k = SCALE * deviation * deviation * weight(phi)
        after = max(params.lowest, min(params.highest, deviation * SCALE))
        return (own[RATING] + step, after, sigma, match.finished_at, own[MATCHES] + 1.0), Step(k, expected, score, step)

    def _periods(self, state: State, at: float) -> float:
        return max(0.0, at - state[LAST]) / (self.params.period_days * DAY) if state[MATCHES] else 0.0

    def _deviation(self, state: State, at: float | None) -> float:
        if at is None or not state[MATCHES]:
            return state[DEVIATION]
        return min(self.params.highest, grown(state[DEVIATION], state[VOLATILITY], self._periods(state, at)))


System = Glicko2
