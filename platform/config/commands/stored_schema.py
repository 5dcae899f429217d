"""The schema of a release as SQL, stored with the tests: later releases are tried on a database of that release.

There is a file for each release and kind of database in `tests/data/schemas/`. It holds tables, indexes, triggers and
the names of the migrations, and no other rows.
"""

import os
import re
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

FOLDER = Path("tests/data/schemas")
ORDER = ("table", "index", "trigger")  # of what SQLite names in its list
NOISE = re.compile(
    r"^(--.*|\\.*|SET .*|SELECT pg_catalog\.set_config.*|CREATE SCHEMA public;|COMMENT ON SCHEMA .*)\n", re.M
)


def store(connection: BaseDatabaseWrapper) -> Path:
    """Write the schema of this database as that of the running version; returns the file."""
    path = settings.BASE_DIR / FOLDER / f"{version('undercut')}.{connection.vendor}.sql"
    path.parent.mkdir(exist_ok=True)
    path.write_text(dump(connection), encoding="utf-8")
    return path


def dump(connection: BaseDatabaseWrapper) -> str:
    """The schema of a migrated database. On PostgreSQL it needs `pg_dump`; raises FileNotFoundError without."""
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
