"""The manifest of a backup: its version, the migrations of its database, its tables, and the checksum of every part."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any

from keeping.form.errors import Damaged, NotABackup, OtherVersion

NAME = "manifest.json"
FORM = "undercut-backup/1"
ROWS = "rows"  # the folder of the tables

Migration = tuple[str, str]  # app, name


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table and the format of its values."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: its columns in the order of the rows' values, its number of rows, and the last id that it gave out."""

    name: str
    columns: tuple[Column, ...]
    rows: int
    last_id: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """A file in the backup: its size in bytes and its SHA-256."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The content of a backup."""

    made_at: str
    version: str
    database: str
    migrations: tuple[Migration, ...]
    tables: tuple[Table, ...]
    parts: tuple[Part, ...]

    def rows(self) -> int:
        """The number of rows in all tables."""
        return sum(table.rows for table in self.tables)


def written(manifest: Manifest) -> bytes:
    """The manifest as JSON."""
    return json.dumps({"form": FORM, **asdict(manifest)}, indent=1, ensure_ascii=False).encode()


def read(text: bytes) -> Manifest:
    """Read the manifest of a backup. Raises NotABackup, and OtherVersion for a format that is newer."""
    try:
        said = json.loads(text)
        form = said["form"]
    except (ValueError, TypeError, KeyError) as bad:
        raise NotABackup("The file is no backup of Undercut: its manifest cannot be read.") from bad
    if form != FORM:
        raise OtherVersion("The backup was made by a newer version of Undercut: update this site first.")
    try:
        return _manifest(said)
    except (ValueError, TypeError, KeyError) as bad:
        raise NotABackup("The file is no backup of Undercut: its manifest cannot be read.") from bad


def part_of(table: str, number: int) -> str:
    """The name of a part that holds rows of a table; the parts of a table are numbered from 1."""
    return f"{ROWS}/{table}/{number:06}.jsonl"


def table_of(part: str) -> str | None:
    """The table whose rows a part holds; None for a part without rows."""
    words = part.split("/")
    return words[1] if len(words) == 3 and words[0] == ROWS else None


def check_parts(manifest: Manifest, found: Sequence[Part], rows: dict[str, int]) -> None:
    """Raise Damaged if parts or numbers of rows differ from the manifest."""
    for said, there in zip_longest(manifest.parts, found):
        if said != there and (odd := said or there):
            raise Damaged(f"The part {odd.name} of the backup is not the one that its manifest names.")
    if {table.name: table.rows for table in manifest.tables if table.rows} != {k: n for k, n in rows.items() if n}:
        raise Damaged("The rows of the backup are not as many as its manifest says.")


def check_version(manifest: Manifest, known: Collection[Migration], version: str) -> None:
    """Raise OtherVersion if the backup has migrations that this program does not know."""
    if not set(manifest.migrations) <= set(known):
        raise OtherVersion(
            f"The backup was made by Undercut {manifest.version}, which is newer than this one ({version}): "
            "update this site first."
        )


def _manifest(said: dict[str, Any]) -> Manifest:
    tables = tuple(
        Table(
            name=_text(one["name"]), rows=_whole(one["rows"]),
            columns=tuple(Column(_text(column["name"]), _text(column["kind"])) for column in one["columns"]),
            last_id=None if one["last_id"] is None else _whole(one["last_id"]),
        )
        for one in said["tables"]
    )  # fmt: skip
    return Manifest(
        made_at=_text(said["made_at"]),
        version=_text(said["version"]),
        database=_text(said["database"]),
        migrations=tuple((_text(app), _text(name)) for app, name in said["migrations"]),
        tables=tables,
        parts=tuple(Part(_text(one["name"]), _whole(one["size"]), _text(one["sha256"])) for one in said["parts"]),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise TypeError(value)
    return value
