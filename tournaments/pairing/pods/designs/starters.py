"""Rounds that grow from a starter: one round whose points are moved on step by step."""

from tournaments.pairing.pods.designs.finite_fields import Rounds
from tournaments.pairing.pods.designs.stored import STARTERS, Starter

KNOWN = {(one.size, one.n * one.rows + one.fixed): one for one in STARTERS}


def grown(count: int, size: int) -> Rounds:
    """All rounds that grow from the starter for `count` entrants at tables of this size; empty if none is stored.

    Each row of n points moves on by one in each round, and whoever is in no row stays. Two meet at most once because
    each difference between two rows, or within one, stands in one table of the starter only.
    """
    starter = KNOWN.get((size, count))
    if starter is None:
        return []
    found: Rounds = []
    for text in starter.rounds.split("/"):
        tables = [[int(point) for point in table.split(",")] for table in text.split()]
        found += [[[_moved(point, step, starter) for point in table] for table in tables] for step in range(starter.n)]
    for text in starter.lines.split():
        line = [row * starter.n + int(place) for row, place in enumerate(text.split(","))]
        found.append([[_moved(point, step, starter) for point in line] for step in range(starter.n)])
    return found


def _moved(point: int, step: int, starter: Starter) -> int:
    row, place = divmod(point, starter.n)
    return row * starter.n + (place + step) % starter.n if row < starter.rows else point
