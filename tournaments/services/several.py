"""A table of more than two as the ratings take it: who plays for which side, and what the sides came to."""

from collections.abc import Sequence
from itertools import chain, zip_longest

from accounts.models import User
from games import engine
from games import models as game_models
from games import selectors as games
from ratings.services import SideResult

Seats = list[tuple[User, int]]


def is_for_sides(variant: str) -> bool:
    """Do partners play as one side at one table?"""
    return engine.VARIANTS[variant].seating.name == "teams"


def seats_at(table: game_models.Table, users: Sequence[User]) -> Seats:
    """Who plays for which side at a live table: in partnership games every second seat for the same (PRT-1), else each
    alone."""
    sides = 2 if is_for_sides(table.rules) else len(users)
    return [(user, seat % sides) for seat, user in enumerate(users)]


def seats_by_turns(sides: Sequence[Sequence[User]]) -> Seats:
    """The members of the sides as they sit at their table."""
    seated = chain.from_iterable(zip_longest(*([(user, at) for user in side] for at, side in enumerate(sides))))
    return [seat for seat in seated if seat is not None]


def sides_of(table: game_models.Table, result: games.TableResult) -> list[SideResult]:
    """What the sides of a live table came to: by final score, of an abandoned sitting by the points of its finished
    deals; whoever gave it up is behind all others."""
    points = result.points if result.abandoned else result.totals
    keys: list[tuple[float, float]] = [(seat == result.loser, -score) for seat, score in enumerate(points)]
    if is_for_sides(table.rules):
        keys = [(result.winner not in (None, side), 0) for side in (0, 1)]
    return _sides(keys, points, result.net)


def two_sides(points: tuple[int, int], margin: int, score: float) -> list[SideResult]:
    """The same of a match of two sides by the `margin` and the `score` (1, 0.5, 0) of the first."""
    return _sides([(-score, 0), (score - 1, 0)], points, (margin, -margin))


def _sides(keys: Sequence[tuple[float, float]], points: Sequence[int], net: Sequence[int]) -> list[SideResult]:
    """Placed by the least key, from 1; equal ones share a place."""
    places = [1 + sum(other < key for other in keys) for key in keys]
    return [
        SideResult(place=at, points=won, margin=won_by) for at, won, won_by in zip(places, points, net, strict=True)
    ]
