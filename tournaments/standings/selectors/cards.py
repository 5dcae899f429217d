"""A player's card in a tournament: each round with opponent, result, float and reasons, and the tie-breaks in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from doors.caching import versioned
from tournaments.event.selectors.finding import SIDES, stages
from tournaments.event.selectors.words import points_text, stage_name, value_text
from tournaments.models import (
    Bye,
    Entry,
    Match,
    MatchSide,
    MatchState,
    PairingRun,
    Round,
    RoundState,
    Stage,
    Tournament,
)
from tournaments.pairing import Float, Kind
from tournaments.standings.selectors.reasons import of_answer, tables_in
from tournaments.standings.selectors.rows import stage_table
from tournaments.standings.selectors.standings import (
    StandingRow,
    computed,
    stage_lines,
    standings,
    tiebreaks,
)
from tournaments.standings.selectors.words import bye_name, bye_points, place_words

WEIGHT_OF_AN_ANSWER = 50  # beside that of standings, whose weight is their entries


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round of one entry: its match with the opponent, or at a table of three and more with the `others`. `points`
    are the entry's, "" while it is open; `place` says who dealt first, or was named first, or the entry's place at its
    table; `float` in words, "" for none; `why` are sentences."""

    round: Round
    match: Match | None
    opponent: Entry | None
    place: str
    result: str
    points: str
    bye: str
    float: str
    why: tuple[str, ...]
    others: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class CardValue:
    """A tie-break, its meaning, and its value for this entry, once there is one."""

    name: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class CardStage:
    """An entry's standing in one stage of a tournament with several."""

    name: str
    row: StandingRow


@dataclass(frozen=True, slots=True)
class Card:
    """An entry's tournament so far; `row` is its line of the standings, `stages` its standing in each stage of a
    tournament with several. It `is_scored` once the first round of the tournament is closed."""

    entry: Entry
    row: StandingRow | None
    of: int
    rounds: tuple[CardRound, ...]
    values: tuple[CardValue, ...]
    stages: tuple[CardStage, ...] = ()
    is_scored: bool = True


def card(tournament: Tournament, entry: Entry, *, with_drafts: bool = False) -> Card:
    """The card of an entry; drafts are included only for readers who may see them."""
    found = [one for stage in stages(tournament) for one in _stage_rounds(stage, entry, with_drafts)]
    rows = standings(tournament)
    row = next((one for one in rows if one.entry.pk == entry.pk), None)
    lines = tuple(CardStage(stage_name(stage), line) for stage, line in stage_lines(tournament, entry))
    is_one = len(stages(tournament)) == 1
    is_scored = any(
        stage.has_challenges or computed(stage).found.facts.crosstable.rounds for stage in stages(tournament)
    )
    return Card(entry, row, len(rows), tuple(found), _values(tournament, row), () if is_one else lines, is_scored)


def _values(tournament: Tournament, row: StandingRow | None) -> tuple[CardValue, ...]:
    found = stages(tournament)
    if row is None or len(found) > 1 or not row.values_text:
        return ()
    named = tiebreaks(found[0])
    values = zip(named, row.values, row.values_text, strict=False)
    return tuple(CardValue(str(one.name), text, str(one.text)) for one, value, text in values if value is not None)


def _stage_rounds(stage: Stage, entry: Entry, with_drafts: bool) -> list[CardRound]:
    rounds = Round.objects.filter(stage=stage, seats__entry=entry).select_related("stage__tournament")
    if not with_drafts:
        rounds = rounds.exclude(state=RoundState.DRAFT)
    found = computed(stage).found
    table = stage_table.StageTable(found.facts.crosstable, found.entries, {})
    number = next((n for n, one in table.entries.items() if one.pk == entry.pk), None)
    matches = Match.objects.paired().filter(round__in=rounds, sides__seat__entry=entry).prefetch_related(SIDES)
    by_round = {match.round_id: match for match in matches}
    byes = {bye.seat.round_id: bye for bye in Bye.objects.filter(seat__entry=entry).select_related("seat")}
    unit = table.crosstable.table.unit
    whys = _whys(stage, entry, found.entries.values(), unit)
    return [
        _round(rnd, place, entry, by_round.get(rnd.pk), byes.get(rnd.pk), table, number, whys.get(rnd.pk, ()))
        for place, rnd in enumerate(rounds.order_by("number"), 1)
    ]


def _at_table(rnd: Round, match: Match, sides: Sequence[MatchSide], unit: int, why: tuple[str, ...]) -> CardRound:
    """A round at a table of three and more; the entry's side is the first of `sides`."""
    mine, *others = sides
    is_over = match.state == MatchState.OVER
    return CardRound(
        round=rnd,
        match=match,
        opponent=None,
        place=place_words(mine.place) if is_over and mine.place else "",
        result=str(mine.game_points) if is_over and mine.game_points is not None else "",
        points=points_text(mine.points or 0, unit) if is_over else "",
        bye="",
        float="",
        why=why,
        others=tuple(one.entry for one in others),
    )


def _round(
    rnd: Round,
    place: int,
    entry: Entry,
    match: Match | None,
    bye: Bye | None,
    table: stage_table.StageTable,
    number: int | None,
    why: tuple[str, ...],
) -> CardRound:
    unit = table.crosstable.table.unit
    if match is None:
        kind = bye.kind if bye else Kind.ZERO.value
        points = value_text(bye_points(table.crosstable.table, kind))
        return CardRound(rnd, None, None, "", "", points, bye_name(kind), "", why)
    sides = sorted(match.sides.all(), key=lambda side: side.entry.pk != entry.pk)
    if len(sides) > 2:
        return _at_table(rnd, match, sides, unit, why)
    mine, other = sides
    worth = mine.points if match.state == MatchState.OVER else None
    is_over = worth is not None
    result = f"{mine.game_points} – {other.game_points}" if is_over and mine.game_points is not None else ""
    return CardRound(
        round=rnd,
        match=match,
        opponent=other.entry,
        place=_order(rnd, mine.order),
        result=result if is_over and mine.game_points != other.game_points else "",
        points=points_text(worth, unit) if worth is not None else "",
        bye="",
        float=_float(table, number, place) if rnd.is_over else "",
        why=why,
    )


def _order(rnd: Round, order: int) -> str:
    """Which side dealt first, if the system decides it; else which was named first."""
    if rnd.stage.settings.get("system") == "dutch":
        return _("dealt first") if order == 0 else _("dealt second")
    return _("named first") if order == 0 else _("named second")


def _float(table: stage_table.StageTable, number: int | None, place: int) -> str:
    if number is None or place > table.crosstable.rounds:
        return ""
    words = {Float.DOWN: _("moved down"), Float.UP: _("met one who moved down")}
    return words.get(table.crosstable.float_of(number, place), "")


def _whys(stage: Stage, entry: Entry, known: Iterable[Entry], unit: int) -> dict[int, tuple[str, ...]]:
    """The reasons for the entry's pairings by round, from the engine's last answer for each. Answers never change, so
    they are read once."""
    runs = dict(PairingRun.objects.filter(round__stage=stage).order_by("pk").values_list("round", "pk"))
    entries = {one.public_id: one for one in known}
    answers = versioned.cached(
        ("pairings", stage.pk), str(runs), lambda: _answers(runs), weigh=lambda made: WEIGHT_OF_AN_ANSWER * len(made)
    )
    found = {}
    for rnd, (ids, tables, trace) in answers.items():
        if set(ids.values()) - entries.keys():  # somebody who is not in the field any more
            entries = {one.public_id: one for one in stage.tournament.entries.all()}
        number = next((number for number, public_id in ids.items() if public_id == entry.public_id), None)
        if number is None:
            continue
        names = {number: entries[public_id] for number, public_id in ids.items()}
        for one in of_answer(tables, trace, names, unit, of=number):
            found[rnd] = one.sentences
    return found


Answer = tuple[dict[int, str], list[list[int]], dict[str, Any]]


def _answers(runs: Mapping[int, int]) -> dict[int, Answer]:
    """By round, the entry (by public id) that each number had, the tables, and the trace."""
    rows = PairingRun.objects.filter(pk__in=runs.values()).values_list("round", "input", "output", "trace")
    return {
        rnd: ({row["number"]: row["entry"] for row in given["entries"]}, tables_in(output), trace)
        for rnd, given, output, trace in rows
    }
