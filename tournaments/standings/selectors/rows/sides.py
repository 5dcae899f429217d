"""Sides of matches as plain rows, for crosstables, brackets and ladders: as they are, or with a supposed change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from django.db.models import QuerySet

from tournaments.models import Entry, MatchSide, MatchState, Round, RoundSeat


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the keys of match, round and entry, and the result of this side; and of the whole match its
    table, its state, the kind of its result, its place in a bracket, and the order of the side that advances."""

    match: int
    round: int
    entry: int
    order: int
    points: int | None
    game_points: int | None
    games_won: int | None
    margin: int
    place: int | None
    is_absent: bool
    table_no: int
    state: str
    kind: str
    is_shutout: bool
    slot: str
    advances: int | None


COLUMNS = (
    *("match", "match__round", "seat__entry", "order", "points", "game_points", "games_won", "margin", "place"),
    *("is_absent", "match__table_no", "match__state", "match__result_kind", "match__is_shutout", "match__slot"),
    "match__advances",
)  # as the fields of Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCount:
    """The result of one side of a match, with the fields of a `MatchSide`."""

    points: int = 0
    game_points: int | None = 0
    games_won: int | None = None
    margin: int = 0
    place: int | None = None
    is_absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
    """A supposed change: a match (its key, 0 for none) with another result of its `sides`, in their order; a board of
    it (`board`) with other points of both sides; the margin corrections of entries (`margins`, by key)."""

    match: int = 0
    kind: str = ""
    sides: tuple[SideCount, ...] = ()
    is_shutout: bool = False
    board: tuple[int, tuple[int, ...]] | None = None
    margins: Mapping[int, int] = field(default_factory=dict)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side."""
        return tuple(side.points for side in self.sides)

    def side(self, side: Side) -> Side:
        """A side as it would be with the other result."""
        if side.match != self.match:
            return side
        counts = {one.name: getattr(self.sides[side.order], one.name) for one in fields(SideCount)}
        return replace(side, **counts, state=MatchState.OVER, kind=self.kind, is_shutout=self.is_shutout)

    def margin_of(self, entry: Entry) -> int:
        """The margin correction of an entry."""
        return self.margins.get(entry.pk, entry.margin_correction)


def seats_of(rounds: Sequence[Round], revised: Revised | None = None) -> tuple[list[Side], dict[tuple[int, int], str]]:
    """All seats of these rounds, read together: the sides of their matches, and the kinds of their byes (by entry and
    round)."""
    rows = RoundSeat.objects.filter(round__in=rounds).values_list(
        "entry", "round", "bye__kind", *(f"side__{name}" for name in COLUMNS)
    )
    sides, byes = [], {}
    for entry, rnd, kind, *side in rows:
        if side[0] is not None:
            sides.append(_side(side, revised))
        elif kind is not None:
            byes[entry, rnd] = kind
    return sides, byes


def sides_of(found: QuerySet[MatchSide], revised: Revised | None = None) -> list[Side]:
    """The sides of a query in its order. They are no models: a large field has thousands of them."""
    return [_side(row, revised) for row in found.values_list(*COLUMNS)]


def _side(row: Sequence[Any], revised: Revised | None) -> Side:
    side = Side(*row)
    return side if revised is None else revised.side(side)
