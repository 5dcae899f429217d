"""Restore a backup into an empty site, completely or not at all."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from keeping import form
from keeping.files import archive, belongings
from keeping.form import Manifest, Part, Table, lines, manifest
from keeping.tables import indexes, places, rows, schema
from keeping.tables.rows import Shape, Sum, Tell

Asked = Callable[[], str | None]  # gives the passphrase, when one is needed
Found = tuple[str, bytes]  # a part: its name, its bytes


def look_through(path: Path, *, passphrase: Asked) -> Manifest:
    """Read and check every byte of a backup; returns its manifest. Changes nothing. Raises KeepingError."""
    return _looked_through(path, passphrase)[0]


def kept_keys(path: Path, *, passphrase: Asked) -> dict[str, str]:
    """Check a backup and return its two keys, by the names of their settings. Raises KeepingError."""
    return _looked_through(path, passphrase)[1]


def restore(path: Path, *, passphrase: Asked, tell: Tell, alias: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Fill an empty site with the content of a backup: rows, keys, noted heads, uploads. A backup of an older version
    is migrated if the database has no tables yet. Raises KeepingError, and then changes nothing."""
    tell("Reading all of the file ...")
    said, keys, others = _looked_through(path, passphrase)
    manifest.check_version(said, schema.known(), version("undercut"))
    belongings.check_keys(keys)
    for part in others:
        _check_place(part)
    tell(f"Writing {said.rows():,} rows ...")
    with database_words(), belongings.placed() as place, places.all_or_nothing(alias) as there:
        kept = _write(path, passphrase, said, there, tell)
        for file, data in belongings.key_files(keys).items():
            place(file, data)
        for name, data in kept.items():
            place(belongings.destination(name), data)
    if set(said.migrations) != schema.known():
        schema.completed(alias)
    return said


@contextmanager
def database_words() -> Iterator[None]:
    """Turn errors of the database into DoesNotFit, whose one sentence says what it refused."""
    try:
        yield
    except DatabaseError as bad:
        reason = (str(bad).strip() or type(bad).__name__).splitlines()[0]
        raise form.DoesNotFit(f"The database does not take the rows, and is as it was: {reason}.") from bad


def finish(
    shapes: dict[str, Shape], sums: dict[str, Sum], last_ids: dict[str, int | None], alias: str, *, vendor: str
) -> None:
    """After all rows are written, which come from a database of this vendor, check references, set the next ids, and
    read every row again."""
    connections[alias].check_constraints()
    for name, shape in shapes.items():
        shape.count_on(alias, last_ids.get(name))
        rows.check(shape, sums.get(name) or Sum(), alias, vendor=vendor)


def _looked_through(path: Path, passphrase: Asked) -> tuple[Manifest, dict[str, str], list[Part]]:
    """The manifest and the keys of a backup, and its other parts that are not rows."""
    parts: list[Part] = []
    count: Counter[str] = Counter()
    kept: dict[str, bytes] = {}
    for name, data in archive.parts(path, passphrase):
        parts.append(_part(name, data))
        table = manifest.table_of(name)
        if table is not None:
            count[table] += data.count(b"\n")
        elif name in (manifest.NAME, belongings.KEYS):
            kept[name] = data
    if not parts or parts[-1].name != manifest.NAME:
        raise form.NotABackup("The file is no backup of Undercut: it has no manifest.")
    said = manifest.read(kept[manifest.NAME])
    manifest.check_parts(said, parts[:-1], count)
    others = [part for part in parts[:-1] if manifest.table_of(part.name) is None and part.name not in kept]
    return said, belongings.keys(kept.get(belongings.KEYS, b"")), others


def _check_place(part: Part) -> None:
    """Raise NotEmpty if another file is in the place of this part. The same file may be there, left by a restore that
    was killed at its end."""
    path = belongings.destination(part.name)
    if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != part.sha256:
        raise form.NotEmpty(f"The site is not empty ({path} is there): only an empty one takes a backup.")


def _write(path: Path, passphrase: Asked, said: Manifest, alias: str, tell: Tell) -> dict[str, bytes]:
    """Write all rows to the database and check them; returns the parts of the backup that are files."""
    apps = schema.prepared(alias, said.migrations)
    tables = {table.name: table for table in said.tables}
    shapes = {shape.name: _ordered(shape, tables) for shape in rows.shapes(apps)}
    sums: dict[str, Sum] = {}
    files: dict[str, bytes] = {}
    with indexes.afterwards(alias):
        for table, found in groupby(_again(path, passphrase, said), lambda part: manifest.table_of(part[0])):
            if table is None:
                files |= dict(found)
            elif table not in shapes:
                raise form.DoesNotFit(f"The backup has the table {table}, which this site does not know.")
            else:
                width = len(tables[table].columns)
                every = (row for _name, data in found for row in lines.rows(data, width))
                sums[table] = rows.copied(shapes[table], every, alias, tell, vendor=said.database)
        tell("Making the indexes, and comparing every row ...")
    finish(shapes, sums, {table.name: table.last_id for table in said.tables}, alias, vendor=said.database)
    if set(said.migrations) != schema.known():
        tell(f"Bringing the tables of version {said.version} up to this one ...")
        schema.brought_up(alias)
    del files[belongings.KEYS], files[manifest.NAME]
    return files


def _ordered(shape: Shape, tables: dict[str, Table]) -> Shape:
    """The table with its columns in the order of the backup. Raises DoesNotFit if the backup has other columns."""
    columns = tables[shape.name].columns if shape.name in tables else ()
    if set(columns) != set(shape.columns):
        raise form.DoesNotFit(f"The table {shape.name} of the backup has other columns than that of this site.")
    return Shape(shape.model, [column.name for column in columns])


def _again(path: Path, passphrase: Asked, said: Manifest) -> Iterator[Found]:
    """The parts again, each checked once more, because the file may have changed since it was checked."""
    expected = iter(said.parts)
    for name, data in archive.parts(path, passphrase):
        if name != manifest.NAME and _part(name, data) != next(expected, None):
            raise form.Damaged("The backup was changed while it was read.")
        yield name, data
    if next(expected, None) is not None:
        raise form.Damaged("The backup was changed while it was read.")


def _part(name: str, data: bytes) -> Part:
    return Part(name, len(data), hashlib.sha256(data).hexdigest())
