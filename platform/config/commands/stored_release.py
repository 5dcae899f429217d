"""A small database of a release, stored with the tests so that later releases can be tried on it.

`tests/data/released/` has for each release its tables as SQL, one file for each kind of database (tables, indexes,
triggers and the names of the migrations), and the rows of a small site as a backup.
"""

import os
import re
import subprocess
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from keeping.services import backups, restoring

FOLDER = Path("tests/data/released")
MOST_ROWS = 20_000  # of a site that is small enough to keep
ORDER = ("table", "index", "trigger")  # of what SQLite names in its list
NOISE = re.compile(
    r"^(--.*|\\.*|SET .*|SELECT pg_catalog\.set_config.*|CREATE SCHEMA public;|COMMENT ON SCHEMA .*)\n", re.M
)


class NotSmall(Exception):
    """The site has no rows, or too many to store."""


def store(connection: BaseDatabaseWrapper, folder: Path, *, now: datetime, tell: Callable[[str], None]) -> list[Path]:
    """Write the tables of this database, and on SQLite its rows, as files of the running version; returns the files.
    Raises NotSmall."""
    release = folder / version("undercut")
    folder.mkdir(parents=True, exist_ok=True)
    schema = release.with_name(f"{release.name}.{connection.vendor}.sql")
    written = [schema]
    if connection.vendor == "sqlite":
        rows = release.with_name(f"{release.name}.backup")
        made = backups.back_up(rows, now=now, passphrase=None, tell=tell)
        if not 0 < made.rows() <= MOST_ROWS:
            rows.unlink()
            raise NotSmall(f"The site has {made.rows():,} rows: play a small one, of at most {MOST_ROWS:,}.")
        written.append(rows)
    schema.write_text(dump(connection), encoding="utf-8")
    return written


def restored(connection: BaseDatabaseWrapper, release: Path, *, tell: Callable[[str], None]) -> None:
    """Restore the database of a stored release in an empty one, from its files `VERSION.*`, and migrate it to the
    running version."""
    schema = release.with_name(f"{release.name}.{connection.vendor}.sql")
    load(connection, schema.read_text(encoding="utf-8"))
    backup = release.with_name(f"{release.name}.backup")
    restoring.restore(backup, passphrase=lambda: None, tell=tell, alias=connection.alias)


def dump(connection: BaseDatabaseWrapper) -> str:
    """The schema of a migrated database. On PostgreSQL this needs `pg_dump`; raises FileNotFoundError without it."""
    parts = _of_sqlite(connection) if connection.vendor == "sqlite" else _of_postgresql(connection.settings_dict)
    done = sorted(MigrationRecorder(connection).applied_migrations())
    rows = ",\n".join(f"('{app}', '{name}', '2000-01-01')" for app, name in done)
    return f"{parts}\nINSERT INTO django_migrations (app, name, applied) VALUES\n{rows};\n"


def load(connection: BaseDatabaseWrapper, text: str) -> None:
    """Create the schema in an empty database."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        connection.connection.executescript(text)
    else:
        connection.connection.execute("SET search_path = public")
        connection.connection.execute(text)


def _of_sqlite(connection: BaseDatabaseWrapper) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
        found = sorted(cursor.fetchall(), key=lambda row: (ORDER.index(row[0]), row[1]))
    return "\n".join(f"{sql};" for _type, _name, sql in found)


def _of_postgresql(of: dict[str, Any]) -> str:
    asked = ["pg_dump", "--schema-only", "--no-owner", "--no-privileges", "--schema=public", of["NAME"]]
    where = {"PGHOST": of["HOST"], "PGPORT": str(of["PORT"]), "PGUSER": of["USER"], "PGPASSWORD": of["PASSWORD"]}
    env = os.environ | {name: value for name, value in where.items() if value}
    said = subprocess.run(asked, env=env, capture_output=True, text=True, check=True).stdout
    return re.sub(r"\n{2,}", "\n", NOISE.sub("", said)).strip()
