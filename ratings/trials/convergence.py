"""Measure how many matches a system needs to order players by their skill, in a simulated season.

Players with a known skill in points a deal meet at random, match after match of so many deals; a result is their
difference plus noise. Chance is an argument.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Protocol

from ratings.systems import RatedMatch, RatingSystem, State

Told = tuple[float, float, float]  # score of a, margin, luck of a
Tell = Callable[[float], Told]  # of a difference in points a deal
DAY = 86_400.0  # a match a day


class Chance(Protocol):
    """The part of `random.Random` that is needed."""

    def shuffle(self, x: list[int]) -> None:
        """Put a list in random order."""


def season(
    chance: Chance,
    skills: Sequence[float],
    rounds: int,
    deals: int,
    tell: Tell,
    kind: str = "played",
) -> Iterator[list[RatedMatch]]:
    """Simulate `rounds` rounds in which everybody plays one match of `deals` deals; `tell` gives the result for a
    difference in points a deal. The number of players must be even."""
    players = list(range(len(skills)))
    for number in range(rounds):
        chance.shuffle(players)
        matches = []
        for place in range(0, len(players), 2):
            a, b = players[place : place + 2]
            score, margin, luck = tell(skills[a] - skills[b])
            id_ = number * len(players) + place
            figures = (score, margin, deals, deals, luck, kind)
            matches.append(RatedMatch(id_, number * DAY, a, b, *figures))
        yield matches


def orders(
    system: RatingSystem, skills: Sequence[float], rounds: Iterator[list[RatedMatch]], every: int
) -> list[float]:
    """Kendall's tau between skills and ratings, measured after every `every` rounds."""
    states: dict[int, State] = {player: system.start() for player in range(len(skills))}
    found = []
    for number, matches in enumerate(rounds, 1):
        for match in matches:
            states[match.a], states[match.b], _ = system.rate(states[match.a], states[match.b], match)
        if number % every == 0:
            found.append(tau(skills, [system.rating(states[player]) for player in range(len(skills))]))
    return found


def tau(skills: Sequence[float], ratings: Sequence[float]) -> float:
    """Kendall's tau: the share of pairs in the right order less that of pairs in the wrong one; a tie is neither."""
    pairs = list(combinations(zip(skills, ratings, strict=True), 2))
    signs = (_sign(one[0] - other[0]) * _sign(one[1] - other[1]) for one, other in pairs)
    return sum(signs) / len(pairs)


def reached(curve: Sequence[float], every: int, wanted: float) -> float | None:
    """The number of rounds after which a curve of `orders` reaches a value, interpolated linearly; None if it never
    does."""
    points = [(0.0, 0.0), *((every * place, value) for place, value in enumerate(curve, 1))]
    for (before, low), (after, high) in pairwise(points):
        if high >= wanted:
            return before + (after - before) * (wanted - low) / (high - low)
    return None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
