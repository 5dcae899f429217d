"""Read and write all rows of a table, for backups, restores and moves between databases."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.apps import apps as all_apps
from django.db import connections
from django.db.models import AutoField, Field, Model, TextField
from django.db.models.functions import Cast

from keeping import form
from keeping.form import Column, Plain
from keeping.tables import columns, copying

AT_ONCE = 2000  # rows
FEW = 25_000  # rows of a table that need no word of their own
Row = list[Plain]
Lines = Sequence[str] | Sequence[bytes]
Tell = Callable[[str], None]


class Shape:
    """A table for reading and writing, with its columns in the order of the model, or in `order`."""

    def __init__(self, model: type[Model], order: Sequence[str] | None = None) -> None:
        self.model, self.name = model, model._meta.db_table
        self.fields: list[Field[Any, Any]] = [
            field for field in model._meta.local_concrete_fields if not getattr(field, "generated", False)
        ]
        if order is not None:
            self.fields.sort(key=lambda field: order.index(str(field.column)))
        self.kinds = [columns.kind(field) for field in self.fields]
        self.columns = tuple(
            Column(str(field.column), kind.name) for field, kind in zip(self.fields, self.kinds, strict=True)
        )

    def read(self, alias: str) -> Iterator[Row]:
        """Read all rows, ordered by primary key."""
        chosen = [
            Cast(field.attname, TextField()) if kind is columns.JSON else field.attname
            for field, kind in zip(self.fields, self.kinds, strict=True)
        ]
        keys = [field.attname for field in self.model._meta.pk_fields]
        found = self.model._base_manager.using(alias).order_by(*keys).values_list(*chosen)
        outs = [None if kind.out is columns.same else kind.out for kind in self.kinds]
        for row in found.iterator(chunk_size=AT_ONCE):
            yield [value if value is None or out is None else out(value) for value, out in zip(row, outs, strict=True)]

    def lines(self, alias: str) -> Iterator[bytes]:
        """All rows as lines of a backup, ordered by primary key."""
        if connections[alias].vendor == "postgresql":
            keys = [str(field.column) for field in self.model._meta.pk_fields]
            return copying.backed_up(alias, self.name, self.columns, keys)
        return map(form.line, self.read(alias))

    def write(self, alias: str, rows: Iterable[Row], vendor: str) -> Iterator[Lines]:
        """Add rows that come from a database of this vendor; yields some at a time, as lines that `written` gives,
        too."""
        line = connections[alias]
        if line.vendor == "postgresql":
            yield from copying.write(alias, self.name, self.columns, rows, vendor == line.vendor)
            return
        quote = line.ops.quote_name
        names = ", ".join(quote(str(field.column)) for field in self.fields)
        into = f"INSERT INTO {quote(self.name)} ({names}) VALUES ({', '.join('%s' for _ in self.fields)})"
        to_field = [self._setter(field, kind, line) for field, kind in zip(self.fields, self.kinds, strict=True)]
        left = iter(rows)
        with line.cursor() as cursor:
            while some := list(islice(left, AT_ONCE)):
                cursor.executemany(into, [[to(v) for to, v in zip(to_field, row, strict=True)] for row in some])
                yield [self.plain(row) for row in some]

    def written(self, alias: str, vendor: str) -> Iterator[Lines]:
        """The rows as lines to compare, some at a time and in no order."""
        if connections[alias].vendor == "postgresql":
            yield from copying.read(alias, self.name, self.columns, vendor == "postgresql")
            return
        found = self.read(alias)
        while some := [self.plain(row) for row in islice(found, AT_ONCE)]:
            yield some

    def last_id(self, alias: str) -> int | None:
        """The last id that the database gave out, even if its row is deleted; None if it gave out none."""
        column = self._counted()
        if column is None:
            return None
        line = connections[alias]
        with line.cursor() as cursor:
            if line.vendor == "postgresql":
                cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [line.ops.quote_name(self.name), column])
                cursor.execute(f"SELECT last_value FROM {cursor.fetchone()[0]} WHERE is_called")
            else:
                cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s AND seq > 0", [self.name])
            found = cursor.fetchone()
        return int(found[0]) if found else None

    def count_on(self, alias: str, last_id: int | None) -> None:
        """Make the next id follow `last_id` and the highest id of the rows."""
        column = self._counted()
        if column is None:
            return
        line = connections[alias]
        with line.cursor() as cursor:
            cursor.execute(f"SELECT MAX({line.ops.quote_name(column)}) FROM {line.ops.quote_name(self.name)}")
            last = max(last_id or 0, cursor.fetchone()[0] or 0)
            if line.vendor == "postgresql":
                where = "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)"
                cursor.execute(where, [line.ops.quote_name(self.name), column, max(last, 1), last > 0])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [self.name])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [self.name, last])

    def plain(self, row: Row) -> str:
        """A row as text to compare."""
        values = (
            columns.canonical(str(value)) if value is not None and kind is columns.JSON else value
            for value, kind in zip(row, self.kinds, strict=True)
        )
        return json.dumps(list(values), sort_keys=True)

    def _counted(self) -> str | None:
        """The column whose ids the database gives out, if there is one."""
        return next((str(field.column) for field in self.fields if isinstance(field, AutoField)), None)

    def _setter(self, field: "Field[Any, Any]", kind: columns.Kind, line: Any) -> Callable[[Plain], Any]:
        """The function that turns a plain value of this column into a parameter for this database."""
        if kind is columns.JSON:
            return _as_django_writes
        if kind.out is columns.same:
            return columns.same
        return lambda value: None if value is None else field.get_db_prep_value(kind.back(value), line, prepared=False)


class Sum:
    """A checksum of lines that does not depend on their order. It finds what a database changes, within one process; it
    is no seal."""

    def __init__(self) -> None:
        self.rows = self._sum = 0

    def add(self, lines: Lines) -> None:
        """Add these lines."""
        self.rows += len(lines)
        self._sum += sum(map(hash, lines))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]  # it changes


def shapes(apps: Any = all_apps) -> list[Shape]:
    """All tables of the site, by name."""
    found = {
        model._meta.db_table: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    return [Shape(model) for _name, model in sorted(found.items())]


def copied(shape: Shape, rows: Iterable[Row], alias: str, tell: Tell, *, vendor: str) -> Sum:
    """Write all rows of a table, from a database of this vendor; returns the checksum of what was written."""
    seen = Sum()
    for lines in shape.write(alias, rows, vendor):
        before = seen.rows
        seen.add(lines)
        if seen.rows // FEW > before // FEW:
            tell(f"{shape.name}: {seen.rows:,} rows")
    return seen


def check(shape: Shape, seen: Sum, alias: str, *, vendor: str) -> None:
    """Raise DoesNotFit if the database does not give every row back as it was written."""
    there = Sum()
    for lines in shape.written(alias, vendor):
        there.add(lines)
    if there != seen:
        raise form.DoesNotFit(f"The table {shape.name} does not come back from the database as it was written.")


def _as_django_writes(text: Plain) -> Plain:
    return None if text is None else json.dumps(json.loads(str(text)))
