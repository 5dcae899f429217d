"""The draft of a round at tables of three and more: its lines, the reasons, and the preview of an edit."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from tournaments.event.selectors.words import points_text
from tournaments.formats import Plan
from tournaments.formats import pod_drafts as core
from tournaments.models import ByeRequest, Entry, EntryStatus, PairingRun, Round, RoundSeat
from tournaments.pairing import Kind
from tournaments.pairing.drafts import Objection
from tournaments.standings.selectors.rows import stage_table
from tournaments.standings.selectors.rows.pair_rules import pair_rules, pairs_in_force
from tournaments.standings.selectors.words import bye_name


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of a draft: a table with its entries and their points in the order of the seats, or one entry (table 0)
    and its kind of bye."""

    table: int
    seats: tuple[tuple[Entry, str], ...]
    bye: str = ""


@dataclass(frozen=True)
class PodDesk:
    """The data of a director's page: a round, its crosstable before that round, the draft, and the engine's
    proposal."""

    round: Round
    table: stage_table.StageTable
    draft: core.PodDraft
    run: PairingRun | None
    forbidden: frozenset[frozenset[int]]
    avoided: frozenset[frozenset[int]]

    @cached_property
    def proposal(self) -> core.PodDraft:
        """The engine's last answer, in present start numbers; the draft itself if the engine was never asked."""
        if self.run is None:
            return self.draft
        numbers = {entry.public_id: number for number, entry in self.table.entries.items()}
        now = {row["number"]: numbers[row["entry"]] for row in self.run.input["entries"] if row["entry"] in numbers}
        tables = [[now[n] for n in seats] for seats in self.run.output["pods"]]
        return core.draft_of(tables, [(now[n], kind) for n, kind in self.run.output["byes"]])

    @property
    def lines(self) -> list[TableLine]:
        """The tables by number with names and points before the round, then the byes."""
        found = [TableLine(one.table, tuple(map(self._seat, one.seats))) for one in self.draft.tables]
        byes = sorted(self.draft.byes.items(), key=lambda bye: (bye[1] != Kind.PAB, bye[0]))
        return [*found, *(TableLine(0, (self._seat(number),), kind) for number, kind in byes)]

    def number(self, entry: Entry) -> int:
        """The start number of an entry; 0 for one that has none yet."""
        return next((number for number, one in self.table.entries.items() if one.pk == entry.pk), 0)

    def objections(self, draft: core.PodDraft | None = None) -> tuple[Objection, ...]:
        """The objections to the draft, or to another one."""
        rules = {"forbidden": self.forbidden, "avoided": self.avoided}
        return core.objections(draft or self.draft, self.table.crosstable, **rules)

    def _seat(self, number: int) -> tuple[Entry, str]:
        table = self.table.crosstable
        return self.table.entries[number], points_text(table.score(number), table.table.unit)


@dataclass(frozen=True, slots=True)
class Lines:
    """A difference in words: lines removed and lines added."""

    gone: tuple[str, ...]
    new: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.gone or self.new)


@dataclass(frozen=True, slots=True)
class PodPreview:
    """The effect of an edit: new objections, the change itself, and all differences from the engine's proposal."""

    warnings: tuple[str, ...]
    change: Lines
    from_engine: Lines


def desk_of(rnd: Round) -> PodDesk:
    """All data for editing a draft, read once."""
    table = stage_table.crosstable(rnd.stage, rnd.number - 1, with_open=True)
    rules = pair_rules(rnd.stage.tournament)
    forbidden, avoided = (pairs_in_force(rules, kind, rnd.number, table.entries) for kind in ("hard", "soft"))
    return PodDesk(rnd, table, _draft_of(rnd, table), rnd.runs.order_by("-pk").first(), forbidden, avoided)


def draft_from(plan: Plan) -> core.PodDraft:
    """A plan as a draft: its tables are numbered in order."""
    return core.draft_of(plan.pods, plan.byes)


def preview(desk: PodDesk, after: core.PodDraft) -> PodPreview:
    """The preview of the draft `after` an edit, compared with the present draft and the engine's proposal."""
    before = set(desk.objections())
    fresh = [one for one in desk.objections(after) if one not in before]
    return PodPreview(
        warnings=tuple(_objection_words(fresh, desk.table)),
        change=_lines(core.difference(desk.draft, after), desk.table),
        from_engine=_lines(core.difference(desk.proposal, after), desk.table),
    )


def draft_check(desk: PodDesk) -> tuple[list[str], Lines]:
    """The warnings of the present draft, and its differences from the engine's proposal."""
    warnings = [*missed(desk), *sorted(_objection_words(desk.objections(), desk.table))]
    return warnings, _lines(core.difference(desk.proposal, desk.draft), desk.table)


def missed(desk: PodDesk) -> list[str]:
    """The entries that came or went after the pairing of a draft, in words."""
    rnd, entries, byes = desk.round, desk.table.entries, desk.draft.byes
    playing = {n for one in desk.draft.tables for n in one.seats} | {n for n, kind in byes.items() if kind == Kind.PAB}
    gone = [entries[n] for n in sorted(playing) if entries[n].status != EntryStatus.CHECKED_IN]
    placed = {entries[n].pk for n in playing} | {entries[n].pk for n, kind in byes.items() if kind != Kind.ZERO}
    here = [entry for entry in _field(rnd, desk) if entry.status == EntryStatus.CHECKED_IN]
    alone = [entry for entry in here if entry.pk not in placed]
    asked = set(ByeRequest.objects.filter(entry__in=alone, round_number=rnd.number).values_list("entry", flat=True))
    return [
        *(_("%(name)s is paired and not here any more: pair again.") % {"name": one.name} for one in gone),
        *(
            _("%(name)s is here and not paired: pair again.") % {"name": one.name}
            for one in alone
            if one.pk not in asked
        ),
    ]


def _field(rnd: Round, desk: PodDesk) -> Iterable[Entry]:
    """The entries that could be seated: the field of the stage if it is fixed, else everybody entered."""
    if desk.table.places:
        return desk.table.entries.values()
    return Entry.objects.filter(tournament=rnd.stage.tournament_id)


def _draft_of(rnd: Round, table: stage_table.StageTable) -> core.PodDraft:
    """The tables and byes of a round by start number."""
    numbers = {entry.pk: number for number, entry in table.entries.items()}
    chairs: dict[int, list[int]] = {}
    byes: dict[int, str] = {}
    seats = RoundSeat.objects.filter(round=rnd).order_by("side__match__table_no", "side__order")
    for no, entry, kind in seats.values_list("side__match__table_no", "entry", "bye__kind"):
        if no is None:
            byes[numbers[entry]] = kind
        else:
            chairs.setdefault(no, []).append(numbers[entry])
    return core.PodDraft(tuple(core.DraftTable(no, tuple(seats)) for no, seats in chairs.items()), byes)


def _objection_words(found: Iterable[Objection], table: stage_table.StageTable) -> list[str]:
    """Objections as sentences, each once."""
    return list(dict.fromkeys(_words(one, table) for one in found))


def _words(one: Objection, table: stage_table.StageTable) -> str:
    names = [table.entries[number].name for number in one.entries]
    said: Mapping[str, Any] = {"a": names[0], "b": names[-1], "n": one.round}
    return {
        "met": _("%(a)s and %(b)s have met already, in round %(n)d."),
        "forbidden": _("%(a)s and %(b)s must not meet."),
        "avoided": _("%(a)s and %(b)s should rather not meet."),
        "bye": _("%(a)s would have a second bye."),
        "full_bye": _("%(a)s would have the points of a win without playing."),
    }[one.kind] % said


def _lines(found: core.PodDifference, table: stage_table.StageTable) -> Lines:
    def words(tables: Iterable[core.DraftTable], byes: Iterable[tuple[int, str]]) -> tuple[str, ...]:
        at = [_("Table %(table)d: %(names)s") % {"table": one.table, "names": _names(one, table)} for one in tables]
        without = [
            _("%(name)s: %(bye)s") % {"name": table.entries[number].name, "bye": bye_name(kind)}
            for number, kind in byes
        ]
        return (*at, *without)

    return Lines(words(found.gone, found.byes_gone), words(found.new, found.byes_new))


def _names(one: core.DraftTable, table: stage_table.StageTable) -> str:
    return " – ".join(table.entries[number].name for number in one.seats)
