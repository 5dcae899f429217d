"""Formats of stages, one file each, found by key: what is paired next, and how the entrants stand. Pure."""

from tournaments.formats.elimination import DOUBLE, SINGLE
from tournaments.formats.facts import Board, Entrant, Facts, Format, Plan, Ranking
from tournaments.formats.following import Next, Stand, follows
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.swiss import SWISS

FORMATS: dict[str, Format] = {one.key: one for one in (SWISS, ROUND_ROBIN, SINGLE, DOUBLE)}

__all__ = [
    "FORMATS",
    "Board",
    "Entrant",
    "Facts",
    "Format",
    "Next",
    "Plan",
    "Ranking",
    "Stand",
    "follows",
]
