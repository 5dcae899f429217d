"""The points of a season. Pure: evenings and a scoring as data go in, the table comes out."""

from tournaments.seasons.scoring.ranking import Cell, Line, Meeting, Played, best_attendance, table
from tournaments.seasons.scoring.rules import (
    LARGEST,
    MOST_EVENINGS,
    MOST_PLACES,
    TIEBREAKS,
    BadScoring,
    ByPlayers,
    Scoring,
    scoring_of,
    to_json,
)
from tournaments.seasons.scoring.templates import TEMPLATES

__all__ = [
    "LARGEST",
    "MOST_EVENINGS",
    "MOST_PLACES",
    "TEMPLATES",
    "TIEBREAKS",
    "BadScoring",
    "ByPlayers",
    "Cell",
    "Line",
    "Meeting",
    "Played",
    "Scoring",
    "best_attendance",
    "scoring_of",
    "table",
    "to_json",
]
