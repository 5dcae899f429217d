"""Write rows as lines and read them back. Each line is a JSON list of plain values, the same for every database."""

import json
from collections.abc import Iterator
from typing import Any

import orjson

from keeping.form.errors import Damaged

Plain = str | int | float | bool | None


def line(values: list[Plain]) -> bytes:
    """Write a row as a line."""
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def rows(text: bytes, width: int) -> Iterator[list[Plain]]:
    """Read the rows in these lines, each with `width` values; whole numbers have at most 64 bits. Raises Damaged."""
    for one in text.splitlines():
        try:
            values = _read(one)
        except ValueError as bad:
            raise Damaged("A row of the backup cannot be read.") from bad
        if not isinstance(values, list) or len(values) != width:
            raise Damaged("A row of the backup has not the columns of its table.")
        yield values


def _read(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:  # which does not know NaN and Infinity, as no standard of JSON does
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False).encode()  # half a character is one in no database: ValueError
        return found
