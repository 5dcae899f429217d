"""Results as people type them: `104-60`, `104-60/7` with deals, `-25:30` below 0, `1`, `0`, `=` without points, `+-`
for a forfeit; where the best of several games is played `2-1` are games, `2-1 310-250/14` games and points. The figures
of a phone may have no dash: `104.60` and `104,60` mean the same."""

import re
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.engine.sheets.lengths import Length
from tournaments.errors import Invalid
from tournaments.event.selectors.lengths import length_of_match
from tournaments.models import Match, Stage
from tournaments.pairing import Kind
from tournaments.results.services import seat_lines

DASHES = "-–—−:"
FORMS = re.compile(
    rf"(?P<first>[-−]?\d{{1,5}})(?:\s*[{DASHES}]\s*|[.,])(?P<second>[-−]?\d{{1,5}})(?:\s*/\s*(?P<deals>\d{{1,4}}))?"
    r"|(?P<plain>[10=½])|(?P<forfeit>\+\s*[-–−]|[-–−]\s*\+|[-–−]\s*[-–−])"
)
PLACE = re.compile(r"(?P<table>\d{1,5})\s*[.,]\s*(?P<board>\d{1,2})")
WITH_PLACE = re.compile(rf"{PLACE.pattern}(?:\s+(?P<rest>\S.*))?")
WITH_GAMES = re.compile(rf"(?P<games>\d{{1,2}}(?:\s*[{DASHES}]\s*|[.,])\d{{1,2}})\s*[ ,;]\s*(?P<rest>\S.*)")
LONE_TABLE = re.compile(r"(?P<table>\d{1,5})\.?")
WITH_TABLE = re.compile(r"(?P<table>\d{1,5})\.?\s+(?P<rest>\S.*)")
TWO_FIGURES = re.compile(r"(?P<first>\d{1,5})\s+(?P<second>\d{1,5})")
WINNERS = {"1": 0, "0": 1, "=": None, "½": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedResult:
    """A typed result: `winner` 0 or 1, None for a tie or if the points decide."""

    kind: Kind = Kind.PLAYED
    points: tuple[int, int] = (0, 0)
    winner: int | None = None
    deals: int = 0
    games: tuple[int, int] | None = None

    def facts(self) -> dict[str, Any]:
        """The arguments of `record_result`."""
        facts: dict[str, Any] = {"kind": self.kind, "points": self.points, "winner": self.winner, "deals": self.deals}
        return facts | ({"games": self.games} if self.games else {})


def read(text: str, length: Length | None = None) -> TypedResult:
    """Read a typed result of a match of this length. Raises Invalid, which names what is allowed."""
    if length is not None and length.kind == "best_of" and length.is_by_games:
        return _of_games(text, length)
    found = FORMS.fullmatch(text.strip())
    if found is None:
        said = {"text": text.strip()[:30]}
        raise Invalid(
            "result", _("“%(text)s” is not a result: 104-60, or 1, 0 or = without points, or +- -+ --.") % said
        )
    if found["first"]:
        points = (int(found["first"].replace("−", "-")), int(found["second"].replace("−", "-")))
        return TypedResult(points=points, deals=int(found["deals"] or 0))
    if found["plain"]:
        return TypedResult(winner=WINNERS[found["plain"]])
    signs = "".join(sign for sign in found["forfeit"] if not sign.isspace())
    if "+" not in signs:
        return TypedResult(kind=Kind.DOUBLE_FORFEIT)
    return TypedResult(kind=Kind.FORFEIT, winner=signs.index("+"))


def _of_games(text: str, length: Length) -> TypedResult:
    """Read games, then points if they are given; figures that are too high for games are points alone."""
    found = WITH_GAMES.fullmatch(text.strip())
    if found is not None:
        return replace(read(found["rest"]), games=read(found["games"]).points)
    only = read(text)
    is_games = only.points != (0, 0) and max(only.points) <= length.n
    return replace(only, points=(0, 0), games=only.points) if is_games else only


def facts_of(text: str, match: Match) -> dict[str, Any]:
    """The arguments of `record_result` for a result typed for this match. Raises Invalid."""
    if match.is_of_two:
        return read(text, length_of_match(match)).facts()
    return seat_lines.read(text, len(match.sides.all()))


def with_table(text: str, stage: Stage | None = None) -> tuple[int | None, str]:
    """A typed line as the table's number, if it leads, and the rest: `7 104-60` or `7. 104-60`, in a stage where
    several figures make a result with a colon, `7: 120 85 40`; nothing is left of a number alone, `7` or, as `1` is a
    result, `1.`."""
    text = text.strip()
    if stage is not None and not stage.is_of_two:
        return seat_lines.with_table(text)
    if FORMS.fullmatch(text) or WITH_GAMES.fullmatch(text):
        return None, text
    if lone := LONE_TABLE.fullmatch(text):
        return int(lone["table"]), ""
    found = WITH_TABLE.fullmatch(text)
    return (int(found["table"]), found["rest"]) if found else (None, text)


def two_figures(text: str) -> tuple[str, str] | None:
    """The two figures of a line that has nothing else, `1 0`: a table and who won there, or points without a dash;
    None for anything else, such as `1. 0`, where the stop makes the first the table."""
    found = TWO_FIGURES.fullmatch(text.strip())
    return (found["first"], found["second"]) if found else None


def board_place(text: str) -> tuple[int, int] | None:
    """Table and board as typed, `3.2`; None for anything else."""
    found = PLACE.fullmatch(text.strip())
    return (int(found["table"]), int(found["board"])) if found else None


def with_board(text: str) -> tuple[tuple[int, int] | None, str]:
    """Split a typed line into table and board, if it begins with them, and the rest: `3.2 104-60`."""
    found = WITH_PLACE.fullmatch(text.strip())
    return ((int(found["table"]), int(found["board"])), found["rest"] or "") if found else (None, text.strip())
