"""Modifiers of tie-breaks: the part of `BH:GP/C1/P` after the key (FIDE C.07 article 14; MTB26 for the letters)."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.pairing.crosstable import Crosstable

Value = Fraction | None
HALF = Fraction(1, 2)
MOST_CUT = 9


class BadKey(KeyError):
    """The tie-break key cannot be used; `reason` says what is allowed."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key, self.reason = key, reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifiers:
    """The modifiers of a key. `Cn`: without the n lowest values; `Mn`: without the n lowest and the n highest; `P`:
    forfeits count as played; `F`: as if the final round had been tied; `R`: reversed; `Lx`: a limit of x percent, or
    `L+n`, `L-n` half points more or less than half; `points`: match or game points instead of those that the table
    counts."""

    cut_low: int = 0
    cut_high: int = 0
    forfeits_played: bool = False
    fore: bool = False
    is_reversed: bool = False
    limit: Fraction = HALF
    limit_steps: int = 0
    points: str = ""

    def with_fore(self) -> "Modifiers":
        """The same modifiers, with the final round tied."""
        return replace(self, fore=True)

    def without_cuts(self) -> "Modifiers":
        """The same modifiers, with everything counted."""
        return replace(self, cut_low=0, cut_high=0)


def with_points(crosstable: Crosstable, how: Modifiers) -> Crosstable | None:
    """The crosstable in the points that the modifiers ask for; None if it has no such points."""
    return crosstable.scores.get(how.points) if how.points else crosstable


def read(key: str) -> tuple[str, tuple[str, ...], Modifiers]:
    """A key's acronym, its modifiers as written, and what they mean. Raises BadKey for an invalid key."""
    head, *marks = key.split("/")
    acronym, colon, points = head.partition(":")
    if colon and points not in ("MP", "GP"):
        raise BadKey(key, "after a colon stands MP or GP")
    how = Modifiers(points=points)
    letters = [mark[:1] for mark in marks]
    if len(set(letters)) < len(letters) or {"C", "M"} <= set(letters):
        raise BadKey(key, "each modifier stands once, and C not with M")
    for mark in marks:
        how = _marked(key, mark, how)
    return acronym, tuple(marks), how


def _marked(key: str, mark: str, how: Modifiers) -> Modifiers:
    if re.fullmatch(f"[CM][1-{MOST_CUT}]", mark, re.ASCII):
        cut = int(mark[1])
        return replace(how, cut_low=cut, cut_high=cut if mark[0] == "M" else 0)
    if mark in ("P", "F", "R"):
        field = {"P": "forfeits_played", "F": "fore", "R": "is_reversed"}[mark]
        return replace(how, **{field: True})  # type: ignore[arg-type]  # each of these fields is a bool
    if re.fullmatch(r"L[1-9]\d?", mark, re.ASCII):
        return replace(how, limit=Fraction(int(mark[1:]), 100))
    if re.fullmatch(r"L[+-][1-9]", mark, re.ASCII):
        return replace(how, limit_steps=int(mark[1:]))
    raise BadKey(key, "a modifier is C1 to C9, M1 to M9, P, F, R, or L with a limit such as L60 or L+1")
