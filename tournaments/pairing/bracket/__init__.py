"""Brackets: elimination trees of any size. `build` draws one, and `play` folds results into it. The names listed here
are public."""

from tournaments.pairing.bracket.build import build
from tournaments.pairing.bracket.changes import let_stand, misplaced
from tournaments.pairing.bracket.double import head_start
from tournaments.pairing.bracket.draw import places, size_for
from tournaments.pairing.bracket.fold import passed, play
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
    "BadBracket",
    "Bracket",
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
    "build",
    "head_start",
    "let_stand",
    "misplaced",
    "passed",
    "places",
    "play",
    "size_for",
    "standings",
]
