"""The score sheet of a sitting in person: the book from its lines, and its totals."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from games import engine
from tournaments.duplicate.selectors import is_duplicate
from tournaments.event.selectors import lengths, sitters
from tournaments.models import Match, SheetLine, TableRuling

TUPLES = ("counts", "laid", "fixes", "ruled", "order")
DEFAULTS = {field.name: field.default for field in fields(engine.DealEntry)}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The present state of a sheet: the rules with those of the length, the length, its book, the number of lines in
    its log (the version), and whether time has been called. `names` are those of its sides: two, or one a seat;
    `sitters` of every seat."""

    rules: engine.RuleSet
    length: engine.Length
    book: engine.Scorebook
    version: int
    is_called: bool
    names: tuple[str, ...] = ()
    sitters: tuple[str, ...] = ()

    @property
    def credits(self) -> tuple[int, int] | None:
        """GIN-39: the points credited to both sides in a match to points; else None."""
        return self.book.credits if self.length.kind == "match" else None

    @property
    def is_over(self) -> bool:
        """Is the sitting over by its sheet, so that the result can be sent? Not before a deal is on it."""
        return self.book.verdict.is_over and bool(self.book.deals)

    @property
    def is_for_teams(self) -> bool:
        """Do two teams play, with a board for each member?"""
        return self.rules.seating.name == "teams"


def takes_deals(match: Match) -> bool:
    """Can this match be written down deal by deal? It must be one sitting in person of as many as the rules take,
    without boards or shared decks."""
    stage = match.round.stage
    rules = engine.VARIANTS[stage.tournament.variant]
    is_sitting = _seats(match) in rules.seating.numbers(rules)
    return is_sitting and not match.table and not is_duplicate(stage) and not match.boards.exists()


def score_sheet(match: Match, more: engine.DealEntry | None = None, *, in_place: bool = False) -> ScoreSheet:
    """The sheet of a match that takes deals, with one deal `more` where it is given, or in place of the last one; at a
    table of three and more the first seat deals first unless the players drew for it. Raises engine.BadEntry for an
    impossible deal."""
    names = _here(match)
    return written(
        [*match.sheet_lines.all(), *([SheetLine(match=match, deal=None)] if in_place else [])],
        match.round.stage.tournament.variant,
        lengths.played_to(match).get("length", "game"),
        names=names,
        sitters=_sitters(match),
        head_start=lengths.head_start_of(match),
        is_called=lengths.is_timed(match) and match.round.called_at is not None,
        more=more,
        seats=_seats(match),
    )


def _seats(match: Match) -> int:
    """The number of people who sit at the table: those of each side that plays."""
    return len(_here(match)) * sitters.at_table(match.round.stage.tournament.variant)


def _here(match: Match) -> list[str]:
    """The sides that play, in the order of their seats."""
    return [side.entry.name for side in match.sides.all() if not side.is_absent]


def written(
    lines: Iterable[SheetLine],
    variant: str,
    length: str,
    *,
    names: Sequence[str],
    sitters: Sequence[str] = (),
    more: engine.DealEntry | None = None,
    **facts: Any,
) -> ScoreSheet:
    """The sheet that the lines of a log make, by the rules of a variant and the key of a length; `facts` are those of
    `engine.scorebook`. Raises engine.BadEntry, engine.Unplayable."""
    logged, found = list(lines), engine.length_of(length)
    rules = engine.rule_set(variant, **engine.sitting_options(variant, found))
    entries = [*_entries(logged), *([more] if more else [])]
    book = engine.scorebook(rules, found, entries, **facts)
    is_called = bool(facts.get("is_called"))
    return ScoreSheet(rules, found, book, len(logged), is_called, tuple(names), tuple(sitters) or tuple(names))


def _sitters(match: Match) -> list[str]:
    """The names by seat if several people sit for a side: members of the two sides in turn (PRT-1)."""
    if engine.VARIANTS[match.round.stage.tournament.variant].seating.name != "teams":
        return []
    sides = list(match.sides.all())
    members = [[str(member.user) for member in side] for side in sitters.at_match(match)]
    count = sitters.at_table(match.round.stage.tournament.variant)
    return [
        members[at][number] if number < len(members[at]) else f"{sides[at].entry.name} {number + 1}"
        for number in range(count)
        for at in (0, 1)
    ]


def has_sheet(match: Match) -> bool:
    """Has a deal been written down?"""
    return match.sheet_lines.exists()


def carried(match: Match, sheet: ScoreSheet) -> dict[str, Any]:
    """The fields of a line that the deal under way has by a ruling; empty once a deal has been written down after it,
    or where the ruling was overturned."""
    found = TableRuling.objects.filter(table="", carries__isnull=False, taken_back_at=None)
    if match.parent_id is None:
        found = found.filter(case__match=match)
    else:  # a call is about the match; its ruling names the board
        found = found.filter(case__match=match.parent_id, carries__board=match.number)
    ruling = found.exclude(is_upheld=False).order_by("at", "pk").last()
    carries = dict(ruling.carries or {}) if ruling is not None else {}
    carries.pop("board", None)
    return carries if carries.pop("line", None) == sheet.version else {}


def entry_to_json(entry: engine.DealEntry) -> dict[str, Any]:
    """A deal as its line stores it: only the values that were entered; cards and tuples as text."""
    said = {name: getattr(entry, name) for name in DEFAULTS}
    kept = {name: value for name, value in said.items() if value != DEFAULTS[name]}
    if entry.upcard is not None:
        kept["upcard"] = engine.card_text(entry.upcard)
    if entry.boards:
        kept["boards"] = [entry_to_json(board) for board in entry.boards]
    return {name: list(value) if name in TUPLES else value for name, value in kept.items()}


def entry_from_json(kept: Mapping[str, Any]) -> engine.DealEntry:
    """The deal of a line, or of a door that has checked its types. Raises engine.BadCard for an upcard that is none."""
    said: dict[str, Any] = {name: tuple(value) if name in TUPLES else value for name, value in kept.items()}
    if said.get("upcard") is not None:
        said["upcard"] = engine.parse_card(said["upcard"])
    if said.get("boards"):
        said["boards"] = tuple(entry_from_json(board) for board in said["boards"])
    return engine.DealEntry(**said)


def _entries(lines: Sequence[SheetLine]) -> list[engine.DealEntry]:
    """The deals that count: an empty line takes the last one back."""
    kept: list[dict[str, Any]] = []
    for line in lines:
        if line.deal is None:
            kept.pop()
        else:
            kept.append(line.deal)
    return [entry_from_json(one) for one in kept]
