"""The score sheet of a match played in person: the book that its lines make, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from games import engine
from tournaments.duplicate.selectors import is_duplicate
from tournaments.event.selectors import lengths
from tournaments.models import Match, SheetLine

PAIRS = ("counts", "laid", "fixes", "ruled")
DEFAULTS = {field.name: field.default for field in fields(engine.DealEntry)}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A sheet as it stands: the rules of the match with those of its length, the length, its book, how many lines its
    log has (the version), and whether the time of its round has been called."""

    rules: engine.RuleSet
    length: engine.Length
    book: engine.Scorebook
    version: int
    is_called: bool

    @property
    def credits(self) -> tuple[int, int] | None:
        """GIN-39: what both sides have been credited, in a match to points; else None."""
        return self.book.credits if self.length.kind == "match" else None

    @property
    def is_over(self) -> bool:
        """Is the match over by its sheet, so that the result can be sent? Not before a deal is on it."""
        return self.book.verdict.is_over and bool(self.book.deals)


def takes_deals(match: Match) -> bool:
    """Can this match be written down deal by deal: one sitting of two in person, neither boards nor shared decks?"""
    stage = match.round.stage
    is_for_two = engine.VARIANTS[stage.tournament.variant].seating.name == "two"
    return is_for_two and not match.table and not is_duplicate(stage) and not match.boards.exists()


def score_sheet(match: Match, more: engine.DealEntry | None = None) -> ScoreSheet:
    """The sheet of a match that takes deals, with one deal `more` where it is given. Raises engine.BadEntry for a deal
    that cannot have been."""
    lines = list(match.sheet_lines.all())
    length = engine.length_of(lengths.played_to(match).get("length", "game"))
    variant = match.round.stage.tournament.variant
    rules = engine.rule_set(variant, **engine.sitting_options(variant, length))
    is_called = lengths.is_timed(match) and match.round.called_at is not None
    entries = [*_entries(lines), *([more] if more else [])]
    book = engine.scorebook(rules, length, entries, head_start=lengths.head_start_of(match), is_called=is_called)
    return ScoreSheet(rules, length, book, len(lines), is_called)


def has_sheet(match: Match) -> bool:
    """Has a deal been written down?"""
    return match.sheet_lines.exists()


def entry_to_json(entry: engine.DealEntry) -> dict[str, Any]:
    """A deal as its line keeps it: what was said, and nothing of what was left out; cards and pairs in words."""
    said = {name: getattr(entry, name) for name in DEFAULTS}
    kept = {name: value for name, value in said.items() if value != DEFAULTS[name]}
    if entry.upcard is not None:
        kept["upcard"] = engine.card_text(entry.upcard)
    return {name: list(value) if name in PAIRS else value for name, value in kept.items()}


def entry_from_json(kept: Mapping[str, Any]) -> engine.DealEntry:
    """The deal of a line, or of a door that has checked its types. Raises engine.BadCard for an upcard that is none."""
    said: dict[str, Any] = {name: tuple(value) if name in PAIRS else value for name, value in kept.items()}
    if said.get("upcard") is not None:
        said["upcard"] = engine.parse_card(said["upcard"])
    return engine.DealEntry(**said)


def _entries(lines: list[SheetLine]) -> list[engine.DealEntry]:
    """The deals that stand: an empty line takes the last one back."""
    kept: list[dict[str, Any]] = []
    for line in lines:
        if line.deal is None:
            kept.pop()
        else:
            kept.append(line.deal)
    return [entry_from_json(one) for one in kept]
