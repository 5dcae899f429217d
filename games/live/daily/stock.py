"""Problems that come with the code, so that a site has one from its first minute: positions between house players,
found and measured like those of every night. `manage.py stock_problems` writes the file."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from games import engine
from games.live.daily import problems
from games.players.judging import problems as core

FILE = Path(__file__).with_name("stock.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stocked:
    """A problem of the stock: the seed of the hunt that found it, the number of the deal in it and the place of the
    action, and what a day's problem keeps (games.models.Problem)."""

    seed: str
    own: int
    place: int
    rules: str
    version: str
    position: dict[str, Any]
    answers: list[dict[str, Any]]
    played: str


@cache
def stock() -> tuple[Stocked, ...]:
    """All problems of the stock."""
    return tuple(Stocked(**row) for row in orjson.loads(FILE.read_bytes()))


def for_day(day: date) -> Stocked:
    """The problem of the stock for a day; they come round."""
    return stock()[day.toordinal() % len(stock())]


def hunt(seed: str) -> core.Hunt:
    """The hunt that finds the problem with this seed."""
    return core.Hunt(deals=(), seed=seed, tried=40, choosing=16, measuring=120)


def row_of(found: core.Problem, seed: str) -> dict[str, Any]:
    """A found problem as a row of the file."""
    return {
        "seed": seed,
        "own": found.own,
        "place": found.place,
        "rules": found.seen.rules,
        "version": core.VERSION,
        "position": problems.position(found),
        "answers": problems.answers(found),
        "played": engine.card_text(found.played, engine.VARIANTS[found.seen.rules].pack),
    }
