"""The inputs of a run: rated matches only, read in blocks in the total order (finished_at, order_id)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Q, QuerySet

from ratings import systems
from ratings.models import Pool, RatedMatch, RatedSeat
from ratings.selectors import pools
from ratings.services.binary import EPOCH, copied_out
from ratings.systems import Place
from ratings.systems.lists.tracks import POOL, TRACKS, Track
from ratings.systems.sides import opponents

Array = np.ndarray[Any, np.dtype[Any]]
BLOCK = 25_000  # matches; a checkpoint stands at the end of every full block
READ = 40 * BLOCK  # matches in memory at a time
KINDS = ("abandoned", "adjusted", "casual", "played", "duplicate")  # their places are in digests: new ones at the end
COLUMNS = (
    *(("pk", ">i8"), ("order_id", ">i8"), ("at", ">i8"), ("a", ">i8"), ("b", ">i8"), ("score_a", ">f8")),
    *(("margin", ">i4"), ("deals", ">i4"), ("expected_deals", ">i4"), ("luck", ">f8"), ("kind", ">i4")),
)
NAMES = np.array(KINDS, "S12")
LINE = np.dtype(
    [
        *(("order_id", ">i8"), ("at", ">i8"), ("a", ">i8"), ("b", ">i8"), ("score_a", ">f8"), ("margin", ">f8")),
        *(("deals", ">i8"), ("expected_deals", ">i8"), ("luck", ">f8"), ("kind", "S12")),
    ]
)


SIDES = np.dtype(
    [("at", "i8"), ("player", "i8"), ("opponent", "i8"), ("margin", "i8"), ("luck", "f8")]
)  # opponent 0: there is no one opponent
SEATS_AT_ONCE = 1000  # matches whose seats are asked for together


@dataclass(frozen=True, slots=True)
class Block:
    """A block of consecutive rated matches: `rows` by the names of COLUMNS (`at` in microseconds since 1970, unknown
    luck is nan, `kind` is its index in KINDS), and, if some are of more than two, the `seats` of each (of two:
    none)."""

    rows: Array
    seats: Sequence[tuple[Place, ...]] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, start: int, end: int) -> "Block":
        """The matches from index `start` to before `end`."""
        return Block(self.rows[start:end], self.seats[start:end])

    def columns(self) -> systems.Columns:
        """The matches in the form of the pure core."""
        rows = self.rows
        luck = rows["luck"].astype(object)
        luck[np.isnan(rows["luck"])] = None
        return systems.Columns(
            id=rows["order_id"].tolist(),
            finished_at=(rows["at"] / 1e6).tolist(),
            a=rows["a"].tolist(),
            b=rows["b"].tolist(),
            score_a=rows["score_a"].tolist(),
            margin=rows["margin"].astype(float).tolist(),
            deals=rows["deals"].tolist(),
            expected_deals=rows["expected_deals"].tolist(),
            luck=luck.tolist(),
            kind=np.array(KINDS, object)[rows["kind"]].tolist(),
            seats=self.seats,
        )

    @property
    def lines(self) -> bytes:
        """The `systems.line` of each match, in order."""
        lines = np.empty(len(self), LINE)
        for name in LINE.names or ():
            lines[name] = NAMES[self.rows["kind"]] if name == "kind" else self.rows[name]
        if not self.seats:
            return lines.tobytes()
        return b"".join(row.tobytes() + systems.seat_lines(seats) for row, seats in zip(lines, self.seats, strict=True))

    def sides(self) -> Array:
        """One row for every player in every match, in the order of a system's figures: the index of the match in the
        block, the player, the one opponent, and margin and luck from the player's side."""
        rows = self.rows
        found = np.empty(2 * len(self), SIDES)
        for way, (own, other) in enumerate((("a", "b"), ("b", "a"))):
            found["player"][way::2], found["opponent"][way::2] = rows[own], rows[other]
            for name in ("margin", "luck"):
                found[name][way::2] = -rows[name] if way else rows[name]
        found["at"] = np.repeat(np.arange(len(self)), 2)
        if not self.seats:
            return found
        of_two = found.tolist()
        return np.array([row for at, seats in enumerate(self.seats) for row in (
            [(at, one.player, 0, one.margin, np.nan) for one in seats] or of_two[2 * at : 2 * at + 2]
        )], SIDES)  # fmt: skip

    def meetings(self) -> tuple[Array, Array]:
        """The pairs of players who met, each once or more."""
        a, b = self.rows["a"], self.rows["b"]
        if not self.seats:
            return a, b
        several = [pair for seats in self.seats for pair in opponents(seats)]
        of_two = ~np.fromiter(map(bool, self.seats), bool)
        more = np.array(several, np.int64).reshape(-1, 2)
        return np.concatenate([a[of_two], more[:, 0]]), np.concatenate([b[of_two], more[:, 1]])

    @property
    def last(self) -> tuple[datetime, int]:
        """The position of its last match in the total order."""
        row = self.rows[-1]
        return moment(int(row["at"])), int(row["order_id"])


def moment(micros: int) -> datetime:
    """Microseconds since 1970 as a datetime, exactly."""
    return datetime.fromtimestamp(micros // 1_000_000, UTC).replace(microsecond=micros % 1_000_000)


def micros(moment: datetime) -> int:
    """A datetime as microseconds since 1970, exactly."""
    return round(moment.timestamp() * 1_000_000)


def reads(
    pool: Pool, *, seq: int, after: tuple[datetime, int] | None, only_folded: bool = False
) -> Iterator[list[Block]]:
    """Read the rated matches after a position in the total order, which `seq` matches precede; yields the blocks of one
    query at a time. A block ends where `seq` is a multiple of BLOCK. `only_folded`: without those that wait."""
    is_several = pools.is_of_several(pool.beside or pool)
    while True:
        most = READ - seq % BLOCK
        rows = _rows(pool, after, most, only_folded)
        if len(rows):
            ends = [*range(BLOCK - seq % BLOCK, len(rows), BLOCK), len(rows)]
            whole = Block(rows, _seats(rows["pk"].tolist()) if is_several else ())
            yield [whole.part(start, end) for start, end in zip([0, *ends], ends, strict=False)]
        if len(rows) < most:
            return
        seq, after = seq + len(rows), Block(rows).last


def seats_of(matches: Sequence[int]) -> dict[int, tuple[Place, ...]]:
    """The seats of those matches (rows) that are of more than two."""
    found: dict[int, list[Place]] = {}
    for start in range(0, len(matches), SEATS_AT_ONCE):
        rows = RatedSeat.objects.filter(match__in=matches[start : start + SEATS_AT_ONCE]).order_by("match_id", "seat")
        for match, *place in rows.values_list("match_id", "player_id", "side", "place", "margin"):
            found.setdefault(match, []).append(Place(*place))
    return {match: tuple(places) for match, places in found.items()}


def _seats(matches: Sequence[int]) -> list[tuple[Place, ...]]:
    found = seats_of(matches)
    return [found.get(match, ()) for match in matches]


def rated(pool: Pool) -> QuerySet[RatedMatch]:
    """The matches that change the pool's ratings; a list beside a pool takes some of that pool's matches."""
    track = track_of(pool)
    matches = RatedMatch.objects.filter(pool=pool.beside_id or pool.pk, kind__in=track.kinds)
    matches = matches.filter(annulled=False, over_limit=False, weight__gt=0)
    return matches.exclude(luck=None) if track.needs_luck else matches


def track_of(pool: Pool) -> Track:
    """The track of the pool, which says which matches it rates."""
    return TRACKS[pool.track] if pool.track else POOL


def _rows(pool: Pool, after: tuple[datetime, int] | None, most: int, only_folded: bool) -> Array:
    if connection.vendor == "postgresql":
        return _copied(pool, after, most, only_folded)
    matches = rated(pool).order_by("finished_at", "order_id")
    matches = matches.filter(is_pending=False) if only_folded else matches
    if after is not None:
        at, order_id = after
        matches = matches.filter(Q(finished_at__gt=at) | Q(finished_at=at, order_id__gt=order_id))
    names = ("pk", "order_id", "finished_at", "a_id", "b_id", "score_a", "margin", "deals", "expected_deals", "luck")
    rows = [
        (pk, order_id, micros(at), *rest, np.nan if luck is None else luck, KINDS.index(kind))
        for pk, order_id, at, *rest, luck, kind in matches.values_list(*names, "kind")[:most]
    ]
    return np.array(rows, dtype=list(COLUMNS))


def _copied(pool: Pool, after: tuple[datetime, int] | None, most: int, only_folded: bool) -> Array:
    """Read matches by binary COPY, in arrays of whole columns."""
    kinds = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(KINDS))
    place = "AND (finished_at, order_id) > (%s, %s)" if after else ""
    place += " AND NOT is_pending" if only_folded else ""
    track = track_of(pool)
    place += " AND luck IS NOT NULL" if track.needs_luck else ""
    statement = f"""COPY (
        SELECT array_agg(id), array_agg(order_id), array_agg(finished_at), array_agg(a_id), array_agg(b_id),
               array_agg(score_a), array_agg(margin), array_agg(deals), array_agg(expected_deals),
               array_agg(COALESCE(luck, 'NaN')), array_agg(CASE kind {kinds} END)
        FROM (SELECT * FROM ratings_ratedmatch
              WHERE pool_id = %s AND NOT annulled AND NOT over_limit AND weight > 0 AND kind = ANY(%s) {place}
              ORDER BY finished_at, order_id LIMIT %s) AS rated) TO STDOUT (FORMAT BINARY)"""
    rows = copied_out(statement, [pool.beside_id or pool.pk, sorted(track.kinds), *(after or ()), most], COLUMNS)
    rows["at"] += EPOCH
    return rows
