"""Rounds by shifts: there are rows as long as the number of tables, and each round moves each row on by its own number
of tables.

Two of different rows meet at most once as long as the difference between the shifts of their rows is another one in
every round; two of one row never meet, so the last row may be short.
"""

from collections.abc import Sequence

from tournaments.pairing.pods.designs.finite_fields import Rounds

TRIES = 20_000


def shifts(sizes: Sequence[int], rounds: int) -> Rounds:
    """Up to `rounds` rounds at tables of these sizes, as many as shifts are found for. Entrants are numbered from 0."""
    tables, rows = len(sizes), max(sizes)
    if min(sizes) < rows - 1:
        return []
    count = (rows - 1) * tables + sum(size == rows for size in sizes)
    found: Rounds = []
    used: list[list[set[int]]] = [[set() for _ in range(rows)] for _ in range(rows)]
    left = TRIES
    for n in range(rounds):
        moved, left = _moved(n, tables, rows, used, left)
        if not moved:
            break
        for i in range(rows):
            for j in range(i):
                used[i][j].add((moved[i] - moved[j]) % tables)
        round_: list[list[int]] = [[] for _ in range(tables)]
        for entrant in range(count):
            row, x = divmod(entrant, tables)
            round_[(x + moved[row]) % tables].append(entrant)
        found.append(round_)
    return found


def _moved(n: int, tables: int, rows: int, used: list[list[set[int]]], left: int) -> tuple[list[int], int]:
    """The shift of each row in round n, and how many more may be tried; no shifts if none fit."""
    found = [0]
    tried = [0]
    while len(found) < rows and left > 0:
        left -= 1
        i = len(found)
        if tried[-1] == tables:
            tried.pop()
            if not tried:
                return [], left
            found.pop()
            continue
        value = (i * n + tried[-1]) % tables
        tried[-1] += 1
        if all((value - other) % tables not in used[i][j] for j, other in enumerate(found)):
            found.append(value)
            tried.append(0)
    return (found, left) if len(found) == rows else ([], left)
