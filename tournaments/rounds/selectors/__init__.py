"""Reads of rounds: a draft with its objections, pairing jobs, the reasons why a round cannot be paired."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.db.models import Q
from django.utils import formats as dates
from django.utils import timezone
from django.utils.translation import gettext as _

from duework.models import DueWork
from tournaments.event.selectors.words import points_text
from tournaments.event.services import schedule
from tournaments.formats import FORMATS, Plan
from tournaments.formats.kinds.pods import shape_of
from tournaments.matches.selectors import round_waits
from tournaments.models import (
    Bye,
    ByeRequest,
    Entry,
    EntryStatus,
    JobState,
    Match,
    PairingJob,
    PairingRun,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.pairing import CannotPair, Kind, drafts
from tournaments.standings.selectors import reasons, sure
from tournaments.standings.selectors.reasons import names_then
from tournaments.standings.selectors.rows import facts, stage_table
from tournaments.standings.selectors.rows.pair_rules import pair_rules, pairs_in_force
from tournaments.standings.selectors.words import bye_name


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of a draft: a table with its entries and their points in the order of the seats, or one entry (table 0)
    and its kind of bye."""

    table: int
    seats: tuple[tuple[Entry, str], ...]
    bye: str = ""
    slot: str = ""


@dataclass(frozen=True)
class Desk:
    """The data of a director's page: a round, its crosstable before that round, the draft, and the engine's last
    answer."""

    round: Round
    table: stage_table.StageTable
    draft: drafts.Draft
    run: PairingRun | None
    measures: drafts.Measures

    @property
    def names_then(self) -> dict[int, Entry]:
        """The entries by the numbers that they had when the engine paired."""
        known = {entry.public_id: entry for entry in self.table.entries.values()}
        rows = self.run.input["entries"] if self.run else []
        return {row["number"]: known[row["entry"]] for row in rows if row["entry"] in known}

    @cached_property
    def proposal(self) -> drafts.Draft:
        """The engine's last answer, in present start numbers; the draft itself if the engine was never asked."""
        if self.run is None:
            return self.draft
        numbers, output = {entry.pk: number for number, entry in self.table.entries.items()}, self.run.output
        now = {then: numbers[entry.pk] for then, entry in self.names_then.items()}
        byes = output.get("byes") or ([[output["bye"], "pab"]] if output["bye"] else [])
        tables = ([now[number] for number in seats] for seats in reasons.tables_of(self.run))
        return drafts.numbered(tables, {now[number]: kind for number, kind in byes})

    def number(self, entry: Entry) -> int:
        """The start number of an entry; 0 for one that has none yet."""
        return next((number for number, one in self.table.entries.items() if one.pk == entry.pk), 0)

    @property
    def lines(self) -> list[DraftLine]:
        """The tables by number with names and points before the round, then the byes."""
        tables = sorted(self.draft.tables, key=lambda table: table.no)
        byes = sorted(self.draft.byes.items(), key=lambda bye: (bye[1] != Kind.PAB, bye[0]))
        return [
            *(DraftLine(one.no, tuple(map(self._seat, one.seats)), slot=one.slot) for one in tables),
            *(DraftLine(0, (self._seat(number),), kind) for number, kind in byes),
        ]

    @property
    def objections(self) -> tuple[drafts.Objection, ...]:
        """The objections to the draft; none if a schedule says who meets whom."""
        if self.round.stage.has_schedule:
            return ()
        return drafts.objections(self.draft, self.table.crosstable, self._measures)

    def brought(self, after: drafts.Draft) -> tuple[drafts.Objection, ...]:
        """The objections that an edit of the draft brings; none if a schedule says who meets whom."""
        if self.round.stage.has_schedule:
            return ()
        return drafts.brought(self.draft, after, self.table.crosstable, self._measures)

    @property
    def _measures(self) -> drafts.Measures:
        return replace(self.measures, proposed=self.proposal.sittings if self.run else frozenset())

    def _seat(self, number: int) -> tuple[Entry, str]:
        return self.table.entries[number], _points(number, self.table)


def lines_of(matches: Iterable[Match], byes: Iterable[Bye]) -> list[DraftLine]:
    """The lines of a round that is a draft no more, without points."""
    tables = [DraftLine(one.table_no, tuple((entry, "") for entry in one.entries), slot=one.slot) for one in matches]
    return [*tables, *(DraftLine(0, ((bye.seat.entry, ""),), bye.kind) for bye in byes)]


@dataclass(frozen=True, slots=True)
class Changed:
    """A difference in words: lines removed and lines added."""

    gone: tuple[str, ...]
    new: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.gone or self.new)


def desk_of(rnd: Round) -> Desk:
    """All data for editing a draft, read once."""
    stage, shape = rnd.stage, shape_of(rnd.stage.settings)
    table = stage_table.crosstable(stage, rnd.number - 1, with_open=True)
    rules = pair_rules(stage.tournament)
    forbidden, avoided = (pairs_in_force(rules, kind, rnd.number, table.entries) for kind in ("hard", "soft"))
    measures = drafts.Measures(
        forbidden=forbidden,
        avoided=avoided,
        by_points=not FORMATS[stage.format].is_fixed,
        has_turns=stage.settings.get("system") == "dutch",
        sizes=range(shape.least, shape.most + 1),
    )
    return Desk(rnd, table, draft_of(rnd, table), rnd.runs.order_by("-pk").first(), measures)


def draft_of(rnd: Round, table: stage_table.StageTable) -> drafts.Draft:
    """The tables and byes of a round by start number."""
    numbers = {entry.pk: number for number, entry in table.entries.items()}
    chairs: dict[tuple[int, str], list[int]] = {}
    byes: dict[int, str] = {}
    seats = RoundSeat.objects.filter(round=rnd).order_by("side__match__table_no", "side__order")
    for no, slot, entry, kind in seats.values_list("side__match__table_no", "side__match__slot", "entry", "bye__kind"):
        if no is None:
            byes[numbers[entry]] = kind
        else:
            chairs.setdefault((no, slot), []).append(numbers[entry])
    return drafts.Draft(tuple(drafts.Table(no, tuple(seats), slot) for (no, slot), seats in chairs.items()), byes)


def draft_from(plan: Plan) -> drafts.Draft:
    """A plan as a draft: its tables are numbered in order."""
    tables = (drafts.Table(no, one.seats, one.slot) for no, one in enumerate(plan.tables, 1))
    return drafts.Draft(tuple(tables), dict(plan.byes))


def objection_words(found: Iterable[drafts.Objection], table: stage_table.StageTable) -> list[str]:
    """Objections as sentences, each once."""
    return list(dict.fromkeys(_words(one, table) for one in found))


def draft_check(desk: Desk) -> tuple[list[str], Changed]:
    """The warnings of the present draft, and its differences from the engine's proposal."""
    warnings = [*missed(desk), *sorted(objection_words(desk.objections, desk.table))]
    if said := sure.shortened(desk.round, desk.proposal, desk.draft):
        warnings.append(said)
    return warnings, difference_words(drafts.difference(desk.proposal, desk.draft), desk.table)


def kept_apart_words(desk: Desk) -> str:
    """A sentence that says down to which place of the standings soft pairs were kept apart; empty if there are none."""
    top = desk.run.trace.get("soft_top") if desk.run else None
    if desk.run is None or top is None:
        return ""
    if top >= 2 * len(reasons.tables_of(desk.run)):
        return _("All pairs that should not meet are kept apart.")
    if not top:
        return _("Pairs that should not meet could not be kept apart in a legal pairing.")
    return _(
        "Pairs that should not meet are kept apart if one of them is among the first %(n)d of the standings; "
        "further down no legal pairing allowed it for all."
    ) % {"n": top}


def missed(desk: Desk) -> list[str]:
    """The entries that came or went after the pairing of a draft, in words; a schedule is not changed by them."""
    rnd, entries, byes = desk.round, desk.table.entries, desk.draft.byes
    if rnd.stage.has_schedule:
        return []
    playing = {n for table in desk.draft.tables for n in table.seats} | {n for n, kind in byes.items() if kind == "pab"}
    gone = [entries[n] for n in sorted(playing) if entries[n].status != EntryStatus.CHECKED_IN]
    placed = {entries[n].pk for n in playing} | {entries[n].pk for n, kind in byes.items() if kind != Kind.ZERO}
    fixed = desk.table.places
    field = entries.values() if fixed else Entry.objects.filter(tournament=rnd.stage.tournament_id)
    placed |= rests(desk)
    alone = [one for one in field if one.status == EntryStatus.CHECKED_IN and one.pk not in placed]
    return [
        *(_("%(name)s is paired and not here any more: pair again.") % {"name": one.name} for one in gone),
        *(_("%(name)s is here and not paired: pair again.") % {"name": one.name} for one in alone),
    ]


def rests(desk: Desk) -> set[int]:
    """The entries (ids) that have no match in a draft on purpose: they asked for it, or it was given by hand."""
    without = {n for n, kind in desk.draft.byes.items() if kind == Kind.ZERO}
    ids = {n: desk.table.entries[n].pk for n in without}
    asked = ByeRequest.objects.filter(entry__in=ids.values(), round_number=desk.round.number)
    return {ids[n] for n in without - set(desk.proposal.byes)} | set(asked.values_list("entry", flat=True))


def difference_words(found: drafts.Difference, table: stage_table.StageTable) -> Changed:
    """A difference between two drafts as lines."""

    def words(tables: Iterable[drafts.Table], byes: Iterable[tuple[int, str]]) -> tuple[str, ...]:
        return (*(_table_words(one, table) for one in tables), *(_bye_words(*bye, table) for bye in byes))

    return Changed(words(found.gone, found.byes_gone), words(found.new, found.byes_new))


def _table_words(one: drafts.Table, table: stage_table.StageTable) -> str:
    names = " – ".join(table.entries[number].name for number in one.seats)
    return _("Table %(table)d: %(names)s") % {"table": one.no, "names": names}


def _bye_words(number: int, kind: str, table: stage_table.StageTable) -> str:
    return _("%(name)s: %(bye)s") % {"name": table.entries[number].name, "bye": bye_name(kind)}


def _points(number: int, table: stage_table.StageTable) -> str:
    return points_text(table.crosstable.score(number), table.crosstable.table.unit)


def _words(one: drafts.Objection, table: stage_table.StageTable) -> str:
    names = [table.entries[number].name for number in one.entries]
    points = [_points(number, table) for number in one.entries]
    said = {"a": names[0], "b": names[-1], "names": ", ".join(names), "n": one.round, "pa": points[0], "pb": points[-1]}
    return {
        "met": _("%(a)s and %(b)s have met already, in round %(n)d."),
        "forbidden": _("%(a)s and %(b)s must not meet."),
        "avoided": _("%(a)s and %(b)s should rather not meet."),
        "turn": _("%(a)s and %(b)s must both deal first, or both second."),
        "float": _("%(a)s and %(b)s have different points: %(pa)s and %(pb)s."),
        "float_again": _("%(a)s would float the same way as in round %(n)d."),
        "bye": _("%(a)s would have a second bye."),
        "full_bye": _("%(a)s would have the points of a win without playing."),
        "many_byes": _("More would have the bye than must: %(names)s."),
    }[one.kind] % said


NOBODY = CannotPair((), (("end", ()),))  # fewer than two are here
LARGE = 300  # entries beyond which a pairing is a job with progress


def is_large(stage: Stage) -> bool:
    """Is the field so large (a Swiss of more than 300) that its pairing is a job?"""
    if stage.has_bracket or stage.is_round_robin:
        return False
    if stage.source_id or FORMATS[stage.format].is_fixed:
        return stage.field.filter(entry__status=EntryStatus.CHECKED_IN).count() > LARGE
    return stage.tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() > LARGE


def pairing_job(tournament: Tournament) -> PairingJob | None:
    """The running pairing job of a tournament, or the last one if it failed and no round was paired since."""
    found = PairingJob.objects.filter(stage__tournament=tournament).select_related("stage__tournament")
    last = found.order_by("-pk").first()
    if last is None or last.is_open:
        return last
    later = Q(paired_at__gte=last.asked_at) | Q(published_at__gte=last.asked_at)
    is_over = Round.objects.filter(later, stage__tournament=tournament).exists()
    return last if last.state == JobState.FAILED and not is_over else None


@dataclass(frozen=True, slots=True)
class WayOut:
    """A way out that works: its key, the numbers that it concerns, and its effect in words."""

    way: str
    numbers: tuple[int, ...]
    words: str

    @property
    def value(self) -> str:
        """The value in a form: rematch-2."""
        return "-".join((self.way, *map(str, self.numbers)))


@dataclass(frozen=True, slots=True)
class Blocked:
    """A round without a legal pairing: the blocking entries and the ways out; `says` if there are fewer than two
    entries."""

    number: int
    witness: tuple[str, ...]
    ways: tuple[WayOut, ...]
    says: str = ""

    def plain(self) -> dict[str, Any]:
        """The answer as plain JSON."""
        return asdict(self)


def blocked(stage: Stage) -> Blocked | None:
    """The reasons and ways out if the next round of a stage cannot be paired; None if it can be, or if no round is
    due."""
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    is_running = stage.state == StageState.RUNNING and stage.tournament.state == TournamentState.RUNNING
    if not is_running or stage.rounds.filter(state__in=("draft", "published", "running")).exists():
        return None
    if is_large(stage):
        return _found_out(stage)
    found = facts.facts_of(stage, to_pair=True)
    if facts.next_step(stage).step == "pair" and (says := sure.too_few(stage, found)):
        return replace(answer_of(NOBODY, found), says=says)
    answer = FORMATS[stage.format].pairs(found.facts)
    return answer_of(answer, found) if isinstance(answer, CannotPair) else None


def may_go_on(rnd: Round) -> bool:
    """May the next round be paired, for a stated reason, before the present round is closed? Once only."""
    stage = rnd.stage
    numbers = list(stage.rounds.values_list("number", flat=True))
    is_last = rnd.number < max(numbers) or int(stage.settings.get("rounds") or 0) <= len(numbers)
    is_fixed = FORMATS[stage.format].is_fixed or stage.has_challenges or is_last
    return rnd.state == RoundState.RUNNING and not is_fixed and not stage.tournament.settings.get("automatic")


def closes_at(rnd: Round) -> datetime | None:
    """When a running round closes by itself; None as long as something keeps it open."""
    if rnd.state != RoundState.RUNNING or round_waits(rnd):
        return None
    planned = DueWork.objects.filter(key__startswith=schedule.close_keys(rnd), done_at=None, dead_at=None)
    return planned.order_by("due_at").values_list("due_at", flat=True).first()


def closing_words(rnd: Round) -> str:
    """A sentence that says when a running round closes by itself; empty as long as something keeps it open."""
    at = closes_at(rnd)
    if at is None:
        return ""
    if at <= timezone.now() + timedelta(seconds=1):  # due, and the next to be done
        return _("It closes by itself in a moment.")
    said = dates.date_format(at.astimezone(rnd.stage.tournament.zone), "H:i:s")
    return _("It closes by itself at %(time)s.") % {"time": said}


def may_pair_after(rnd: Round) -> bool:
    """Is the round over, so that an official may pair the next one? An automatic tournament pairs it by itself."""
    tournament = rnd.stage.tournament
    return (
        rnd.state == RoundState.CLOSED
        and tournament.state == TournamentState.RUNNING
        and not tournament.settings.get("automatic")
    )


def answer_of(answer: CannotPair, found: facts.StageFacts) -> Blocked:
    """The reasons and ways out of a round that cannot be paired, in words; pairing by hand is always possible."""
    witness, words = reasons.cannot_pair(answer, found.entries)
    ways = tuple(WayOut(way, numbers, text) for (way, numbers), text in zip(answer.ways_out, words, strict=True))
    by_hand = () if answer is NOBODY else (_by_hand(),)
    return Blocked(found.facts.number, tuple(witness), (*ways[:-1], *by_hand, ways[-1]))


def _found_out(stage: Stage) -> Blocked | None:
    """The answer of the last job of a large stage, if that job was about the next round."""
    last = stage.pairing_jobs.order_by("-pk").first()
    if last is None or last.code != "cannot_pair" or last.number != facts.next_number(stage):
        return None
    ways = tuple(WayOut(one["way"], tuple(one["numbers"]), one["words"]) for one in last.answer["ways"])
    return Blocked(last.number, tuple(last.answer["witness"]), ways)


def _by_hand() -> WayOut:
    return WayOut("manual", (), reasons.by_hand_words())


def pairing_log(rnd: Round) -> dict[str, Any]:
    """All input and output of the engine for a round, with names. Anybody may read it: the words in which an official
    said why it did not wait for results are left out."""
    kept = ("engine", "version", "output", "trace")
    runs = [
        {
            "at": run.at.isoformat(),
            "names": {number: entry.name for number, entry in names_then(run, rnd.stage).items()},
            "input": {key: value for key, value in run.input.items() if key != "open_reason"},
            **{key: getattr(run, key) for key in kept},
        }
        for run in rnd.runs.all()
    ]
    return {"tournament": rnd.stage.tournament.name, "round": rnd.number, "runs": runs}
