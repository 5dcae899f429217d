"""The inputs of a run, read in the total order (finished_at, order_id) and in blocks: rated matches only."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Q, QuerySet

from ratings import systems
from ratings.models import Pool, RatedMatch
from ratings.services.binary import EPOCH, copied_out

Array = np.ndarray[Any, np.dtype[Any]]
BLOCK = 25_000  # matches; a checkpoint stands at the end of every full block
READ = 40 * BLOCK  # matches in memory at a time
KINDS = tuple(sorted(systems.RATED_KINDS))
COLUMNS = (
    *(("pk", ">i8"), ("order_id", ">i8"), ("at", ">i8"), ("a", ">i8"), ("b", ">i8"), ("score_a", ">f8")),
    *(("margin", ">i4"), ("deals", ">i4"), ("expected_deals", ">i4"), ("luck", ">f8"), ("kind", ">i4")),
)


@dataclass(frozen=True, slots=True)
class Block:
    """Rated matches that follow one another: `rows` by the names of COLUMNS (`at` in microseconds since 1970, no luck
    is nan, `kind` its place in KINDS)."""

    rows: Array

    def __len__(self) -> int:
        return len(self.rows)

    def matches(self) -> list[systems.RatedMatch]:
        """As the core takes them."""
        rows = self.rows
        luck = [None if value != value else value for value in rows["luck"].tolist()]
        columns = (
            *(rows["order_id"].tolist(), (rows["at"] / 1e6).tolist(), rows["a"].tolist(), rows["b"].tolist()),
            *(rows["score_a"].tolist(), rows["margin"].astype(float).tolist(), rows["deals"].tolist()),
            *(rows["expected_deals"].tolist(), luck, [KINDS[kind] for kind in rows["kind"].tolist()], [1] * len(rows)),
        )
        return list(map(systems.RatedMatch._make, zip(*columns, strict=True)))

    @property
    def last(self) -> tuple[datetime, int]:
        """Where its last match stands in the total order."""
        row = self.rows[-1]
        return moment(int(row["at"])), int(row["order_id"])


def moment(micros: int) -> datetime:
    """Microseconds since 1970 as a datetime, exactly."""
    return datetime.fromtimestamp(micros // 1_000_000, UTC).replace(microsecond=micros % 1_000_000)


def micros(moment: datetime) -> int:
    """A datetime as microseconds since 1970, exactly."""
    return round(moment.timestamp() * 1_000_000)


def blocks(pool: Pool, *, seq: int, after: tuple[datetime, int] | None, only_folded: bool = False) -> Iterator[Block]:
    """The rated matches after a place in the total order, of which `seq` come before; a block ends where `seq` is a
    multiple of BLOCK. `only_folded`: without those that wait."""
    while True:
        rows = _rows(pool, after, READ - seq % BLOCK, only_folded)
        start, room = 0, BLOCK - seq % BLOCK
        while start < len(rows):
            block = Block(rows[start : start + room])
            yield block
            start, room = start + room, BLOCK
        if len(rows) < READ - seq % BLOCK:
            return
        seq, after = seq + len(rows), Block(rows).last


def rated(matches: QuerySet[RatedMatch]) -> QuerySet[RatedMatch]:
    """Those that move ratings."""
    return matches.filter(annulled=False, weight__gt=0, kind__in=KINDS)


def _rows(pool: Pool, after: tuple[datetime, int] | None, most: int, only_folded: bool) -> Array:
    if connection.vendor == "postgresql":
        return _copied(pool, after, most, only_folded)
    matches = rated(pool.rated_matches.all()).order_by("finished_at", "order_id")
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
    """By binary COPY: half a microsecond of client time a match."""
    kinds = " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(KINDS))
    place = "AND (finished_at, order_id) > (%s, %s)" if after else ""
    place += " AND NOT is_pending" if only_folded else ""
    statement = f"""COPY (
        SELECT id, order_id, finished_at, a_id, b_id, score_a, margin, deals, expected_deals,
               COALESCE(luck, 'NaN'), CASE kind {kinds} END
        FROM ratings_ratedmatch
        WHERE pool_id = %s AND NOT annulled AND weight > 0 AND kind = ANY(%s) {place}
        ORDER BY finished_at, order_id LIMIT %s) TO STDOUT (FORMAT BINARY)"""
    rows = copied_out(statement, [pool.pk, list(KINDS), *(after or ()), most], COLUMNS)
    rows["at"] += EPOCH
    return rows
