"""PostgreSQL's own way to take and give many rows: COPY, in its text format. What was written and what is read back
are compared as lines of that format."""

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from django.db import connections

from keeping import form
from keeping.form import Column, Plain
from keeping.tables import columns

AT_ONCE = 2000  # rows
SHORT = 200  # characters of a JSON text that is worth remembering
NULL = r"\N"
ESCAPES = {"\\": r"\\", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\v": r"\v"}
PLAIN = {escape: char for char, escape in ESCAPES.items()}
ODD = re.compile(r"[\\\b\f\n\r\t\v]")
ESCAPED = re.compile(r"\\.")
FORMS = "SET LOCAL TIME ZONE 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL bytea_output = 'hex'"

Values = Sequence[Any]
Texts = Sequence[str]


def write(
    alias: str, table: str, of: Sequence[Column], rows: Iterable[Sequence[Plain]], is_own: bool
) -> Iterator[list[bytes]]:
    """Add plain rows to a table; yields some at a time, as lines to compare with those of `read`. `is_own`: the rows
    come from PostgreSQL, which writes JSON in one way."""
    line, left, loose = connections[alias], iter(rows), _loose(of, is_own)
    quote = line.ops.quote_name
    into = f"COPY {quote(table)} ({_names(alias, of)}) FROM STDIN"
    with line.wrap_database_errors, line.cursor() as cursor, cursor.copy(into) as copy:
        while some := list(islice(left, AT_ONCE)):
            values: list[Values] = list(zip(*some, strict=True))
            cells = [_column(table, column, found) for column, found in zip(of, values, strict=True)]
            data = _data(cells)
            copy.write(data)
            for at in loose:
                cells[at] = _filled(values[at], LOOSE[of[at].kind])
            yield (_data(cells) if loose else data).splitlines(keepends=True)


def read(alias: str, table: str, of: Sequence[Column], is_own: bool) -> Iterator[list[bytes]]:
    """The rows of a table, in no order, some at a time."""
    line, loose = connections[alias], _loose(of, is_own)
    with line.wrap_database_errors, line.cursor() as cursor:
        cursor.execute(FORMS)
        every = f"SELECT {_names(alias, of)} FROM {line.ops.quote_name(table)}"  # which may be in parts
        with cursor.copy(f"COPY ({every}) TO STDOUT") as copy:
            pieces = iter(copy)  # a row each
            while some := list(islice(pieces, AT_ONCE)):
                yield _loosened(some, of, loose) if loose else some


def backed_up(alias: str, table: str, of: Sequence[Column], keys: Sequence[str]) -> Iterator[bytes]:
    """The rows of a table in the order of their keys, each as a line of a backup (`form.lines`), which PostgreSQL
    writes itself."""
    line = connections[alias]
    quote = line.ops.quote_name
    values = ", ".join(f"coalesce({JSON[column.kind].format(quote(column.name))}, 'null')" for column in of)
    order = ", ".join(map(quote, keys))
    every = f"SELECT '[' || concat_ws(',', {values}) || ']' FROM {quote(table)} ORDER BY {order}"
    with line.wrap_database_errors, line.cursor() as cursor:
        cursor.execute(FORMS)
        with cursor.copy(f"COPY ({every}) TO STDOUT") as copy:
            for row in copy:
                yield bytes(row).replace(rb"\\", b"\\")  # JSON has nothing else that COPY escapes


def _names(alias: str, of: Sequence[Column]) -> str:
    return ", ".join(connections[alias].ops.quote_name(column.name) for column in of)


def _loose(of: Sequence[Column], is_own: bool) -> list[int]:
    """The columns whose values come back in other letters than those in which they were sent."""
    kinds = LOOSE.keys() - ({"json"} if is_own else set())
    return [at for at, column in enumerate(of) if column.kind in kinds]


def _data(cells: Sequence[Texts]) -> bytes:
    return ("\n".join(map("\t".join, zip(*cells, strict=True))) + "\n").encode()


def _column(table: str, column: Column, values: Values) -> Texts:
    try:
        return _filled(values, TEXTS[column.kind])
    except (TypeError, ValueError, AttributeError) as bad:
        raise form.DoesNotFit(f"The database does not take the rows: {table}.{column.name} is {column.kind}.") from bad


def _filled(values: Values, texts: Callable[[Values], Texts]) -> Texts:
    """The texts of a column that may have empty values."""
    if None not in values:
        return texts(values)
    there = iter(texts([value for value in values if value is not None]))
    return [NULL if value is None else next(there) for value in values]


def _loosened(rows: list[bytes], of: Sequence[Column], loose: list[int]) -> list[bytes]:
    lines = b"".join(rows).decode()[:-1].split("\n")
    cells: list[Texts] = list(zip(*(line.split("\t") for line in lines), strict=True))
    for at in loose:
        plain = [None if cell == NULL else _unescaped(cell) for cell in cells[at]]
        cells[at] = _filled(plain, LOOSE[of[at].kind])
    return _data(cells).splitlines(keepends=True)


def _unescaped(cell: str) -> str:
    return ESCAPED.sub(lambda found: PLAIN[found[0]], cell) if "\\" in cell else cell


def _escaped(values: Values) -> Texts:
    if ODD.search("".join(values)) is None:
        return values
    return [ODD.sub(lambda found: ESCAPES[found[0]], value) for value in values]


def _moments(values: Values) -> Texts:
    """Times as PostgreSQL writes them, whose fraction of a second has no zeros at its end."""
    return [f"{_time(value.removesuffix('+00:00')).replace('T', ' ')}+00" for value in values]


def _time(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=1 << 16)
def _short_json(text: str) -> str:
    return _json(text)


def _json(text: str) -> str:
    return json.dumps(columns.canonical(text), sort_keys=True)


def _as(turn: Callable[[Any], str]) -> Callable[[Values], Texts]:
    return lambda values: list(map(turn, values))


TEXTS: dict[str, Callable[[Values], Texts]] = {  # by the kind of a column
    "whole": _as(str),
    "truth": lambda values: ["t" if value else "f" for value in values],
    "real": _as(repr),
    "text": _escaped,
    "json": _escaped,
    "moment": _moments,
    "day": _as(str),
    "time": _as(_time),
    "uuid": _as(str),
    "bytes": lambda values: [f"\\\\x{b64decode(value).hex()}" for value in values],
}
FRACTION = "CASE to_char({0}, 'US') WHEN '000000' THEN '' ELSE to_char({0}, '.US') END"
JSON = {  # by the kind of a column: what makes JSON of its value, as `columns` makes it plain
    **dict.fromkeys(("text", "day", "uuid"), "to_json({0})::text"),
    "moment": f"""'"' || to_char({{0}}, 'YYYY-MM-DD"T"HH24:MI:SS') || {FRACTION} || '+00:00"'""",
    "time": f"""'"' || to_char({{0}}, 'HH24:MI:SS') || {FRACTION} || '"'""",
    **dict.fromkeys(("whole", "truth"), "{0}::text"),
    "real": "CASE WHEN {0}::text ~ '^-?[0-9]+$' THEN {0}::text || '.0' ELSE {0}::text END",
    "json": "to_json({0}::text)::text",
    "bytes": """'"' || replace(encode({0}, 'base64'), E'\\n', '') || '"'""",
}
LOOSE: dict[str, Callable[[Values], Texts]] = {  # kinds whose values come back in other letters: what is compared
    "real": lambda values: [repr(float(value)) for value in values],
    "json": lambda values: [_short_json(value) if len(value) < SHORT else _json(value) for value in values],
}
