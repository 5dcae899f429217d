"""Brackets for pages and API: who stands where, what it came to, and which match that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats import FORMATS
from tournaments.models import Entry, Match, RoundState, Stage
from tournaments.pairing.bracket import NOBODY, Bracket, Origin, Part, Source, State
from tournaments.pairing.bracket import Match as Tie
from tournaments.selectors import facts
from tournaments.selectors.finding import SIDES
from tournaments.selectors.stage_words import label_words


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: the entry, or where it comes from as long as it is not known; points; did it go on?"""

    entry: Entry | None
    text: str
    seed: int
    points: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class BracketCell:
    """One place of a bracket. `match` is there once it is paired and published; a void one is not played."""

    key: str
    part: str
    label: str
    sides: tuple[BracketSide, BracketSide]
    state: str
    match: Match | None

    @property
    def is_hidden(self) -> bool:
        """Nobody ever comes here: the place is only kept so that the tree stands straight."""
        return self.state == State.VOID and not any(side.entry for side in self.sides)


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round of a part."""

    name: str
    cells: tuple[BracketCell, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket, column by column. A list of single matches (`is_tree` off) has one column."""

    key: str
    name: str
    columns: tuple[BracketColumn, ...]
    is_tree: bool = True


def bracket_parts(stage: Stage) -> list[BracketPart]:
    """The bracket of a stage by its parts, the main one first; empty where there is none yet."""
    form = FORMATS[stage.format]
    found = facts.facts_of(stage)
    tree = form.bracket(found.facts) if form.bracket else None
    if tree is None:
        return []
    matches = Match.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT).exclude(slot="")
    rows = {match.slot: match for match in matches.prefetch_related(SIDES).order_by("round__number")}
    cells = {tie.key: _cell(tie, tree, rows.get(tie.key), found.entries) for tie in tree.matches}
    names = _names(tree)
    parts = [
        _tree(names[part], [tie for tie in tree.matches if tie.part in parts_of(part)], cells)
        for part in (Part.MAIN, Part.LOSERS, Part.CONSOLATION, Part.LAST_CHANCE)
        if any(tie.part is part for tie in tree.matches)
    ]
    played_out = [cells[tie.key] for tie in tree.matches if tie.part is Part.PLACES]
    return (
        [*parts, BracketPart("P", _("Places"), (BracketColumn("", tuple(played_out)),), False)] if played_out else parts
    )


def slot_labels(stage: Stage) -> dict[str, str]:
    """What each place of a stage's bracket is called; nothing where there is no bracket."""
    form = FORMATS[stage.format]
    tree = form.bracket(facts.tree_facts(stage, with_results=False)) if form.bracket else None
    return {tie.key: label_words(tie.label) for tie in tree.matches} if tree else {}


def parts_of(part: Part) -> tuple[Part, ...]:
    """The parts that are drawn in one tree: the grand final stands at the end of the main one."""
    return (part, Part.GRAND_FINAL) if part is Part.MAIN else (part,)


def _names(tree: Bracket) -> Mapping[Part, str]:
    return {
        Part.MAIN: _("Winners’ side") if tree.settings.is_double else _("Bracket"),
        Part.LOSERS: _("Losers’ side"),
        Part.CONSOLATION: _("Consolation"),
        Part.LAST_CHANCE: _("Last chance"),
    }


def _tree(name: str, ties: Sequence[Tie], cells: Mapping[str, BracketCell]) -> BracketPart:
    columns: dict[tuple[bool, int, bool], list[Tie]] = {}
    for tie in ties:
        columns.setdefault((tie.part is Part.GRAND_FINAL, tie.round, bool(tie.reset_of)), []).append(tie)
    return BracketPart(
        ties[0].part,
        name,
        tuple(
            BracketColumn(_heading(found), tuple(cells[tie.key] for tie in found))
            for _k, found in sorted(columns.items())
        ),
    )


def _heading(ties: Sequence[Tie]) -> str:
    """What a round of a part is called."""
    first = ties[0]
    if first.round == first.rounds or first.part is Part.GRAND_FINAL:
        return label_words(first.label)
    if first.part is Part.MAIN and not first.is_double:
        return {2: _("Semifinals"), 4: _("Quarterfinals")}.get(len(ties), _("Round of %(n)d") % {"n": 2 * len(ties)})
    return _("Round %(n)d") % {"n": first.round}


def _cell(tie: Tie, tree: Bracket, match: Match | None, entries: Mapping[int, Entry]) -> BracketCell:
    if match is not None and _people(match) != {entries[side].pk for side in tie.sides if side}:
        match = None  # a corrected result has seated others here since it was paired
    sides = tuple(_side(tie, n, tree, match, entries) for n in (0, 1))
    return BracketCell(tie.key, str(tie.part), label_words(tie.label), (sides[0], sides[1]), str(tie.state), match)


def _people(match: Match) -> set[int]:
    return {side.entry.pk for side in match.sides.all()}


def _side(tie: Tie, n: int, tree: Bracket, match: Match | None, entries: Mapping[int, Entry]) -> BracketSide:
    number, source = tie.sides[n], tie.sources[n]
    if number is None:
        return BracketSide(None, _origin(source, tree), 0, "", False)
    if number == NOBODY:
        return BracketSide(None, _("bye") if source.origin is Origin.BYE else "–", 0, "", False)
    own = [side for side in match.sides.all() if side.entry.pk == entries[number].pk] if match else []
    points = str(own[0].game_points) if own and own[0].game_points is not None else ""
    seed = source.seed if source.origin is Origin.ENTRY else 0
    return BracketSide(entries[number], entries[number].name, seed, points, tie.winner == number)


def _origin(source: Source, tree: Bracket) -> str:
    if source.origin is Origin.OPEN:
        return _("open")
    said = {"match": label_words(tree.match(source.of).label)}
    return (_("Winner of %(match)s") if source.origin is Origin.WINNER else _("Loser of %(match)s")) % said
