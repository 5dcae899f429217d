"""Databases with all tables and no rows, for tests in this process and for those that start a whole site. They are made
once for these migrations, then copied: making the tables takes ten seconds, a copy no time."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.signals import connection_created

ROOT = Path(__file__).resolve().parents[1]
FILE = "undercut.sqlite3"  # in a data folder


def lay(data: Path) -> None:
    """Put a database with all tables into an empty data folder."""
    made = _made()
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(made, data / FILE)


def create(server: str, name: str) -> None:
    """Create a database with all tables on a PostgreSQL server."""
    template = _template(server)
    with psycopg.connect(server, autocommit=True) as line, _alone():
        line.execute(f"CREATE DATABASE {name} TEMPLATE {template}")


def for_tests() -> None:
    """The test database that Django is about to create begins as a copy; its own migrations then find nothing to do."""
    told = connection.settings_dict
    if connection.vendor == "postgresql":
        server = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/postgres".format(**told)
        told["TEST"]["TEMPLATE"] = _template(server)
    else:
        connection_created.connect(_fill)


def _fill(connection: Any, **_: Any) -> None:
    """Copy all tables into the SQLite database that is opened first: the new, empty one of the tests."""
    connection_created.disconnect(_fill)
    assert not connection.introspection.table_names(), "a database that has tables is not written over"
    with closing(connection.Database.connect(_made())) as made:
        made.backup(connection.connection)


def _made() -> Path:
    """The SQLite database that is copied."""
    made = Path(gettempdir()) / f"undercut-{_digest()}.sqlite3"
    with _alone():
        if not made.exists():
            with TemporaryDirectory() as folder:
                _migrate(folder)
                shutil.move(Path(folder) / FILE, made)
    return made


def _template(server: str) -> str:
    """The name of the PostgreSQL database that is copied."""
    template = f"undercut_ready_{_digest()}"
    with psycopg.connect(server, autocommit=True) as line, _alone():
        if not line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template]).fetchone():
            half = f"{template}_half"
            line.execute(f"DROP DATABASE IF EXISTS {half} WITH (FORCE)")
            line.execute(f"CREATE DATABASE {half}")
            with TemporaryDirectory() as folder:
                _migrate(folder, DATABASE_URL=f"{server.rsplit('/', 1)[0]}/{half}")
            line.execute(f"ALTER DATABASE {half} RENAME TO {template}")
    return template


@cache
def _digest() -> str:
    """What the tables follow from: our migrations, and the versions of the libraries that have some."""
    files = [*ROOT.glob("*/migrations/0*.py"), *ROOT.glob("platform/*/migrations/0*.py"), ROOT / "requirements.lock"]
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def of_a_site(folder: Path | str, **told: str) -> dict[str, str]:
    """The environment of a process of a site of its own, on SQLite in this folder unless `told` names a database."""
    foreign = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE"}  # of whoever runs the tests
    return {key: value for key, value in os.environ.items() if key not in foreign} | {
        "UNDERCUT_DATA": str(folder),
        **told,
    }


def _migrate(folder: str, **told: str) -> None:
    path = f"{ROOT}{os.pathsep}{ROOT / 'platform'}"
    env = of_a_site(folder, PYTHONPATH=path, DJANGO_SETTINGS_MODULE="config.settings", **told)
    subprocess.run([sys.executable, ROOT / "manage.py", "migrate", "-v0"], env=env, cwd=ROOT, check=True)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: two workers of the tests begin together."""
    with (Path(gettempdir()) / "undercut-ready.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
