"""Elo's system, the official one: E = 1/(1 + 10^(-D/400)), step = K (S - E), K decaying by default."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ratings.systems import fide
from ratings.systems.protocol import DAY, RatedMatch, Shown, State, Step, Trace, above_zero

SCALE = 400.0
ESTABLISHED = 20  # matches; fewer are provisional (§5)
FLOOR = 100.0  # on display only: a floor in the stored value would inject points
# The places in a state.
RATING, MATCHES, PEAK, PERIOD, IN_PERIOD = range(5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """How Elo is played: `k` "decay" (K = max(k_min, k0/(n + o)^p) of the own n matches), "fide" or a fixed number."""

    k: float | Literal["decay", "fide"] = "decay"
    k0: float = 600.0
    o: float = 8.0
    p: float = 0.9
    k_min: float = 4.0
    expectation: Literal["logistic", "fide_table"] = "logistic"
    rule400: Literal["none", "fide", "both"] = "none"
    start: float = 1500.0
    period_days: float = 30.0  # the rating period of k="fide", counted from 1970-01-01
    advantage: float = 0.0  # offset in rating points of who is named first

    def __post_init__(self) -> None:
        """Refuse what no formula knows. ValueError names the parameter and its values."""
        _one_of("expectation", self.expectation, ("logistic", "fide_table"))
        _one_of("rule400", self.rule400, ("none", "fide", "both"))
        if isinstance(self.k, str):
            _one_of("k", self.k, ("decay", "fide"))
        elif not self.k > 0:
            raise ValueError("k is a number above 0, decay or fide")
        above_zero(self, "k0", "o", "k_min", "period_days")


def logistic(difference: float) -> float:
    """The score that a player may expect who is `difference` points above the opponent."""
    expected: float = 1.0 / (1.0 + 10.0 ** (-difference / SCALE))
    return expected


class Elo:
    """State: rating, own rated matches, highest rating, rating period of the last match, matches in that period."""

    key = "elo"

    def __init__(self, **params: Any) -> None:
        """With the parameters of `Params`. TypeError or ValueError names one that it does not know."""
        self.params = Params(**params)
        self._period = self.params.period_days * DAY
        self._is_cut = self.params.rule400 != "none" or self.params.expectation != "logistic"

    def identity(self) -> Mapping[str, Any]:
        """All parameters, the defaults too."""
        return asdict(self.params)

    def start(self) -> State:
        """A new player."""
        return (self.params.start, 0.0, self.params.start, -1.0, 0.0)

    def expected(self, a: State, b: State, match: RatedMatch | None = None) -> float:
        """The score, 0 to 1, that `a` may expect against `b`."""
        return self._expected(a, b, self.params.advantage)

    def rate(self, a: State, b: State, match: RatedMatch) -> tuple[State, State, Trace]:
        """Both states after a match. Each player's K and expectation are their own, from before the match."""
        after_a, step_a = self._one(a, b, match.score_a, match, self.params.advantage)
        after_b, step_b = self._one(b, a, 1.0 - match.score_a, match, -self.params.advantage)
        return after_a, after_b, Trace(step_a, step_b)

    def rating(self, state: State) -> float:
        """The rating itself."""
        return state[RATING]

    def shown(self, state: State, now: float) -> Shown:
        """The rating with the floor of 100; provisional under 20 matches (few opponents are the fold's to count)."""
        return Shown(max(FLOOR, state[RATING]), None, state[MATCHES] < ESTABLISHED)

    def _expected(self, own: State, other: State, offset: float) -> float:
        difference = own[RATING] + offset - other[RATING]
        if not self._is_cut:
            return logistic(difference)
        difference = self._cut(own[RATING] + offset, other[RATING])
        return fide.score_probability(difference) if self.params.expectation == "fide_table" else logistic(difference)

    def _one(self, own: State, other: State, score: float, match: RatedMatch, offset: float) -> tuple[State, Step]:
        period = match.finished_at // self._period
        in_period = own[IN_PERIOD] + 1.0 if own[PERIOD] == period else 1.0
        k = self._k(own, in_period)
        expected = self._expected(own, other, offset)
        step = k * (score - expected)
        rating = own[RATING] + step
        peak = own[PEAK] if own[PEAK] >= rating else rating
        return (rating, own[MATCHES] + 1.0, peak, period, in_period), Step(k, expected, score, step)

    def _k(self, own: State, in_period: float) -> float:
        """The player's own K. FIDE caps K x n by the matches of a whole period; live, n is those played so far."""
        params = self.params
        if params.k == "decay":
            k: float = params.k0 / (own[MATCHES] + params.o) ** params.p
            return k if k > params.k_min else params.k_min
        if params.k == "fide":
            return fide.capped_k(float(fide.k_factor(own[MATCHES], own[RATING], own[PEAK])), in_period)
        return float(params.k)

    def _cut(self, rating: float, opponent: float) -> float:
        if self.params.rule400 == "fide":
            return fide.cut_difference(rating, opponent)
        difference = rating - opponent
        return max(-fide.CUT, min(fide.CUT, difference)) if self.params.rule400 == "both" else difference


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(allowed)}, not {value!r}")


System = Elo
