"""The form of packed plays: a table's log as columns of plain JSON, compressed. Pure but for the models' classes; what
reads and writes the rows is the logbook and `games.services.archive.packing`.

Format 1 is zlib over a JSON object with a list for each column, an item a play:

    seq, at   the difference to the play before (the first one's number; its microseconds since 1970)
    board, seat, kind, action, spent_ms, lag_ms   as in the rows
    by        whether the play names its user, who is that of its seat

Command ids are left out: they serve to answer a repeated command, and only while the table is played.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from typing import Any

import orjson

from games.models import Kind, PackedPlays, Play

FORMAT = 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
AS_IN_ROWS = ("board", "seat", "kind", "action", "spent_ms", "lag_ms")
COLUMNS = ("seq", "at", "by", *AS_IN_ROWS)
FIELDS = [field.attname for field in Play._meta.concrete_fields]
Users = Mapping[int, int]  # by seat, the key of who sits there
Wanted = Callable[[int, Mapping[str, Any]], bool]


class Damaged(ValueError):
    """The packed plays of a table are not what was packed; says so in a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the packed plays are not what was packed: {why}")


def stays(play: Play, users: Users) -> bool:
    """Does this play stay a row? Those of directors do, and those about lost entropy, because rows elsewhere refer to
    them and all tables are searched for them; also one by somebody who does not sit at its seat."""
    is_of_seat = play.by_id is None or (play.seat is not None and play.by_id == users.get(play.seat))
    return play.kind == Kind.DIRECTOR or play.action.get("do") == "lost" or not is_of_seat


def packed(table_id: int, plays: Sequence[Play]) -> PackedPlays:
    """The packed row for these plays (at least one) of a table, in order; it is not saved."""
    plain = orjson.dumps(_columns(plays))
    return PackedPlays(
        table_id=table_id,
        format=FORMAT,
        first_seq=plays[0].seq,
        last_seq=plays[-1].seq,
        count=len(plays),
        content=zlib.compress(plain, 9),
        digest=hashlib.sha256(plain).digest(),
    )


def unpacked(row: PackedPlays, users: Users, is_wanted: Wanted = lambda seq, action: True) -> list[Play]:
    """The plays of a packed row, in order, without command ids and keys of rows; only those that are wanted by number
    and action. Raises Damaged."""
    found = checked(row)
    seqs, times = list(accumulate(found["seq"])), accumulate(found["at"])
    if (seqs[0], seqs[-1], len(seqs)) != (row.first_seq, row.last_seq, row.count):
        raise Damaged(f"they are not {row.count} from {row.first_seq} to {row.last_seq}")
    return [
        _play(row.table_id, seq, at, users.get(values[1]) if is_named else None, *values)
        for seq, at, is_named, *values in zip(
            seqs, times, found["by"], *(found[name] for name in AS_IN_ROWS), strict=True
        )
        if is_wanted(seq, values[3])
    ]


def _play(
    table_id: int, seq: int, at: int, by: int | None,
    board: int, seat: int | None, kind: str, action: dict[str, Any], spent_ms: int, lag_ms: int,
) -> Play:  # fmt: skip
    """A play as if it were read from its row, which takes less than half the time of a new one."""
    return Play.from_db(
        None, FIELDS,
        [None, table_id, seq, None, board, seat, kind, action, by, EPOCH + at * MICROSECOND, spent_ms, lag_ms],
    )  # fmt: skip


def checked(row: PackedPlays) -> dict[str, list[Any]]:
    """The columns of a packed row, after comparing them with its digest. Raises Damaged."""
    if row.format != FORMAT:
        raise Damaged(f"this version does not know format {row.format}")
    try:
        plain = zlib.decompress(bytes(row.content))
    except zlib.error as error:
        raise Damaged(f"they cannot be unpacked ({error})") from error
    if hashlib.sha256(plain).digest() != bytes(row.digest):
        raise Damaged("a byte of them, or of their digest, has changed")
    found: dict[str, list[Any]] = orjson.loads(plain)
    return found


def _columns(plays: Sequence[Play]) -> dict[str, list[Any]]:
    columns = {name: [getattr(play, name) for play in plays] for name in AS_IN_ROWS}
    return {
        "seq": _steps(play.seq for play in plays),
        "at": _steps((play.at - EPOCH) // MICROSECOND for play in plays),
        "by": [int(play.by_id is not None) for play in plays],
        **columns,
    }


def _steps(numbers: Iterable[int]) -> list[int]:
    """The first number, and then how much larger each is than the one before."""
    found = list(numbers)
    return [*found[:1], *(later - earlier for earlier, later in pairwise(found))]
