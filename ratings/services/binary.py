"""PostgreSQL's binary COPY with whole columns at a time: rows of one width are an array of records, there and back."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from django.db import connection

Array = np.ndarray[Any, np.dtype[Any]]
HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
EPOCH = 946_684_800_000_000  # microseconds from 1970 to 2000, where PostgreSQL counts from
NULL = -1


def record(columns: Iterable[tuple[str, str | None]]) -> np.dtype[Any]:
    """A row of a binary COPY: the number of columns, then each with its length; None stands for a column that is null
    in all rows."""
    fields: list[tuple[str, str]] = [("columns", ">i2")]
    for name, kind in columns:
        fields += [(f"{name} length", ">i4"), *([(name, kind)] if kind else [])]
    return np.dtype(fields)


def copied_out(statement: str, values: Sequence[Any], columns: Sequence[tuple[str, str]]) -> Array:
    """The rows of a `COPY (SELECT ...) TO STDOUT (FORMAT BINARY)` without nulls, by name, in the machine's own order of
    bytes."""
    with connection.cursor() as cursor, cursor.cursor.copy(statement, values) as copy:
        data = b"".join(copy)
    rows = np.frombuffer(data, record(columns), offset=len(HEADER), count=_count(data, columns))
    own = np.empty(len(rows), [(name, kind.replace(">", "=")) for name, kind in columns])
    for name, _ in columns:
        own[name] = rows[name]
    return own


def packed(columns: Sequence[tuple[str, str]], values: dict[str, Array | None], count: int) -> bytes:
    """So many rows for a binary COPY; a column that is None is null in all of them."""
    shown = [(name, None if values[name] is None else kind) for name, kind in columns]
    rows = np.zeros(count, record(shown))
    rows["columns"] = len(columns)
    for name, kind in shown:
        rows[f"{name} length"] = NULL if kind is None else np.dtype(kind).itemsize
        if kind is not None:
            rows[name] = values[name]
    return rows.tobytes()


def copy_in(table: str, columns: Iterable[str], rows: bytes) -> None:
    """Write `packed` rows."""
    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.cursor.copy(statement) as copy:
        copy.write(HEADER + rows + TRAILER)


def _count(data: bytes, columns: Sequence[tuple[str, str]]) -> int:
    return (len(data) - len(HEADER) - len(TRAILER)) // record(columns).itemsize
