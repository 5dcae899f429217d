"""Results as people type them: `104-60`, `104-60/7` with deals, `1`, `0`, `=` without points, `+-` for a forfeit."""

import re
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.pairing import Kind
from tournaments.services.errors import Invalid

DASHES = "-–—−:"
FORMS = re.compile(
    rf"(?P<first>\d{{1,5}})\s*[{DASHES}]\s*(?P<second>\d{{1,5}})(?:\s*/\s*(?P<deals>\d{{1,4}}))?"
    r"|(?P<plain>[10=½])|(?P<forfeit>\+\s*[-–−]|[-–−]\s*\+|[-–−]\s*[-–−])"
)
WITH_TABLE = re.compile(r"(?P<table>\d{1,5})\s+(?P<rest>\S.*)")
WINNERS = {"1": 0, "0": 1, "=": None, "½": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedResult:
    """What somebody typed: `winner` 0 or 1, None for a tie or where the points say it."""

    kind: Kind = Kind.PLAYED
    points: tuple[int, int] = (0, 0)
    winner: int | None = None
    deals: int = 0

    def facts(self) -> dict[str, Any]:
        """What `record_result` takes."""
        return {"kind": self.kind, "points": self.points, "winner": self.winner, "deals": self.deals}

    def turned(self) -> "TypedResult":
        """The same result with the sides the other way round."""
        first, second = self.points
        return replace(self, points=(second, first), winner=None if self.winner is None else 1 - self.winner)

    def sides(self) -> tuple[int, int]:
        """Who has the better of it, as 1 and 0; equal for a tie and a loss of both."""
        first, second = self.points
        winner = self.winner if first == second else int(second > first)
        return (int(winner == 0), int(winner == 1))


def read(text: str) -> TypedResult:
    """A result as typed. Raises Invalid, which names what is allowed."""
    found = FORMS.fullmatch(text.strip())
    if found is None:
        said = {"text": text.strip()[:30]}
        raise Invalid("result", _("“%(text)s” is no result: 104-60, or 1, 0 or = without points, or +- -+ --.") % said)
    if found["first"]:
        points = (int(found["first"]), int(found["second"]))
        return TypedResult(points=points, deals=int(found["deals"] or 0))
    if found["plain"]:
        return TypedResult(winner=WINNERS[found["plain"]])
    signs = "".join(sign for sign in found["forfeit"] if not sign.isspace())
    if "+" not in signs:
        return TypedResult(kind=Kind.DOUBLE_FORFEIT)
    return TypedResult(kind=Kind.FORFEIT, winner=signs.index("+"))


def with_table(text: str) -> tuple[int | None, str]:
    """A typed line as the table's number, if it leads, and the rest: `7 104-60`."""
    found = None if FORMS.fullmatch(text.strip()) else WITH_TABLE.fullmatch(text.strip())
    return (int(found["table"]), found["rest"]) if found else (None, text.strip())
