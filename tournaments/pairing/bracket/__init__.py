"""Brackets: elimination trees of any size. `build` draws one, `play` folds results into it. This is its face."""

from tournaments.pairing.bracket.build import build
from tournaments.pairing.bracket.changes import Affected, Change, affected
from tournaments.pairing.bracket.draw import places, size_for
from tournaments.pairing.bracket.fold import play, walkovers
from tournaments.pairing.bracket.labels import WORDS, Label
from tournaments.pairing.bracket.shape import (
    NOBODY,
    BadBracket,
    Bracket,
    Contest,
    Feed,
    Match,
    Origin,
    Part,
    Result,
    Settings,
    Side,
    Source,
    State,
)
from tournaments.pairing.bracket.standings import Placing, standings

__all__ = [
    "NOBODY",
    "WORDS",
    "Affected",
    "BadBracket",
    "Bracket",
    "Change",
    "Contest",
    "Feed",
    "Label",
    "Match",
    "Origin",
    "Part",
    "Placing",
    "Result",
    "Settings",
    "Side",
    "Source",
    "State",
    "affected",
    "build",
    "places",
    "play",
    "size_for",
    "standings",
    "walkovers",
]
