"""Stages: their brackets, the entries that would qualify for the next one, and the side contests with late sign-up."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.event.selectors import finding
from tournaments.event.selectors.finding import SIDES
from tournaments.event.selectors.words import label_words
from tournaments.formats import FORMATS, REST, SignUp, cut_of
from tournaments.formats.qualifying.cuts import Carry, PlayOff, Qualified, carried, qualify
from tournaments.models import GONE, Entry, Match, Round, RoundState, Stage, StageState, Tournament
from tournaments.pairing.bracket import NOBODY, Bracket, Origin, Part, Source, State
from tournaments.pairing.bracket import Match as Tie
from tournaments.standings.selectors.rows import facts
from tournaments.standings.selectors.rows.sides import Revised
from tournaments.standings.selectors.words import group_name


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: the entry, or until it is known where it will come from (`code` in short); its points; and
    whether it advanced."""

    entry: Entry | None
    text: str
    seed: int
    points: str
    is_winner: bool
    code: str = ""


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
        """Is this a place where nobody will ever play? Such a place only keeps the tree in shape."""
        return self.state == State.VOID and not any(side.entry for side in self.sides)


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round of a part of a bracket; `is_joined` if every two of its matches lead to one match of the next
    column."""

    name: str
    cells: tuple[BracketCell, ...]
    is_joined: bool = False


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket, column by column. A list of single matches (`is_tree` off) has one column."""

    key: str
    name: str
    columns: tuple[BracketColumn, ...]
    is_tree: bool = True


def bracket_parts(stage: Stage) -> list[BracketPart]:
    """The bracket of a stage by its parts, the main one first; empty before there is a bracket."""
    form = FORMATS[stage.format]
    found = facts.facts_of(stage)
    tree = form.bracket(found.facts) if form.bracket else None
    if tree is None:
        return []
    matches = Match.objects.paired().filter(round__stage=stage).exclude(round__state=RoundState.DRAFT).exclude(slot="")
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


def parts_of(part: Part) -> tuple[Part, ...]:
    """The parts that are drawn as one tree: the grand final stands at the end of the main part."""
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
    drawn = [found for _key, found in sorted(columns.items())]
    sizes = [*(len(found) for found in drawn[1:]), 0]
    return BracketPart(
        ties[0].part,
        name,
        tuple(
            BracketColumn(_heading(found), tuple(cells[tie.key] for tie in found), len(found) == 2 * following)
            for found, following in zip(drawn, sizes, strict=True)
        ),
    )


def _heading(ties: Sequence[Tie]) -> str:
    """The heading for a round of a part."""
    first = ties[0]
    if first.round == first.rounds or first.part is Part.GRAND_FINAL:
        return label_words(first.label)
    if first.part is Part.MAIN and not first.is_double:
        return {2: _("Semifinals"), 4: _("Quarterfinals")}.get(len(ties), _("Round of %(n)d") % {"n": 2 * len(ties)})
    return _("Round %(n)d") % {"n": first.round}


def round_names(tournament: Tournament, rounds: Sequence[Round]) -> dict[int, str]:
    """The names of the rounds of brackets ("Semifinals", "Final"), by the number of the round, also of those to come;
    `rounds` are all of the tournament. A wave without a round of the main part has none, nor have cups side by side."""
    found: dict[int, str] = {}
    known = list(finding.stages(tournament))
    last = max((rnd.number for rnd in rounds), default=0)
    for stage in known:
        is_alone = sum(one.source_id == stage.source_id for one in known) == 1
        if not stage.has_bracket or not is_alone or stage.state == StageState.WAITING:
            continue
        tree = facts.bracket_of(stage, facts.tree_facts(stage, with_results=False))
        turns = {tie.key: tie.turn for tie in tree.matches} if tree else {}
        named = _turns_named(tree) if tree else {}
        played = dict.fromkeys(sorted(rnd.number for rnd in rounds if rnd.stage_id == stage.pk), 0)
        slots = Match.objects.paired().filter(round__stage=stage).exclude(slot="")
        for number, slot in slots.values_list("round__number", "slot"):
            played[number] = max(played[number], turns.get(slot, 0))
        found |= {number: named[turn] for number, turn in played.items() if turn in named}
        if list(played.values()) == list(range(1, len(played) + 1)):  # nothing was played again
            to_come = [turn for turn in sorted(set(turns.values())) if turn > len(played)]
            found |= {last + n: named[turn] for n, turn in enumerate(to_come, 1) if turn in named}
    return found


def _turns_named(tree: Bracket) -> dict[int, str]:
    """The name of each wave of a bracket, by its main part."""
    named: dict[int, str] = {}
    for tie in tree.matches:
        if tie.part is Part.GRAND_FINAL or (tie.part is Part.MAIN and not tie.is_double):
            named[tie.turn] = _heading([one for one in tree.matches if (one.part, one.round) == (tie.part, tie.round)])
    return named


def _cell(tie: Tie, tree: Bracket, match: Match | None, entries: Mapping[int, Entry]) -> BracketCell:
    if match is not None and _people(match) != {entries[side].pk for side in tie.sides if side}:
        match = None  # a corrected result has put other entries here since it was paired
    sides = tuple(_side(tie, n, tree, match, entries) for n in (0, 1))
    return BracketCell(tie.key, str(tie.part), label_words(tie.label), (sides[0], sides[1]), str(tie.state), match)


def _people(match: Match) -> set[int]:
    return {side.entry.pk for side in match.sides.all()}


def _side(tie: Tie, n: int, tree: Bracket, match: Match | None, entries: Mapping[int, Entry]) -> BracketSide:
    number, source = tie.sides[n], tie.sources[n]
    if number is None:
        return BracketSide(None, _origin(source, tree), 0, "", False, _code(source))
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


def _code(source: Source) -> str:
    said = {"match": source.of}
    if source.origin is Origin.OPEN:
        return ""
    return (_("Winner %(match)s") if source.origin is Origin.WINNER else _("Loser %(match)s")) % said


@dataclass(frozen=True, slots=True)
class CutLine:
    """An entry that qualifies: its seed in the next stage, its place and group before, the points that it carries
    over."""

    seed: int
    entry: Entry
    place: int
    group: str
    carried: int


@dataclass(frozen=True, slots=True)
class PlayOffLine:
    """The entries that are equal at the cut, and how many of them qualify."""

    entries: tuple[Entry, ...]
    places: int


@dataclass(frozen=True, slots=True)
class CutPreview:
    """The entries that qualify, play off, or are out. The digest identifies the whole preview, and confirming needs
    it."""

    lines: tuple[CutLine, ...]
    play_offs: tuple[PlayOffLine, ...]
    out: tuple[Entry, ...]
    digest: str

    @property
    def takes_along(self) -> bool:
        """Does anybody carry points over?"""
        return any(line.carried for line in self.lines)


def preview_cut(stage: Stage, decided: Sequence[Sequence[Entry]] = (), revised: Revised | None = None) -> CutPreview:
    """The entries that would play in a waiting stage, by the standings of its source; `decided` holds the resulting
    order of each finished play-off. With a `revised` match as it would be, other stages that have not begun being drawn
    again too. Raises formats.cuts.BadCut for a feed that cannot be."""
    source = stage.source
    if source is None:
        return CutPreview((), (), (), "")
    source.tournament = stage.tournament
    rankings, found = facts.rankings(source, revised=revised)
    numbers = {entry.pk: number for number, entry in found.entries.items()}
    orders = [[numbers[entry.pk] for entry in order] for order in decided]
    gone = [number for number, entry in found.entries.items() if entry.status in GONE]
    if stage.feed["take"] == REST:
        through = _taken(stage, revised)
        order = [line.number for one in rankings if not one.contest for line in one.lines]
        going = Qualified(tuple(n for n in order if found.entries[n].pk not in through and n not in gone))
    else:
        going = qualify(rankings, cut_of(stage.feed), gone, orders)
    brought = carried(found.facts.crosstable, going.order, Carry(stage.feed["carry"]))
    places = {line.number: line.place for one in rankings if not one.contest for line in one.lines}
    lines = tuple(
        CutLine(seed, found.entries[n], places[n], group_name(found.facts.entrants[n].group), brought.score(n))
        for seed, n in enumerate(going.order, 1)
    )
    known = {line.entry.pk for line in lines}
    known |= {found.entries[n].pk for one in going.play_offs for n in one.entries}
    is_rest = stage.feed["take"] == REST  # the others go elsewhere
    out = tuple(e for n, e in found.entries.items() if e.pk not in known and n not in gone and not is_rest)
    return CutPreview(lines, _play_offs(going.play_offs, found), out, _digest(stage, lines))


def is_outdated(stage: Stage) -> bool:
    """Have the standings from which a stage was drawn up changed so that other entries, or another order, would
    qualify? Always False where a play-off decided, because its new order is unknown."""
    if stage.source_id is None or stage.state != StageState.RUNNING:
        return False
    found = preview_cut(stage)
    drawn = list(stage.field.filter(late="").order_by("seed").values_list("entry", flat=True))
    return not found.play_offs and [line.entry.pk for line in found.lines] != drawn


def waiting_stages(stage: Stage) -> list[Stage]:
    """The stages fed by this one that have not begun, in order."""
    return list(stage.followers.filter(state=StageState.WAITING).select_related("tournament", "source"))


def has_begun(stage: Stage) -> bool:
    """Has anybody played in a stage, or are people playing now?"""
    return stage.rounds.exclude(state__in=(RoundState.DRAFT, RoundState.PUBLISHED)).exists()


def _taken(stage: Stage, revised: Revised | None) -> set[int]:
    """The entries that other stages of the same source take: their fields if they have begun, else the entries that
    would qualify now."""
    others = stage.tournament.stages.filter(source=stage.source_id).exclude(pk=stage.pk).exclude(feed__take=REST)
    taken: set[int] = set()
    for other in others.select_related("source", "tournament"):
        is_wanted = other.state == StageState.WAITING or (revised is not None and not has_begun(other))
        taken |= _wanted(other, revised) if is_wanted else set(other.field.values_list("entry", flat=True))
    return taken


def _wanted(stage: Stage, revised: Revised | None) -> set[int]:
    found = preview_cut(stage, revised=revised)
    return {line.entry.pk for line in found.lines} | {entry.pk for one in found.play_offs for entry in one.entries}


def _play_offs(found: Sequence[PlayOff], known: facts.StageFacts) -> tuple[PlayOffLine, ...]:
    return tuple(PlayOffLine(tuple(known.entries[n] for n in one.entries), one.places) for one in found)


def _digest(stage: Stage, lines: Sequence[CutLine]) -> str:
    text = f"{stage.pk}:{stage.version}:" + ",".join(f"{line.entry.pk}+{line.carried}" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_cut_due(stage: Stage) -> bool:
    """Can the field of this stage be decided now? It can if it waits and its source is over."""
    return stage.state == StageState.WAITING and stage.source is not None and stage.source.state == StageState.FINISHED


def sign_ups(stage: Stage) -> tuple[SignUp, ...]:
    """The side contests of a stage that keep lines for late sign-up, open or not."""
    found = FORMATS[stage.format].sign_ups
    return found(facts.facts_of(stage).facts) if found else ()


def open_sign_ups(stage: Stage) -> list[SignUp]:
    """The side contests that still accept entries."""
    if stage.state != StageState.RUNNING:
        return []
    paired = stage.rounds.count()
    return [one for one in sign_ups(stage) if paired < one.closes and one.taken < one.lines]


def may_sign_up(stage: Stage) -> QuerySet[Entry]:
    """The entries of the tournament that have not left and do not play in a stage."""
    return stage.tournament.entries.exclude(status__in=GONE).exclude(stage_entries__stage=stage).order_by("name")
