"""The pure crosstable from rows, and entries from its numbers; for teams with the points of every board."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.event.selectors.finding import start_order
from tournaments.event.selectors.words import points_text
from tournaments.formats import FORMATS, team_terms
from tournaments.models import (
    ROUND_OVER,
    Bye,
    Entry,
    EntryStatus,
    MatchSide,
    MatchState,
    Round,
    RoundState,
    Stage,
    StageEntry,
)
from tournaments.pairing import Crosstable, Kind, PointsTable, Result, Row, counted_by, team_crosstable
from tournaments.standings.selectors.rows.sides import Revised, Side, seats_of


def by_boards(
    table: Crosstable,
    stage: Stage,
    rounds: Sequence[Round],
    numbers: Mapping[int, int],
    revised: tuple[int, tuple[int, ...]] | None = None,
) -> Crosstable:
    """A stage's crosstable counted in its primary points, with match points and board points in `scores`. `numbers`
    gives the number of each entry; `revised` is a board (its key) that counts with other points of both sides."""
    terms = team_terms(stage.settings)
    played = _boards(rounds, numbers, dict([revised] if revised else []))
    rows = {
        number: replace(
            row,
            results=tuple(
                replace(result, boards=played.get((number, rnd.pk), ()))
                for result, rnd in zip(row.results, rounds, strict=True)
            ),
        )
        for number, row in table.rows.items()
    }
    return team_crosstable(
        rows,
        table.rounds,
        boards=terms.boards,
        match_table=table.table,
        board_table=terms.board_table,
        primary=terms.primary,
        predetermined=table.predetermined,
    )


def _boards(
    rounds: Sequence[Round], numbers: Mapping[int, int], revised: Mapping[int, tuple[int, ...]]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """The points of every side of a match by board, from the top, by entry and round."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    sides = MatchSide.objects.filter(match__round__in=rounds).exclude(parent=None)
    rows = sides.order_by("match__parent", "match__number").values_list(
        "match", "match__round", "parent__seat__entry", "order", "points"
    )
    for board, rnd, entry, order, points in rows:
        key = numbers[entry], rnd
        found[key] = (*found.get(key, ()), (revised[board][order] if board in revised else points) or 0)
    return found


PLAYABLE = (EntryStatus.CHECKED_IN,)
REST = "rest"  # a bye of the schedule: worth nothing, asked for by nobody


@dataclass(frozen=True, slots=True)
class StageTable:
    """A stage's crosstable with its entries by number: the start number, or the seed if the field is fixed. `places`
    are the rows of a fixed field, `seated` who sat at which table of three and more, round by round."""

    crosstable: Crosstable
    entries: dict[int, Entry]
    places: dict[int, StageEntry]
    seated: tuple[tuple[tuple[int, ...], ...], ...] = ()


def crosstable(
    stage: Stage, after: int | None = None, with_open: bool = False, revised: Revised | None = None
) -> StageTable:
    """The crosstable of a stage after its last closed round, or after an earlier one. `with_open` counts a running
    round too: those of its matches that have no result yet are meetings that ended in a tie, as far as a pairing is
    concerned that does not wait for them. With `revised` one match counts as it would with another result."""
    places = _places(stage)
    entries = {number: place.entry for number, place in places.items()} or entries_of(stage)
    table = counted_by(stage.settings)
    states = (*ROUND_OVER, RoundState.RUNNING) if with_open else ROUND_OVER
    rounds = list(stage.rounds.filter(state__in=states).order_by("number"))
    if after is not None:
        rounds = [rnd for rnd in rounds if rnd.number <= after]
    numbers = {entry.pk: number for number, entry in entries.items()}
    has_dealers = has_dealer(stage)
    results = _results(rounds, revised)
    rows = {
        number: Row(
            number=number,
            name=entry.name,
            rating=entry.rating_at_entry or 0,
            is_available=entry.status in PLAYABLE,
            carried=places[number].carried if places else 0,
            margin_correction=revised.margin_of(entry) if revised else entry.margin_correction,
            results=tuple(_result(results.get((entry.pk, rnd.pk)), numbers, table, has_dealers) for rnd in rounds),
        )
        for number, entry in entries.items()
    }
    found = Crosstable(rows, len(rounds), table, stage.is_round_robin)
    if FORMATS[stage.format].is_team:
        found = by_boards(found, stage, rounds, numbers, revised.board if revised else None)
    return StageTable(found, entries, places, _seated(rounds, results, numbers))


def points_now(stage: Stage) -> dict[int, str]:
    """The points of each entry (by its key), as people write them, with the results of running rounds that are in; a
    match without a result counts nothing."""
    found = crosstable(stage, with_open=True)
    table, missing = found.crosstable, _missing(stage)
    points = {
        entry.pk: table.score(number) - sum(table.result(number, at).points for at in missing.get(entry.pk, ()))
        for number, entry in found.entries.items()
    }
    return {pk: points_text(own, table.table.unit) for pk, own in points.items()}


def points_given(stage: Stage) -> dict[int, str]:
    """The points of late entries (by key) that have no start number yet, for byes in rounds that they missed."""
    table, given = counted_by(stage.settings), Counter[int]()
    byes = Bye.objects.filter(seat__round__stage=stage, seat__entry__tpn=None)
    for entry, kind in byes.values_list("seat__entry", "kind"):
        given[entry] += table.bye(kind)
    return {entry: points_text(own, table.unit) for entry, own in given.items()}


def _missing(stage: Stage) -> dict[int, list[int]]:
    """The rounds (counted in the stage, without drafts) in which the result of an entry (by its key) is missing."""
    begun = stage.rounds.filter(state__in=(*ROUND_OVER, RoundState.RUNNING)).order_by("number")
    places = {pk: at for at, pk in enumerate(begun.values_list("pk", flat=True), 1)}
    sides = MatchSide.objects.filter(match__round__in=begun.filter(state=RoundState.RUNNING), parent=None)
    found: dict[int, list[int]] = {}
    for entry, rnd in sides.exclude(match__state=MatchState.OVER).values_list("seat__entry", "match__round"):
        found.setdefault(entry, []).append(places[rnd])
    return found


def _places(stage: Stage) -> dict[int, StageEntry]:
    if stage.source_id is None and not FORMATS[stage.format].is_fixed:
        return {}
    return {place.seed: place for place in stage.field.select_related("entry")}


def has_dealer(stage: Stage) -> bool:
    """Does the first of a pair deal first in this stage? In `dutch` and by Berger's tables; elsewhere they cut for
    it."""
    return stage.is_round_robin or stage.settings.get("system") == "dutch"


def entries_of(stage: Stage) -> dict[int, Entry]:
    """The entries of a stage without a fixed field by start number; before round 1 by the number they would get now.
    A stage that waits for another has none yet."""
    if stage.source_id is not None:
        return {}
    entries = list(stage.tournament.entries.all())
    numbered = {entry.tpn: entry for entry in entries if entry.tpn is not None}
    if numbered or stage.rounds.exists():
        return dict(sorted(numbered.items()))
    waiting = [entry for entry in entries if entry.status not in (EntryStatus.WITHDRAWN, EntryStatus.WAITING)]
    waiting.sort(key=start_order)
    return dict(enumerate(waiting, 1))


Found = tuple[Side, list[Side]]
Results = dict[tuple[int, int], Found | str]


def _results(rounds: Sequence[Round], revised: Revised | None) -> Results:
    """Each entry's seat in each round: its own side and all sides of its match, or the kind of its bye."""
    sides, byes = seats_of(rounds, revised)
    found: Results = dict(byes)
    by_match: dict[int, list[Side]] = {}
    for side in sides:
        by_match.setdefault(side.match, []).append(side)
    for together in by_match.values():
        for side in together:
            found[side.entry, side.round] = side, together
    return found


def _seated(
    rounds: Sequence[Round], results: Results, numbers: Mapping[int, int]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of three and more by round and number, each with its entries in the order of their seats."""
    tables: dict[int, dict[int, list[Side]]] = {rnd.pk: {} for rnd in rounds}
    for found in results.values():
        if not isinstance(found, str) and len(found[1]) > 2:
            tables[found[0].round][found[0].table_no] = sorted(found[1], key=lambda side: side.order)
    if not any(tables.values()):
        return ()
    return tuple(
        tuple(tuple(numbers[side.entry] for side in sides) for _no, sides in sorted(by_no.items()))
        for by_no in tables.values()
    )


def _result(found: Found | str | None, numbers: dict[int, int], table: PointsTable, has_dealers: bool) -> Result:
    """One side of a round. In `dutch` the first of a pair deals first; in `card` they cut for it, unnoted."""
    if found is None or isinstance(found, str):
        kind = found if found and found != REST else Kind.ZERO
        return Result(kind=Kind(kind), points=table.bye(kind))
    side, together = found
    if len(together) > 2:
        return _at_table(side, together, numbers, table)
    other = next((one for one in together if one is not side), None)
    opponent = numbers[other.entry] if other else 0
    if side.state != MatchState.OVER:
        return Result(kind=Kind.PLAYED, opponent=opponent, points=table.tie)
    points = side.points or 0
    return Result(
        kind=Kind(side.kind or Kind.PLAYED),
        opponent=opponent,
        points=points,
        game_points=side.game_points or 0,
        margin=side.margin,
        games_won=int(points >= table.win) if side.games_won is None else side.games_won,
        is_shutout=side.is_shutout and points >= table.win,
        is_first=side.order == 0 if has_dealers else None,
    )


def _at_table(side: Side, together: Sequence[Side], numbers: Mapping[int, int], table: PointsTable) -> Result:
    """The result of an entry at a table of three and more. One without a result counts as a meeting that gave everybody
    the middle, as far as a pairing is concerned that does not wait for it."""
    present = [one for one in sorted(together, key=lambda one: one.order) if one is not side and not one.is_absent]
    if side.state != MatchState.OVER:
        return Result(kind=Kind.PLAYED, points=table.pab, others=tuple((numbers[one.entry], 0) for one in present))
    return Result(
        kind=Kind.FORFEIT if side.is_absent else Kind(side.kind or Kind.PLAYED),
        points=side.points or 0,
        game_points=side.game_points or 0,
        margin=side.margin,
        games_won=int(side.place == 1),
        place=side.place or 0,
        others=() if side.is_absent else tuple((numbers[one.entry], one.place or 0) for one in present),
    )
