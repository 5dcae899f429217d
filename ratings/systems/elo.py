"""The Elo system, which is the official one: E = 1/(1 + 10^(-D/400)), step = K (S - E); by default K falls with the
matches."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import Any, Literal

from ratings.systems import sides
from ratings.systems.formulas import fide
from ratings.systems.lists.ranking import ENOUGH_MATCHES
from ratings.systems.protocol import DAY, ROW, Columns, RatedMatch, Shown, State, Step, Trace, above_zero, one_by_one

SCALE = 400.0
FLOOR = 100.0  # on display only: a floor in the stored value would inject points
# The places in a state.
RATING, MATCHES, PEAK, PERIOD, IN_PERIOD = range(5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """The parameters of Elo: `k` is "decay" (K = max(k_min, k0/(n + o)^p) with the player's n matches), "fide" or a
    fixed number."""

    k: float | Literal["decay", "fide"] = "decay"
    k0: float = 600.0
    o: float = 8.0
    p: float = 0.9
    k_min: float = 4.0
    expectation: Literal["logistic", "fide_table"] = "logistic"
    rule400: Literal["none", "fide", "both"] = "none"
    start: float = 1500.0
    period_days: float = 30.0  # the rating period of k="fide", counted from 1970-01-01
    advantage: float = 0.0  # offset in rating points for the player named first

    def __post_init__(self) -> None:
        """Validate the parameters. ValueError names the parameter and its allowed values."""
        _one_of("expectation", self.expectation, ("logistic", "fide_table"))
        _one_of("rule400", self.rule400, ("none", "fide", "both"))
        if isinstance(self.k, str):
            _one_of("k", self.k, ("decay", "fide"))
        elif not self.k > 0:
            raise ValueError("k is a number above 0, decay or fide")
        above_zero(self, "k0", "o", "k_min", "period_days")


def logistic(difference: float) -> float:
    """The expected score of a player whose rating is `difference` points above the opponent's."""
    expected: float = 1.0 / (1.0 + 10.0 ** (-difference / SCALE))
    return expected


class Elo:
    """State: rating, own rated matches, highest rating, rating period of the last match, matches in that period."""

    key = "elo"

    def __init__(self, **params: Any) -> None:
        """Take the parameters of `Params`. TypeError or ValueError names one that it does not know."""
        self.params = Params(**params)
        self._period = self.params.period_days * DAY
        self._is_cut = self.params.rule400 != "none" or self.params.expectation != "logistic"
        self._ks: list[float] = []  # by the player's own matches, where K follows from them alone

    def identity(self) -> Mapping[str, Any]:
        """All parameters, including the defaults."""
        return asdict(self.params)

    def start(self) -> State:
        """The state of a new player."""
        return (self.params.start, 0.0, self.params.start, -1.0, 0.0)

    def expected(self, a: State, b: State, match: RatedMatch | None = None) -> float:
        """The score, 0 to 1, that `a` may expect against `b`."""
        return self._expected(a, b, self.params.advantage)

    def rate(self, a: State, b: State, match: RatedMatch) -> tuple[State, State, Trace]:
        """Both states after a match. Each player's K and expectation are from before the match."""
        after_a, step_a = self._one(a, b, match.score_a, match, self.params.advantage)
        after_b, step_b = self._one(b, a, 1.0 - match.score_a, match, -self.params.advantage)
        return after_a, after_b, Trace(step_a, step_b)

    def rate_several(self, states: Sequence[State], match: RatedMatch) -> tuple[list[State], list[Step]]:
        """All states after a match of more than two. Each side moves by the mean of its meetings, each with K/(sides -
        1); the K of partners is the mean of theirs. No side is named first, so there is no advantage."""
        met = sides.meetings(match.seats, [state[RATING] for state in states], self.between)
        ks = [self._k(state, self._in_period(state, match)) for state in states]
        steps = {}
        for side, seats in sides.members(match.seats).items():
            k, expected = sides.mean(ks[seat] for seat in seats), sides.mean(one.expected for one in met[side])
            score = sides.mean(one.score for one in met[side])
            steps[side] = Step(k, expected, score, k * (score - expected))
        own = [steps[place.side] for place in match.seats]
        return [self._moved(state, step.step, match) for state, step in zip(states, own, strict=True)], own

    def between(self, own: float, other: float) -> float:
        """The score, 0 to 1, that a rating may expect against another, without any advantage."""
        return self._chance(own, other)

    def rate_all(self, states: dict[int, State], matches: Columns) -> bytearray:
        """Rate matches in order, three times as fast: `_one` is written out for both sides where K depends only on the
        number of matches and the expectation only on the difference."""
        if self._is_cut or self.params.k == "fide" or matches.has_several:
            return one_by_one(self, states, matches)
        ks = self._ks_for(max((state[MATCHES] for state in states.values()), default=0.0) + len(matches.id))
        start, offset, expect = self.start(), self.params.advantage, logistic
        periods = [at // self._period for at in matches.finished_at]
        out, pack = bytearray(), ROW.pack
        for a, b, score, period in zip(matches.a, matches.b, matches.score_a, periods, strict=True):
            own, own_matches, own_peak, own_period, own_in_period = states.get(a, start)
            other, other_matches, other_peak, other_period, other_in_period = states.get(b, start)
            expected_a, expected_b = expect(own + offset - other), expect(other - offset - own)
            k_a, k_b, score_b = ks[int(own_matches)], ks[int(other_matches)], 1.0 - score
            after_a, after_b = own + k_a * (score - expected_a), other + k_b * (score_b - expected_b)
            states[a] = (
                after_a,
                own_matches + 1.0,
                own_peak if own_peak >= after_a else after_a,
                period,
                own_in_period + 1.0 if own_period == period else 1.0,
            )
            states[b] = (
                after_b,
                other_matches + 1.0,
                other_peak if other_peak >= after_b else after_b,
                period,
                other_in_period + 1.0 if other_period == period else 1.0,
            )
            out += pack(own, after_a, nan, expected_a, score, k_a, other, after_b, nan, expected_b, score_b, k_b)
        return out

    def rating(self, state: State) -> float:
        """The rating in a state."""
        return state[RATING]

    def shown(self, state: State, now: float) -> Shown:
        """The rating with the floor of 100; provisional below 20 matches (the fold counts whether there are few
        opponents)."""
        return Shown(max(FLOOR, state[RATING]), None, state[MATCHES] < ENOUGH_MATCHES)

    def _expected(self, own: State, other: State, offset: float) -> float:
        return self._chance(own[RATING] + offset, other[RATING])

    def _chance(self, own: float, other: float) -> float:
        if not self._is_cut:
            return logistic(own - other)
        difference = self._cut(own, other)
        return fide.score_probability(difference) if self.params.expectation == "fide_table" else logistic(difference)

    def _one(self, own: State, other: State, score: float, match: RatedMatch, offset: float) -> tuple[State, Step]:
        k = self._k(own, self._in_period(own, match))
        expected = self._expected(own, other, offset)
        step = k * (score - expected)
        return self._moved(own, step, match), Step(k, expected, score, step)

    def _moved(self, own: State, step: float, match: RatedMatch) -> State:
        rating = own[RATING] + step
        peak = own[PEAK] if own[PEAK] >= rating else rating
        return (rating, own[MATCHES] + 1.0, peak, match.finished_at // self._period, self._in_period(own, match))

    def _in_period(self, own: State, match: RatedMatch) -> float:
        """The number of matches of the rating period, including this one."""
        return own[IN_PERIOD] + 1.0 if own[PERIOD] == match.finished_at // self._period else 1.0

    def _k(self, own: State, in_period: float) -> float:
        """The player's K. FIDE caps K x n by the matches of a whole period; live, n is the number played so far."""
        if self.params.k == "fide":
            return fide.capped_k(float(fide.k_factor(own[MATCHES], own[RATING], own[PEAK])), in_period)
        return self._k_after(own[MATCHES])

    def _k_after(self, matches: float) -> float:
        """The K of a player after `matches` matches, if it depends on them alone."""
        params = self.params
        if params.k == "decay":
            k: float = params.k0 / (matches + params.o) ** params.p
            return k if k > params.k_min else params.k_min
        return float(params.k)

    def _ks_for(self, matches: float) -> list[float]:
        """The K for each number of matches up to `matches`."""
        self._ks += [self._k_after(float(n)) for n in range(len(self._ks), int(matches) + 1)]
        return self._ks

    def _cut(self, rating: float, opponent: float) -> float:
        if self.params.rule400 == "fide":
            return fide.cut_difference(rating, opponent)
        difference = rating - opponent
        return max(-fide.CUT, min(fide.CUT, difference)) if self.params.rule400 == "both" else difference


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(allowed)}, not {value!r}")


System = Elo
