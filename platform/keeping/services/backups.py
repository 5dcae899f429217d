"""Make a backup: one file with everything that a site consists of."""

import logging
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections

from games.services.archive import soundness
from keeping.files import archive, belongings
from keeping.form import Manifest, Table, manifest
from keeping.tables import places, rows, schema
from keeping.tables.rows import Shape, Tell

logger = logging.getLogger(__name__)
NAME = "undercut-%Y-%m-%d-%H%M%S.backup"
PIECE = 4 << 20  # bytes of a part with rows, about


def file_name(now: datetime) -> str:
    """The name of a backup that is made now; sorted by name, backups are in the order of their times (UTC)."""
    return now.astimezone(UTC).strftime(NAME)


def back_up(
    path: Path, *, now: datetime, passphrase: str | None, tell: Tell, alias: str = DEFAULT_DB_ALIAS
) -> Manifest:
    """Write a backup of the site as it is now to `path`, encrypted if there is a passphrase; returns its manifest. Play
    goes on meanwhile. `tell` is called now and then with a line, which may be empty; it stops the backup by raising. A
    log that was damaged in the database is told, and kept as it is: an older backup may have it whole.
    Raises KeepingError, and then leaves no file."""
    with archive.written(path, passphrase) as out:
        beside = list(belongings.found())  # before the rows: every head that was noted is then among them
        with places.snapshot(alias) as there:
            schema.check_current(there)
            tables = tuple(_table(out, shape, there, tell) for shape in rows.shapes())
            migrations = schema.applied(there)
            for damage in soundness.damaged_logs(alias=there, alive=lambda: tell("")):
                logger.error("the backup holds a damaged log: %s", damage)
                tell(damage)
        for name, data in beside:
            out.add(name, data)
        made = Manifest(
            made_at=now.astimezone(UTC).isoformat(), version=version("undercut"), migrations=migrations,
            database=connections[alias].vendor, tables=tables, parts=tuple(out.parts),
        )  # fmt: skip
        out.add(manifest.NAME, manifest.written(made))
    return made


def _table(out: archive.Writer, shape: Shape, alias: str, tell: Tell) -> Table:
    count = 0

    def counted() -> Iterator[bytes]:
        nonlocal count
        for row in shape.lines(alias):
            count += 1
            if count % rows.FEW == 0:
                tell(f"{shape.name}: {count:,} rows")
            yield row

    for number, text in enumerate(_pieces(counted()), 1):
        out.add(manifest.part_of(shape.name, number), text)
        tell("")
    return Table(name=shape.name, columns=shape.columns, rows=count, last_id=shape.last_id(alias))


def _pieces(found: Iterable[bytes]) -> Iterator[bytes]:
    held: list[bytes] = []
    size = 0
    for row in found:
        held.append(row)
        size += len(row)
        if size >= PIECE:
            yield b"".join(held)
            held, size = [], 0
    if held:
        yield b"".join(held)
