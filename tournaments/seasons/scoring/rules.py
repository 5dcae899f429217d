"""A scoring: the points of an evening, the evenings that count, and the order among equals."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

LARGEST = 1000  # points for one thing
MOST_RATING = 10  # points for one rating point
MOST_PLACES = 100
MOST_EVENINGS = 400  # in a season
HUNDREDTHS = 100
TIEBREAKS = ("firsts", "best_evenings", "wins", "attended", "last_meeting")


class BadScoring(ValueError):
    """The scoring is not valid: `field` names the wrong value, `why` is a key for the explanation."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why = field, why


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """Points by the number of players: `last` for the last place, and `each` more for every player behind."""

    each: Fraction
    last: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """A scoring. `places` are points from the first place on, or a formula. `best` evenings of each player count (None:
    all); `of` is the planned number. From `full_from` sides on a place gives its full points, with fewer sides a
    proportion, in hundredths (None: always full). `attendance` is for each evening, `bonus` once for at least
    `bonus_from` of them, `win` for each match won, `rating` for each rating point that an evening brought."""

    places: tuple[Fraction, ...] | ByPlayers = ()
    best: int | None = None
    of: int | None = None
    full_from: int | None = None
    attendance: Fraction = Fraction(0)
    bonus: Fraction = Fraction(0)
    bonus_from: int = 0
    win: Fraction = Fraction(0)
    rating: Fraction = Fraction(0)
    tiebreaks: tuple[str, ...] = ()

    def for_place(self, place: int, sides: int) -> Fraction:
        """The points of a place (from 1) among `sides` sides."""
        points = Fraction(0)
        if isinstance(self.places, ByPlayers):
            points = self.places.last + self.places.each * max(sides - place, 0)
        elif place <= len(self.places):
            points = self.places[place - 1]
        if self.full_from is None or sides >= self.full_from:
            return points
        return Fraction(round(points * sides / self.full_from * HUNDREDTHS), HUNDREDTHS)


def scoring_of(said: object) -> Scoring:
    """Read a scoring from JSON. Raises BadScoring, which names the field."""
    if not isinstance(said, Mapping):
        raise BadScoring("scoring", "object")
    for key in said:
        if key not in Scoring.__slots__:
            raise BadScoring(str(key)[:40], "unknown")
    best = _count(said, "best", MOST_EVENINGS)
    of = _count(said, "of", MOST_EVENINGS)
    if of is not None and (best is None or best > of):
        raise BadScoring("best", "more_than_planned" if best else "planned_without_best")
    bonus, bonus_from = _amount(said, "bonus"), _count(said, "bonus_from", MOST_EVENINGS) or 0
    if bonus and not bonus_from:
        raise BadScoring("bonus_from", "bonus_without_from")
    found = Scoring(
        places=_places(said.get("places", ())),
        best=best,
        of=of,
        full_from=_count(said, "full_from", MOST_EVENINGS),
        attendance=_amount(said, "attendance"),
        bonus=bonus,
        bonus_from=bonus_from,
        win=_amount(said, "win"),
        rating=_amount(said, "rating", MOST_RATING),
        tiebreaks=_tiebreaks(said.get("tiebreaks", ())),
    )
    if not _gives_points(found):
        raise BadScoring("places", "no_points")
    return found


def to_json(scoring: Scoring) -> dict[str, Any]:
    """Write a scoring as JSON, with only the values it uses."""
    places: Any = [_plain(points) for points in scoring.places] if isinstance(scoring.places, tuple) else None
    if isinstance(scoring.places, ByPlayers):
        places = {"each": _plain(scoring.places.each), "last": _plain(scoring.places.last)}
    amounts = {name: _plain(getattr(scoring, name)) for name in ("attendance", "bonus", "win", "rating")}
    counts = {"best": scoring.best, "of": scoring.of, "bonus_from": scoring.bonus_from, "full_from": scoring.full_from}
    used = {key: value for key, value in {"places": places, **counts, **amounts}.items() if value}
    return {**used, "tiebreaks": list(scoring.tiebreaks)}


def _places(said: Any) -> tuple[Fraction, ...] | ByPlayers:
    if isinstance(said, Mapping):
        if set(said) - {"each", "last"}:
            raise BadScoring("places", "formula")
        return ByPlayers(*(_number("places", said.get(key, 0), LARGEST) for key in ("each", "last")))
    if not isinstance(said, list | tuple):
        raise BadScoring("places", "list")
    if len(said) > MOST_PLACES:
        raise BadScoring("places", "too_many_places")
    found = tuple(_number("places", points, LARGEST) for points in said)
    if any(better < worse for better, worse in pairwise(found)):
        raise BadScoring("places", "rising")
    return found


def _tiebreaks(said: Any) -> tuple[str, ...]:
    if not isinstance(said, list | tuple) or any(not isinstance(key, str) for key in said):
        raise BadScoring("tiebreaks", "tiebreaks")
    if set(said) - set(TIEBREAKS):
        raise BadScoring("tiebreaks", "tiebreaks")
    if len(set(said)) < len(said):
        raise BadScoring("tiebreaks", "twice")
    return tuple(said)


def _gives_points(scoring: Scoring) -> bool:
    places = scoring.places
    by_place = any((places.each, places.last)) if isinstance(places, ByPlayers) else any(places)
    return by_place or any((scoring.attendance, scoring.bonus, scoring.win, scoring.rating))


def _count(said: Mapping[Any, Any], field: str, most: int) -> int | None:
    value = said.get(field)
    if value is None:
        return None
    if type(value) is not int or not 1 <= value <= most:
        raise BadScoring(field, "count")
    return value


def _amount(said: Mapping[Any, Any], field: str, most: int = LARGEST) -> Fraction:
    return _number(field, said.get(field, 0), most)


def _number(field: str, value: Any, most: int) -> Fraction:
    """A number from 0 to `most` with at most two decimals."""
    is_number = type(value) in (int, float) and 0 <= value <= most  # not a number: no comparison holds
    found = Fraction(str(value)) if is_number else Fraction(-1)
    if found < 0 or (found * HUNDREDTHS).denominator != 1:
        raise BadScoring(field, "rate" if most == MOST_RATING else "amount")
    return found


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
