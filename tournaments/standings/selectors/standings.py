"""Standings of a tournament with their tie-breaks in words, and its progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import prefetch_related_objects
from django.utils.translation import get_language

from doors.caching import versioned
from tournaments import pairing
from tournaments.event.selectors.finding import main_stage, open_tables, people, stages
from tournaments.event.selectors.words import points_text, stage_name, value_text
from tournaments.formats import Ranking
from tournaments.formats.kinds.pods import shape_of, tables_for
from tournaments.models import (
    Entry,
    EntryStatus,
    Match,
    MatchState,
    Round,
    RoundState,
    Stage,
    StageState,
    Tournament,
    TournamentState,
)
from tournaments.standings.selectors import versions
from tournaments.standings.selectors.rows import facts, stage_table
from tournaments.standings.selectors.rows.sides import Revised
from tournaments.standings.selectors.words import TieBreakWords, group_name, tiebreak_in_words


@dataclass(frozen=True, slots=True)
class StagePoints:
    """The points of an entry in one stage, as people write them; empty if it did not play there."""

    stage: str
    points_text: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line: `points` and `values` as figures, `points_text` and `values_text` as people write them. `wins` are wins
    with or without playing (tables of three and more at which the entry was first), `margin` points won minus lost or
    settled, `buchholz` the sum of the opponents' scores (at such tables their average). Through
    several stages `reached` names the last one that the entry played in, the figures are of that one, and `through` has
    the points of each stage that has begun."""

    place: int
    entry: Entry
    points: Fraction
    points_text: str
    values: tuple[Fraction | None, ...]
    values_text: tuple[str, ...]
    played: int
    wins: int
    margin: int
    buchholz: Fraction
    buchholz_text: str
    group: int = 0
    reached: str = ""
    through: tuple[StagePoints, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings of a group (0: of the whole stage), and the keys of its tie-breaks. `contest` is set for what is
    played beside the main contest: consolation or last_chance. `version` is that of the facts of the stage, empty for
    a table that is only supposed. `is_start_list` as long as no round is closed."""

    group: int
    keys: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    contest: str = ""
    version: str = ""
    is_start_list: bool = False

    @property
    def start_list(self) -> list[StandingRow]:
        """The lines by start number as long as no round is closed; empty afterwards."""
        return sorted(self.rows, key=lambda row: row.entry.tpn or len(self.rows)) if self.is_start_list else []

    @property
    def name(self) -> str:
        """The group's letter, empty for the whole stage."""
        return group_name(self.group)


@dataclass(frozen=True, slots=True)
class Computed:
    """The computed standings of a stage, the facts behind them, and the version of these facts."""

    tables: tuple[GroupTable, ...]
    found: facts.StageFacts
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a tournament. `matches_total` counts the matches of paired rounds and those still to be
    expected."""

    rounds_done: int
    rounds_total: int
    matches_over: int
    matches_running: int
    matches_live: int
    matches_total: int
    is_finished: bool

    @property
    def matches_so_far(self) -> int:
        """The matches of the rounds that are paired."""
        return self.matches_over + self.matches_running


Lines = Mapping[Stage, Sequence[StandingRow]]  # of each stage that has begun, in order


def standings(tournament: Tournament, after: int | None = None) -> list[StandingRow]:
    """The standings after the last closed round, or after an earlier one; before round 1 in start order.

    When several stages have begun those who went on stand first, in the order of the stages that they reached, and the
    lines have no tie-breaks, which differ from stage to stage."""
    found = stages(tournament)
    begun = [stage for stage in found if stage.state != StageState.WAITING]
    if len(begun) < 2:
        return overall((begun or found)[0], after)
    lines = {stage: overall(stage, after) for stage in begun}
    return _numbered(_through(begun[0], lines), lines)


def points_now(tournament: Tournament) -> dict[int, StagePoints]:
    """The points of each entry (by its key) in the last stage that it reached, with the results of the rounds that are
    played now: those that are in count at once, those that are missing for nothing. The stage has a name where several
    have begun, because their points do not compare."""
    rows = standings(tournament)
    found = {row.entry.pk: StagePoints(row.reached, row.points_text) for row in rows}
    played = Round.objects.filter(stage__tournament=tournament, state=RoundState.RUNNING)
    playing = set(played.values_list("stage", flat=True))
    for stage in stages(tournament):
        if stage.pk in playing and not stage.has_challenges:  # a ladder has places, and counts at once as it is
            name = stage_name(stage) if any(row.reached for row in rows) else ""
            found |= {entry: StagePoints(name, text) for entry, text in stage_table.points_now(stage).items()}
    late = [stage for stage in stages(tournament) if stage.takes_byes and stage.source_id is None]
    given = {entry: text for stage in late for entry, text in stage_table.points_given(stage).items()}
    return {**{entry: StagePoints("", text) for entry, text in given.items()}, **found}


def stage_lines(tournament: Tournament, entry: Entry) -> list[tuple[Stage, StandingRow]]:
    """The line of an entry in each stage that it has played in."""
    begun = [stage for stage in stages(tournament) if stage.state != StageState.WAITING]
    return [(stage, row) for stage in begun for row in overall(stage) if row.entry.pk == entry.pk]


def stage_tables(stage: Stage, after: int | None = None, revised: Revised | None = None) -> list[GroupTable]:
    """The standings of a stage, one table for each group (one if there are none); `revised` as in `facts.rankings`."""
    if revised is not None:
        return _tables(*facts.rankings(stage, after, revised))
    return list(computed(stage, after).tables)


def computed(stage: Stage, after: int | None = None) -> Computed:
    """The standings of a stage with the facts behind them. They are computed once for each version of these facts and
    cached, so callers must not change the returned value."""
    version = versions.of_stage(stage, after)

    def compute() -> Computed:
        rankings, found = facts.rankings(stage, after)
        prefetch_related_objects(list(found.entries.values()), people())
        return Computed(tuple(_tables(rankings, found, version)), found, version)

    slot = ("standings", stage.pk, after, get_language())
    return versioned.cached(slot, version, compute, weigh=lambda made: len(made.found.entries))


def overall(stage: Stage, after: int | None = None) -> list[StandingRow]:
    """One order of all entries of a stage: with groups first all group winners, then all seconds, and so on."""
    return overall_with_facts(stage, after)[0]


def overall_with_facts(stage: Stage, after: int | None = None) -> tuple[list[StandingRow], facts.StageFacts]:
    """`overall` with the facts behind the order, so that they are not read twice."""
    made = computed(stage, after)
    tables, found = [table for table in made.tables if not table.contest], made.found
    if len(tables) == 1:
        return list(tables[0].rows), found
    rows = [row for table in tables for row in table.rows]
    return sorted(rows, key=lambda row: (row.place, -row.points, -row.margin, row.entry.pk)), found


def _tables(rankings: Sequence[Ranking], found: facts.StageFacts, version: str = "") -> list[GroupTable]:
    is_start = not found.facts.crosstable.rounds
    return [
        GroupTable(
            group=one.group,
            keys=one.keys,
            rows=tuple(_row(found, line, one.keys) for line in _lines(one, found)),
            contest=one.contest,
            version=version,
            is_start_list=is_start and not one.contest,
        )
        for one in rankings
    ]


def _lines(ranking: Ranking, found: facts.StageFacts) -> Sequence[pairing.Standing]:
    """The lines of a ranking. Before a round is closed all are equal, and stand in start order."""
    is_level = len({line.points for line in ranking.lines}) < 2
    if pairing.LOT not in ranking.keys or found.facts.crosstable.rounds or not is_level:
        return ranking.lines
    by_start = sorted(ranking.lines, key=lambda line: line.number)
    return [replace(line, place=n, values=(None,) * len(line.values)) for n, line in enumerate(by_start, 1)]


def _through(stage: Stage, known: Lines) -> list[tuple[Stage, StandingRow]]:
    """The entries of a stage: first those that qualified for a next stage, in the order of that stage."""
    ahead = [line for one in known if one.source_id == stage.pk for line in _through(one, known)]
    gone_on = {row.entry.pk for _stage, row in ahead}
    return [*ahead, *((stage, row) for row in known[stage] if row.entry.pk not in gone_on)]


def _numbered(lines: Sequence[tuple[Stage, StandingRow]], known: Lines) -> list[StandingRow]:
    """Places through all stages: entries that are equal in a stage with a single table share their place. The first may
    be empty (nobody has won the cup)."""
    points = [(stage_name(stage), {row.entry.pk: row.points_text for row in rows}) for stage, rows in known.items()]
    rows: list[StandingRow] = []
    last: tuple[Stage, int] | None = None
    for at, (stage, row) in enumerate(lines, 1):
        same = last == (stage, row.place) and not row.group
        last = (stage, row.place)
        place = rows[-1].place if same else at if rows else row.place
        through = tuple(StagePoints(name, of.get(row.entry.pk, "")) for name, of in points)
        rows.append(replace(row, place=place, reached=stage_name(stage), values=(), values_text=(), through=through))
    return rows


def tiebreak_keys(stage: Stage) -> list[str]:
    """The tie-breaks of a stage in order; a bracket needs none."""
    return list(stage.settings.get("tiebreaks", ()))


def tiebreaks(stage: Stage) -> list[TieBreakWords]:
    """The tie-breaks of a stage in order, named and explained."""
    return [tiebreak_in_words(key) for key in tiebreak_keys(stage)]


def current_round(tournament: Tournament) -> Round | None:
    """The round that was paired last, even as a draft; None before round 1."""
    return (
        Round.objects.filter(stage__tournament=tournament)
        .select_related("stage__tournament")
        .order_by("-number")
        .first()
    )


def is_pairing_due(tournament: Tournament) -> bool:
    """Does the tournament wait for its officials to pair the next round of a stage that runs?"""
    return not tournament.settings.get("automatic") and what_follows(tournament, current_round(tournament)) == "pair"


def is_end_due(tournament: Tournament) -> bool:
    """Has everything been played, so that the tournament waits for somebody to confirm its standings?"""
    return what_follows(tournament, current_round(tournament)) == "confirm"


def what_follows(tournament: Tournament, last: Round | None) -> str:
    """The next act for which a running tournament waits once its `last` round is over (or before the first): to "pair"
    a round of a running stage, or to "confirm" the standings when everything is played; else, and on a ladder,
    empty."""
    if tournament.state != TournamentState.RUNNING or (last is not None and not last.is_over):
        return ""
    stages = [one for one in tournament.stages.all() if not one.has_challenges]
    running = [one for one in stages if one.state == StageState.RUNNING]
    if any(facts.next_step(one).step == "pair" for one in running):
        return "pair"
    is_played = last is not None and bool(stages) and all(one.state != StageState.WAITING for one in stages)
    return "confirm" if is_played else ""


def progress(tournament: Tournament, rounds: Sequence[Round] | None = None) -> Progress:
    """The progress of a tournament, freshly read, or from the given `rounds` if the caller has just read them."""
    if rounds is None:
        tournament = Tournament.objects.prefetch_related("stages").get(pk=tournament.pk)
        rounds = list(Round.objects.filter(stage__tournament=tournament))
    declared = rounds_foreseen(tournament)
    matches = Match.objects.paired().filter(round__stage__tournament=tournament).order_by()
    states = list(matches.values_list("state", flat=True))
    is_finished = tournament.state == TournamentState.FINISHED
    to_come = 0 if is_finished else max(declared - len(rounds), 0)
    here = _here(tournament) if to_come else 0
    return Progress(
        rounds_done=sum(rnd.is_over for rnd in rounds),
        rounds_total=len(rounds) if is_finished else declared,
        matches_over=sum(state == MatchState.OVER for state in states),
        matches_running=sum(state != MatchState.OVER for state in states),
        matches_live=sum(state == MatchState.PLAYING for state in states),
        matches_total=len(states) + to_come * _tables_for(tournament, here),
        is_finished=is_finished,
    )


def _tables_for(tournament: Tournament, here: int) -> int:
    """The number of tables for `here` entrants in a round of the present stage."""
    return len(tables_for(here, shape_of(main_stage(tournament).settings)).tables)


def _here(tournament: Tournament) -> int:
    counted = getattr(tournament, "here_count", None)  # by `finding.tournaments`
    return tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() if counted is None else int(counted)


def rounds_foreseen(tournament: Tournament) -> int:
    """The number of rounds, as known now, of all stages that have begun, or of the first one."""
    begun = [stage for stage in stages(tournament) if stage.state != StageState.WAITING]
    return sum(facts.rounds_of(stage) for stage in begun or [main_stage(tournament)])


def tables_still_playing(rnd: Round) -> int:
    """The number of tables of a round without a result."""
    return len(open_tables(rnd)) if rnd.state != RoundState.DRAFT else 0


def _row(found: facts.StageFacts, line: pairing.Standing, keys: Sequence[str]) -> StandingRow:
    table = found.facts.crosstable
    results = table.results(line.number)
    unit = table.table.unit
    won = table.scores.get("MP", table)  # a team's wins are its matches, whatever comes first
    at_tables = "table_points" in found.facts.settings
    wins = sum(result.points >= won.table.win for result in won.results(line.number))
    buchholz = pairing.TIEBREAKS["OA" if at_tables else "BH"](table, line.number, frozenset()) or Fraction(0)
    return StandingRow(
        place=line.place,
        entry=found.entries[line.number],
        points=Fraction(line.points, unit),
        points_text=points_text(line.points, unit),
        values=line.values,
        values_text=tuple(_shown(key, value) for key, value in zip(keys, line.values, strict=True)),
        played=sum(result.is_met for result in results),
        wins=sum(result.games_won for result in results) if at_tables else wins,
        margin=int(pairing.TIEBREAKS["MARGIN"](table, line.number) or 0),
        buchholz=buchholz,
        buchholz_text=value_text(buchholz),
        group=found.facts.entrants[line.number].group,
    )


def _shown(key: str, value: Fraction | None) -> str:
    if key == "MARGIN" and value is not None and value > 0:
        return f"+{value_text(value)}"
    return value_text(value)
