"""From rows to the pure crosstable, and back to entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats import FORMATS
from tournaments.models import (
    Bye,
    Entry,
    EntryStatus,
    MatchSide,
    MatchState,
    Round,
    RoundSeat,
    RoundState,
    Stage,
    StageEntry,
)
from tournaments.pairing import Crosstable, Kind, PointsTable, Result, Row, points_table
from tournaments.selectors import team_tables
from tournaments.selectors.people import people

DONE = (RoundState.CLOSED, RoundState.SEALED)
PLAYABLE = (EntryStatus.CHECKED_IN,)
REST = "rest"  # a bye of the schedule: worth nothing, asked for by nobody


@dataclass(frozen=True, slots=True)
class StageTable:
    """A stage's crosstable with its entries by number: the start number, or the seed where the field is fixed. `places`
    are the rows of a fixed field."""

    crosstable: Crosstable
    entries: dict[int, Entry]
    places: dict[int, StageEntry]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """What is supposed to stand otherwise: a match (its key, 0 for none) with another result, its margin as its first
    side sees it; a board of it (`board`) with other points of both sides; the margin corrections of entries (`margins`,
    by key)."""

    match: int = 0
    kind: str = ""
    points: tuple[int, int] = (0, 0)
    game_points: tuple[int, int] = (0, 0)
    games: tuple[int, int] | None = None
    margin: int = 0
    is_shutout: bool = False
    board: tuple[int, tuple[int, int]] | None = None
    margins: Mapping[int, int] = field(default_factory=dict)

    def revise(self, side: MatchSide) -> None:
        """Put the other result into a side that was read; nothing is saved."""
        if side.match_id != self.match:
            return
        side.points, side.game_points = self.points[side.order], self.game_points[side.order]
        side.games_won = self.games[side.order] if self.games else None
        side.margin = self.margin if side.order == 0 else -self.margin
        side.match.state, side.match.result_kind, side.match.is_shutout = MatchState.OVER, self.kind, self.is_shutout

    def margin_of(self, entry: Entry) -> int:
        """The margin correction of an entry."""
        return self.margins.get(entry.pk, entry.margin_correction)


def crosstable(
    stage: Stage, after: int | None = None, with_open: bool = False, revised: Revised | None = None
) -> StageTable:
    """The crosstable of a stage after its last closed round, or after an earlier one. `with_open` counts a running
    round too: those of its matches that have no result yet are meetings that ended in a tie, as far as a pairing is
    concerned that does not wait for them. With `revised` one match counts as it would with another result."""
    places = _places(stage)
    entries = {number: place.entry for number, place in places.items()} or entries_of(stage)
    table = points_table(stage.settings["points"])
    states = (*DONE, RoundState.RUNNING) if with_open else DONE
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
        found = team_tables.by_boards(found, stage, rounds, numbers, revised.board if revised else None)
    return StageTable(found, entries, places)


def _places(stage: Stage) -> dict[int, StageEntry]:
    if stage.source_id is None and not FORMATS[stage.format].is_fixed:
        return {}
    return {place.seed: place for place in stage.field.select_related("entry").prefetch_related(people("entry"))}


def has_dealer(stage: Stage) -> bool:
    """Does the first of a pair deal first here? In `dutch` and by Berger's tables; elsewhere they cut for it."""
    return stage.is_round_robin or stage.settings.get("system") == "dutch"


def entries_of(stage: Stage) -> dict[int, Entry]:
    """The entries of a stage without a fixed field by start number; before round 1 by the number they would get now.
    A stage that waits for another has none yet."""
    if stage.source_id is not None:
        return {}
    entries = stage.tournament.entries.prefetch_related(people())
    numbered = {entry.tpn: entry for entry in entries if entry.tpn is not None}
    if numbered or stage.rounds.exists():
        return dict(sorted(numbered.items()))
    waiting = [entry for entry in entries if entry.status not in (EntryStatus.WITHDRAWN, EntryStatus.WAITING)]
    waiting.sort(key=lambda entry: (-(entry.rating_at_entry or 0), entry.pk))
    return dict(enumerate(waiting, 1))


Found = tuple[MatchSide | None, MatchSide | None, Bye | None]


def _results(rounds: Sequence[Round], revised: Revised | None) -> dict[tuple[int, int], Found]:
    """Each entry's seat in each round: the own side, the other side, the bye."""
    seats = list(RoundSeat.objects.filter(round__in=rounds).select_related("bye", "side__match"))
    sides: dict[int, list[MatchSide]] = {}
    for seat in seats:
        if (side := getattr(seat, "side", None)) is not None:
            side.seat = seat
            if revised is not None:
                revised.revise(side)
            sides.setdefault(side.match_id, []).append(side)
    found: dict[tuple[int, int], Found] = {}
    for seat in seats:
        side, bye = getattr(seat, "side", None), getattr(seat, "bye", None)
        other = next((one for one in sides[side.match_id] if one.pk != side.pk), None) if side else None
        found[seat.entry_id, seat.round_id] = (side, other, bye)
    return found


def _result(found: Found | None, numbers: dict[int, int], table: PointsTable, has_dealers: bool) -> Result:
    """One side of a round. In `dutch` the first of a pair deals first; in `card` they cut for it, unnoted."""
    side, other, bye = found or (None, None, None)
    if side is not None and side.match.state != MatchState.OVER:
        return Result(kind=Kind.PLAYED, opponent=numbers[other.seat.entry_id] if other else 0, points=table.tie)
    if side is not None:
        return Result(
            kind=Kind(side.match.result_kind or Kind.PLAYED),
            opponent=numbers[other.seat.entry_id] if other else 0,
            points=side.points or 0,
            game_points=side.game_points or 0,
            margin=side.margin,
            games_won=int((side.points or 0) >= table.win) if side.games_won is None else side.games_won,
            is_shutout=side.match.is_shutout and (side.points or 0) >= table.win,
            is_first=side.order == 0 if has_dealers else None,
        )
    kind = bye.kind if bye and bye.kind != REST else Kind.ZERO
    return Result(kind=Kind(kind), points=table.bye(kind))
