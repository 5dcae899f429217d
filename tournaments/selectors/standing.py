"""Standings of a tournament with their tie-breaks in words, and how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from tournaments import pairing
from tournaments.models import (
    Entry,
    EntryStatus,
    Match,
    MatchState,
    Round,
    RoundState,
    Stage,
    Tournament,
    TournamentState,
)
from tournaments.selectors import crosstables
from tournaments.selectors.words import points_text, value_text

TIEBREAK_WORDS = {
    "MARGIN": (_("Margin"), _("points won minus points lost, over all matches")),
    "WIN": (_("Wins"), _("rounds with as many points as for a win")),
    "WON": (_("Won"), _("matches won by playing")),
    "BH": (_("Buchholz"), _("the sum of the opponents’ scores")),
    "BH/C1": (_("Buchholz cut 1"), _("the sum of the opponents’ scores without the lowest")),
    "DE": (_("Direct encounter"), _("points among those who are tied, where all of them have met")),
    "LOT": (_("Lot"), _("drawn by the seed shown here: the same seed gives the same order")),
}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line: `points` and `values` as figures, `points_text` and `values_text` as people write them. `wins` are wins
    with or without playing, `margin` points won minus lost, `buchholz` the sum of the opponents' scores."""

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


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """A tie-break for people."""

    key: str
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a tournament is. `matches_total` counts the matches of paired rounds and those still to be expected."""

    rounds_done: int
    rounds_total: int
    matches_over: int
    matches_running: int
    matches_total: int
    is_finished: bool


def main_stage(tournament: Tournament) -> Stage:
    """The stage that is played."""
    stage = next(iter(tournament.stages.all()))  # in order, and prefetched by `selectors.tournaments`
    stage.tournament = tournament
    return stage


def standings(tournament: Tournament, after: int | None = None) -> list[StandingRow]:
    """The standings after the last closed round, or after an earlier one; before round 1 in order of start."""
    stage = main_stage(tournament)
    return ranked(stage, crosstables.crosstable(stage, after))


def ranked(stage: Stage, table: crosstables.StageTable) -> list[StandingRow]:
    """The entries of a crosstable in order of the stage's points and tie-breaks."""
    keys = tiebreak_keys(stage)
    return [_row(table, line, keys) for line in pairing.rank(table.crosstable, keys, stage.seed)]


def tiebreak_keys(stage: Stage) -> list[str]:
    """The tie-breaks of a stage in order."""
    return list(stage.settings["tiebreaks"])


def tiebreaks(stage: Stage) -> list[TieBreakWords]:
    """The tie-breaks of a stage in order, named and explained."""
    return [TieBreakWords(key, *(str(words) for words in TIEBREAK_WORDS[key])) for key in tiebreak_keys(stage)]


def current_round(tournament: Tournament) -> Round | None:
    """The round that was paired last, a draft too; None before round 1."""
    return (
        Round.objects.filter(stage__tournament=tournament)
        .select_related("stage__tournament")
        .order_by("-stage__number", "-number")
        .first()
    )


def progress(tournament: Tournament, rounds: Sequence[Round] | None = None) -> Progress:
    """How far a tournament is, freshly read; or as the given tournament and its `rounds` have just been read."""
    if rounds is None:
        tournament = Tournament.objects.prefetch_related("stages").get(pk=tournament.pk)
        rounds = list(Round.objects.filter(stage__tournament=tournament))
    declared = main_stage(tournament).settings["rounds"]
    states = list(Match.objects.filter(round__stage__tournament=tournament).values_list("state", flat=True))
    is_finished = tournament.state == TournamentState.FINISHED
    to_come = 0 if is_finished else declared - len(rounds)
    here = tournament.entries.filter(status=EntryStatus.CHECKED_IN).count() if to_come else 0
    return Progress(
        rounds_done=sum(rnd.state in crosstables.DONE for rnd in rounds),
        rounds_total=len(rounds) if is_finished else declared,
        matches_over=sum(state == MatchState.OVER for state in states),
        matches_running=sum(state != MatchState.OVER for state in states),
        matches_total=len(states) + to_come * (here // 2),
        is_finished=is_finished,
    )


def tables_still_playing(rnd: Round) -> int:
    """The number of matches of a round without a result."""
    return rnd.matches.exclude(state=MatchState.OVER).count() if rnd.state != RoundState.DRAFT else 0


def _row(table: crosstables.StageTable, line: pairing.Standing, keys: list[str]) -> StandingRow:
    results = table.crosstable.results(line.number)
    unit = table.crosstable.table.unit
    buchholz = pairing.TIEBREAKS["BH"](table.crosstable, line.number, frozenset()) or Fraction(0)
    return StandingRow(
        place=line.place,
        entry=table.entries[line.number],
        points=Fraction(line.points, unit),
        points_text=points_text(line.points, unit),
        values=line.values,
        values_text=tuple(_shown(key, value) for key, value in zip(keys, line.values, strict=True)),
        played=sum(result.is_met for result in results),
        wins=sum(result.points >= table.crosstable.table.win for result in results),
        margin=sum(result.margin for result in results),
        buchholz=buchholz,
        buchholz_text=value_text(buchholz),
    )


def _shown(key: str, value: Fraction | None) -> str:
    if key == "MARGIN" and value is not None and value > 0:
        return f"+{value_text(value)}"
    return value_text(value)
