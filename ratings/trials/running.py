"""One trial: tune parameters on one part of the matches, and take figures on a later part.

Every match is predicted before its result is used. Rows before the tuning part only warm up.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import exp, log
from typing import Any

from ratings import systems
from ratings.systems import RatedMatch, RatingSystem, State
from ratings.systems.margin import Margin
from ratings.trials.contenders import CONTENDERS, REACH, begin, seat_reach
from ratings.trials.figures import Figures, figures, loss
from ratings.trials.reading import Table
from ratings.trials.tuning import Point, smallest

WIDE, NARROW = 1.5, 0.5  # of the prior over the logarithm of a parameter: factors of 4.5 and 1.6
HOPELESS = 1e9  # the loss of parameters that a system refuses or cannot compute with


class Refused(ValueError):
    """A trial that is impossible or would mislead; the message says why."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Positions in the order of matches: tuning is from `tune` on, testing from `test` to the end."""

    tune: int
    test: int

    @classmethod
    def of(cls, table: Table, tune_from: str, test_from: str) -> "Marks":
        """Make marks from two texts, each a fraction of the rows or a date. Raises Refused unless 0 <= tune <= test <
        rows."""
        tune, test = _place(table, "tune-from", tune_from), _place(table, "test-from", test_from)
        if not tune <= test < len(table.matches):
            raise Refused(f"the marks are in order and leave matches to test, not {tune_from} and {test_from}")
        return cls(tune, test)


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of a trial: the figures of the test part, the number of matches for tuning, and the parameters."""

    name: str
    figures: Figures
    tuned_on: int
    params: Mapping[str, Any]


def run(
    name: str,
    table: Table,
    marks: Marks,
    *,
    given: Mapping[str, Any] | None = None,
    tune: bool = True,
    advantage: bool = False,
) -> Trial:
    """Try the contender `name` on a table. The parameters `given` are fixed; the contender's others are tuned on the
    part between the marks if `tune`; `advantage` also tunes an offset for the player named first.

    Raises KeyError for an unknown name, Refused for parameters that do not fit or an advantage that would leak.
    """
    contender, kept = CONTENDERS[name], dict(given or {})
    part = table.matches[marks.tune : marks.test]
    params = begin(name, part) | kept
    _made(contender.system, params)
    if advantage:
        _check_advantage(part)
    if tune and part:
        search = _Search(name, table.matches[: marks.test], marks.tune, kept, advantage)
        if name == "margin" and table.has_margins:
            params = search.best(params, search.margins, WIDE)
            params = search.best(params, search.results, NARROW)
        else:
            params = search.best(params, search.results, WIDE)
    predictions = _predictions(_made(contender.system, params), table.matches, marks.test)
    try:
        found = figures(predictions)
    except (ArithmeticError, ValueError) as error:
        raise Refused(f"{name} cannot compute with {params}: {error}") from error
    return Trial(name, found, len(part) if tune else 0, params)


class _Search:
    """The search for the parameters that best fit the matches from `start` on. It works on their logarithms, and on the
    offset for the player named first in its own unit."""

    def __init__(
        self, name: str, matches: Sequence[RatedMatch], start: int, kept: Mapping[str, Any], seat: bool
    ) -> None:
        self.name, self.matches, self.start = name, matches, start
        self.names = [one for one in CONTENDERS[name].tuned if one not in kept]
        self.seat = seat and "advantage" not in kept

    def best(self, params: Mapping[str, Any], misfit: Callable[[RatingSystem], float], width: float) -> dict[str, Any]:
        """The parameters with the least `misfit`, searched from `params`. A normal prior of this width, over
        logarithms, keeps a few matches from outweighing the starting point."""
        key = CONTENDERS[self.name].system
        whole = {**_made(key, params).identity(), **params}
        unit = seat_reach(self.name, whole)
        first = [log(float(whole[one])) for one in self.names] + [float(whole["advantage"]) / unit] * self.seat
        if not first:
            return dict(params)

        def spelled(point: Point) -> dict[str, Any]:
            values: dict[str, Any] = {one: exp(x) for one, x in zip(self.names, point, strict=False)}
            return {**params, **values} | ({"advantage": point[-1] * unit} if self.seat else {})

        def total(point: Point) -> float:
            pull = sum(((x - begun) / width) ** 2 for x, begun in zip(point, first, strict=True)) / 2.0
            try:
                return (misfit(_made(key, spelled(point))) + pull) / (len(self.matches) - self.start)
            except (Refused, ArithmeticError):
                return HOPELESS

        point, _ = smallest(total, first, [REACH] * len(self.names) + [1.0] * self.seat)
        return spelled(point)

    def results(self, system: RatingSystem) -> float:
        """The log loss of the predictions, in nats."""
        return sum(loss(*pair) for pair in _predictions(system, self.matches, self.start))

    def margins(self, system: RatingSystem) -> float:
        """How unlikely the margin system finds the margins, in nats. They tell more about its parameters than who
        won."""
        assert isinstance(system, Margin)
        total = 0.0
        for place, a, b, match in _folded(system, self.matches):
            if place >= self.start:
                surprise, variance = system.surprise(a, b, match)
                total += 0.5 * (log(variance) + surprise * surprise / variance)
        return total


def _predictions(system: RatingSystem, matches: Sequence[RatedMatch], start: int) -> Iterator[tuple[float, float]]:
    """(predicted, score) of every match from `start` on; each is predicted before its result is known."""
    return (
        (system.expected(a, b, match), match.score_a)
        for place, a, b, match in _folded(system, matches)
        if place >= start
    )


def _folded(system: RatingSystem, matches: Sequence[RatedMatch]) -> Iterator[tuple[int, State, State, RatedMatch]]:
    """Yield every match with its position and both states before it; only then rate it."""
    states: dict[int, State] = {}
    for place, match in enumerate(matches):
        a = states.get(match.a) or system.start()
        b = states.get(match.b) or system.start()
        yield place, a, b, match
        states[match.a], states[match.b], _ = system.rate(a, b, match)


def _made(key: str, params: Mapping[str, Any]) -> RatingSystem:
    try:
        return systems.system(key, params)
    except (TypeError, ValueError) as error:
        raise Refused(f"{key}: {error}") from error


def _check_advantage(part: Sequence[RatedMatch]) -> None:
    if part and all(match.score_a == 1.0 for match in part):
        raise Refused(
            "every score_a in the tuning part is 1: the winner is named first, and an advantage would give that away"
        )


def _place(table: Table, name: str, mark: str) -> int:
    try:
        share = float(mark)
    except ValueError:
        return _place_of_date(table, name, mark)
    if not 0 <= share <= 1:
        raise Refused(f"{name} is a fraction from 0 to 1 or a date, not {mark}")
    return int(share * len(table.matches))


def _place_of_date(table: Table, name: str, mark: str) -> int:
    try:
        moment = datetime.fromisoformat(mark)
    except ValueError:
        raise Refused(f"{name} is a fraction from 0 to 1 or a date like 2026-11-20, not {mark}") from None
    seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return sum(match.finished_at < seconds for match in table.matches)
