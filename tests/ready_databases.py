"""Databases that have all tables and no rows, for tests that start a whole site: made once for these migrations, then
copied. Making the tables takes ten seconds, a copy none."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import psycopg

ROOT = Path(__file__).resolve().parents[1]
FILE = "undercut.sqlite3"  # in a data folder


def lay(data: Path) -> None:
    """Put a database with all tables into an empty data folder."""
    made = Path(gettempdir()) / f"undercut-{_digest()}.sqlite3"
    with _alone():
        if not made.exists():
            with TemporaryDirectory() as folder:
                _migrate(UNDERCUT_DATA=folder)
                shutil.move(Path(folder) / FILE, made)
    data.mkdir(parents=True, exist_ok=True)
    shutil.copy(made, data / FILE)


def create(server: str, name: str) -> None:
    """Create a database with all tables on a PostgreSQL server."""
    template = f"undercut_ready_{_digest()}"
    with psycopg.connect(server, autocommit=True) as line, _alone():
        if not line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [template]).fetchone():
            half = f"{template}_half"
            line.execute(f"DROP DATABASE IF EXISTS {half} WITH (FORCE)")
            line.execute(f"CREATE DATABASE {half}")
            with TemporaryDirectory() as folder:
                _migrate(UNDERCUT_DATA=folder, DATABASE_URL=f"{server.rsplit('/', 1)[0]}/{half}")
            line.execute(f"ALTER DATABASE {half} RENAME TO {template}")
        line.execute(f"CREATE DATABASE {name} TEMPLATE {template}")


@cache
def _digest() -> str:
    """What the tables follow from: our migrations, and the versions of the libraries that have some."""
    files = [*ROOT.glob("*/migrations/0*.py"), *ROOT.glob("platform/*/migrations/0*.py"), ROOT / "requirements.lock"]
    found = hashlib.sha256()
    for path in sorted(files):
        found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _migrate(**told: str) -> None:
    plain = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    path = f"{ROOT}{os.pathsep}{ROOT / 'platform'}"
    env = plain | {"PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "config.settings"} | told
    subprocess.run([sys.executable, ROOT / "manage.py", "migrate", "-v0"], env=env, cwd=ROOT, check=True)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: two workers of the tests begin together."""
    with (Path(gettempdir()) / "undercut-ready.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
