"""Tables of three and more as plain facts: the seats' results in a round, and the seating."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import MatchState, PodSeat, Round
from tournaments.pairing import Kind, PointsTable, Result
from tournaments.standings.selectors.rows.sides import Revised

COLUMNS = (
    *("pod", "pod__round", "seat__entry", "order", "place", "points", "score", "settlement", "is_absent"),
    *("pod__state", "pod__result_kind"),
)  # as the fields of Chair


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat of a table: keys of table, round and entry, the seat's result, and the state and kind of result of
    the table."""

    pod: int
    round: int
    entry: int
    order: int
    place: int | None
    points: int | None
    score: int | None
    settlement: int | None
    is_absent: bool
    state: str
    kind: str


Tables = Mapping[int, Sequence[Sequence[Chair]]]  # of each round by table, each in the order of its seats


def tables_in(rounds: Sequence[Round], revised: Revised | None = None) -> Tables:
    """The tables of these rounds, by the keys of these; with a `revised` table as it would be."""
    rows = PodSeat.objects.filter(pod__round__in=rounds).order_by("pod__round__number", "pod__table_no", "order")
    found: dict[int, dict[int, list[Chair]]] = {rnd.pk: {} for rnd in rounds}
    for row in rows.values_list(*COLUMNS):
        chair = _revised(Chair(*row), revised)
        found[chair.round].setdefault(chair.pod, []).append(chair)
    return {key: tuple(tables.values()) for key, tables in found.items()}


def results(tables: Tables, numbers: Mapping[int, int], table: PointsTable) -> dict[tuple[int, int], Result]:
    """The result of each seat by entry and round; `numbers` gives the number of each entry. A table without a result
    counts as a meeting that gave everybody the middle, as far as a pairing is concerned that does not wait for it."""
    return {
        (chair.entry, chair.round): _result(chair, chairs, numbers, table)
        for found in tables.values()
        for chairs in found
        for chair in chairs
    }


def seated(tables: Tables, numbers: Mapping[int, int]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The seating by number: of each round the tables in the order of their seats."""
    return tuple(
        tuple(tuple(numbers[chair.entry] for chair in chairs) for chairs in found) for found in tables.values()
    )


def _result(chair: Chair, chairs: Sequence[Chair], numbers: Mapping[int, int], table: PointsTable) -> Result:
    present = [other for other in chairs if other is not chair and not other.is_absent]
    if chair.state != MatchState.OVER:
        return Result(kind=Kind.PLAYED, points=table.pab, others=tuple((numbers[one.entry], 0) for one in present))
    kind = Kind.FORFEIT if chair.is_absent else Kind(chair.kind or Kind.PLAYED)
    return Result(
        kind=kind,
        points=chair.points or 0,
        game_points=chair.score or 0,
        margin=chair.settlement or 0,
        games_won=int(chair.place == 1),
        place=chair.place or 0,
        others=() if chair.is_absent else tuple((numbers[one.entry], one.place or 0) for one in present),
    )


def _revised(chair: Chair, revised: Revised | None) -> Chair:
    if revised is None or revised.pod != chair.pod:
        return chair
    seat = revised.seats[chair.order]
    return replace(
        chair,
        place=seat.place,
        points=seat.points,
        score=seat.score,
        settlement=seat.settlement,
        is_absent=seat.is_absent,
        state=MatchState.OVER,
        kind=revised.kind,
    )
