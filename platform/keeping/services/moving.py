"""Move a site from one database to another: rows are copied as in a backup and its restore, but without a file."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from keeping.services import restoring
from keeping.tables import indexes, places, rows, schema
from keeping.tables.rows import Sum, Tell


def move(*, to: dict[str, Any], tell: Tell, alias: str = DEFAULT_DB_ALIAS) -> int:
    """Copy every row of the site into the empty database with the settings `to`, and compare all of them; returns their
    number. Raises KeepingError, and then leaves the other database as it was."""
    vendor = connections[alias].vendor
    with restoring.database_words(), places.snapshot(alias) as here, places.line(to) as target:
        schema.check_current(here)
        with places.all_or_nothing(target) as there:
            schema.prepared(there, schema.applied(here))
            shapes = {shape.name: shape for shape in rows.shapes()}
            sums: dict[str, Sum] = {}
            with indexes.afterwards(there):
                for name, shape in shapes.items():
                    sums[name] = rows.copied(shape, shape.read(here), there, tell, vendor=vendor)
                tell("Making the indexes, and comparing every row ...")
            last_ids = {name: shape.last_id(here) for name, shape in shapes.items()}
            restoring.finish(shapes, sums, last_ids, there, vendor=vendor)
    return sum(one.rows for one in sums.values())
