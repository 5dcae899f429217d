"""The scorings that a season can begin with."""

from collections.abc import Mapping
from typing import Any

TEMPLATES: Mapping[str, Mapping[str, Any]] = {
    "places": {
        "places": [15, 12, 10, 8, 7, 6, 5, 4, 3, 2],
        "attendance": 1,
        "tiebreaks": ["firsts", "best_evenings", "wins", "last_meeting"],
    },
    "field": {
        "places": [15, 12, 10, 8, 7, 6, 5, 4, 3, 2],
        "full_from": 16,
        "attendance": 1,
        "tiebreaks": ["firsts", "best_evenings", "wins", "last_meeting"],
    },
    "best_six": {
        "places": {"each": 1, "last": 1},
        "best": 6,
        "of": 10,
        "tiebreaks": ["best_evenings", "firsts", "attended", "last_meeting"],
    },
    "attendance": {
        "attendance": 5,
        "bonus": 10,
        "bonus_from": 8,
        "win": 1,
        "rating": 0.5,
        "tiebreaks": ["attended", "wins", "last_meeting"],
    },
}
