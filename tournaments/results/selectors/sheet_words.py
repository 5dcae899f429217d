"""A score sheet as its page draws it, in the game's own form: the pad, Hollywood's columns, the colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import engine
from tournaments.models import Match
from tournaments.results.selectors.score_sheets import ScoreSheet, has_sheet, score_sheet, takes_deals

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side has in one column by a deal: what it gained there (signed), and its total after it; empty strings
    where it gained nothing."""

    gained: str
    total: str


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal on the sheet: its number (none: dealt again), how it ended, who dealt, its cells, its irregularity, whose
    that was, and what was said of it."""

    number: int | None
    how: str
    dealer: str
    cells: tuple[Cell, ...]
    irr: str
    offender: str
    words: str


@dataclass(frozen=True, slots=True)
class DrawnSheet:
    """One game: a title where there are several, the heads of its columns with whether they are closed (none: a pad),
    its deals, and at the foot names with a value for each side (of each column)."""

    title: str
    columns: tuple[tuple[str, bool], ...]
    lines: tuple[DealLine, ...]
    foot: tuple[tuple[str, tuple[str, ...]], ...]
    won_by: str

    @property
    def notes(self) -> tuple[DealLine, ...]:
        """The deals of which there is something to read beneath the sheet."""
        return tuple(line for line in self.lines if line.irr or line.words)


def drawn(match: Match, sheet: ScoreSheet) -> list[DrawnSheet]:
    """The sheets of a match, the one that is written on last."""
    names = [side.entry.name for side in match.sides.all()]
    several = len(sheet.book.sheets) > 1
    return [
        _drawn(one, sheet.rules, names, _("Game %(n)d") % {"n": n} if several else "")
        for n, one in enumerate(sheet.book.sheets, 1)
    ]


def sheet_facts(match: Match) -> dict[str, Any]:
    """What a page about a match says of its sheet: `takes_deals`; where a deal is written down its `sheets`, and
    what is `credited` in a match to points."""
    found = score_sheet(match) if has_sheet(match) else None
    is_shown = found is not None and found.book.deals
    shown = {"sheets": drawn(match, found), "credited": credited(match, found)} if found and is_shown else {}
    return {"takes_deals": takes_deals(match), **shown}


def credited(match: Match, sheet: ScoreSheet) -> list[tuple[str, int]]:
    """GIN-39: the sides of a match to points by name, with what they have been credited; else empty."""
    names = (side.entry.name for side in match.sides.all())
    return list(zip(names, sheet.credits or (), strict=False))


def how_words(deal: engine.BookedDeal) -> str:
    """How a deal ended, after the arithmetic: a knock may have been an undercut."""
    words = {
        "knock": _("Knock"),
        "gin": _("Gin"),
        "big_gin": _("Big gin"),
        "undercut": _("Undercut"),
        "declined": _("Double declined"),
        "tie": _("Tie"),
        "dead": _("Dead hand"),
        "no_winner": _("No winner"),
        "void": _("Dealt again"),
        "out": _("Out"),
        "exhausted": _("Stock used up"),
        "challenge": _("Challenge"),
        "draw": _("Drawn"),
    }
    return words[deal.result.type]


def _drawn(one: engine.BookedSheet, rules: engine.RuleSet, names: list[str], title: str) -> DrawnSheet:
    standing = one.standing
    heads = tuple((SUITS.get(column.name, column.name), column.over) for column in standing.columns)
    lines, before = [], rules.sheet.settle(rules, rules.sheet.blank(len(names)))
    for deal in one.deals:
        cells = tuple(_cells(before, deal.standing))
        entry = deal.entry
        offender = "" if entry.offender is None else names[entry.offender]
        about = (entry.irr, offender, entry.words)
        lines.append(DealLine(deal.number, how_words(deal), names[deal.dealer], cells, *about))
        before = deal.standing
    won_by = names[standing.winner] if standing.over and standing.winner is not None else ""
    return DrawnSheet(title, heads, tuple(lines), tuple(_foot(standing, rules)), won_by)


def _cells(before: engine.Settlement, after: engine.Settlement) -> Iterator[Cell]:
    """What a deal has changed on the pad, or in each column."""
    if not after.columns:
        yield from (_cell(old, new) for old, new in zip(before.points, after.points, strict=True))
    for old, new in zip(before.columns, after.columns, strict=True):
        yield from (_cell(a, b) for a, b in zip(old.points, new.points, strict=True))


def _cell(old: int, new: int) -> Cell:
    return Cell(_signed(new - old), str(new)) if new != old else Cell("", "")


def _foot(standing: engine.Settlement, rules: engine.RuleSet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the sheet adds up to so far, and once it is over with all bonuses (GIN-33..37, HOL-6)."""
    if standing.columns:
        yield _("Points"), _row(points for column in standing.columns for points in column.points)
        if any(column.totals != column.points for column in standing.columns):
            yield _("Total"), _row(total for column in standing.columns for total in column.totals)
        return
    yield _("Units") if rules.sheet.name == "stakes" else _("Points"), _row(standing.points)
    if any(standing.boxes) and rules.box_value:
        yield _("Boxes"), _row(standing.boxes)
    if not standing.over or standing.winner is None or rules.sheet.name != "pad":
        return
    if rules.stake is not None:
        yield _("Stake"), tuple(_signed(net) for net in standing.net)
        return
    bonus = [rules.game_bonus if seat == standing.winner else 0 for seat in range(len(standing.points))]
    rest = [total - points - more for total, points, more in zip(standing.totals, standing.points, bonus, strict=True)]
    yield _("Game bonus"), tuple(_signed(more) for more in bonus)
    yield _("Boxes and shutout") if standing.shutout else _("Boxes in points"), tuple(_signed(more) for more in rest)
    yield _("Total"), _row(standing.totals)
    yield _("Difference"), tuple(_signed(net) for net in standing.net)


def _row(values: Iterator[int] | tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(value) for value in values)


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value else ""
