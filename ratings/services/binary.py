"""Read and write PostgreSQL's binary COPY with whole columns at a time: rows of one width are an array of records."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from django.db import connection

Array = np.ndarray[Any, np.dtype[Any]]
HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
EPOCH = 946_684_800_000_000  # microseconds from 1970 to 2000, where PostgreSQL counts from
NULL = -1
ARRAY_HEADER = 20  # dimensions, nulls, kind, length, lower bound


def record(columns: Iterable[tuple[str, str | None]]) -> np.dtype[Any]:
    """The layout of a row of a binary COPY: the number of columns, then each with its length. None stands for a column
    that is null in all rows."""
    fields: list[tuple[str, str]] = [("columns", ">i2")]
    for name, kind in columns:
        fields += [(f"{name} length", ">i4"), *([(name, kind)] if kind else [])]
    return np.dtype(fields)


def copied_out(statement: str, values: Sequence[Any], columns: Sequence[tuple[str, str]]) -> Array:
    """The rows of `COPY (SELECT array_agg(...), ... ) TO STDOUT (FORMAT BINARY)`: for each column, by name, an array
    without nulls in the machine's own byte order. (One message for each row would cost the client more than all of the
    arithmetic.)"""
    with connection.cursor() as cursor, cursor.cursor.copy(statement, values) as copy:
        data = b"".join(copy)
    arrays, place = [], len(HEADER) + 2
    for _, kind in columns:
        length = int.from_bytes(data[place : place + 4], "big", signed=True)
        place += 4
        if length == NULL:  # the aggregate of no rows
            return np.zeros(0, [(name, kind.replace(">", "=")) for name, kind in columns])
        element = np.dtype([("length", ">i4"), ("value", kind)])
        count = (length - ARRAY_HEADER) // element.itemsize
        arrays.append(np.frombuffer(data, element, count, place + ARRAY_HEADER)["value"])
        place += length
    own = np.empty(len(arrays[0]), [(name, kind.replace(">", "=")) for name, kind in columns])
    for (name, _), array in zip(columns, arrays, strict=True):
        own[name] = array
    return own


def packed(columns: Sequence[tuple[str, str]], values: dict[str, Array | None], count: int) -> bytes:
    """Write `count` rows in the form of a binary COPY; a column that is None is null in every row."""
    shown = [(name, None if values[name] is None else kind) for name, kind in columns]
    rows = np.zeros(count, record(shown))
    rows["columns"] = len(columns)
    for name, kind in shown:
        rows[f"{name} length"] = NULL if kind is None else np.dtype(kind).itemsize
        if kind is not None:
            rows[name] = values[name]
    return rows.tobytes()


@contextmanager
def copying(table: str, columns: Iterable[str], *, frozen: bool = False) -> Iterator[Callable[[bytes], None]]:
    """During the block, yield a function that sends `packed` rows to the server, which stores them while the next are
    made. `frozen`: the table was created in this transaction, so nobody needs to check later who may see the rows."""
    options = "FORMAT BINARY, FREEZE" if frozen else "FORMAT BINARY"
    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN ({options})"
    with connection.cursor() as cursor, cursor.cursor.copy(statement) as copy:
        copy.write(HEADER)
        yield copy.write
        copy.write(TRAILER)
