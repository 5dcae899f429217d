"""Nothing of a site starts on a database of another version: every process ends with the sentence."""

import os
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from config.environment.ports import free_port
from tests import ready_databases

ROOT = Path(__file__).resolve().parents[3]
SERVER = os.environ.get("UNDERCUT_TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
DROPPED = "ALTER TABLE duework_duework DROP COLUMN last_error"
SENTENCE = (
    "The database is not that of this version of Undercut: the column duework_duework.last_error is missing. "
    "Run the version of Undercut that made it, or restore a backup into an empty database (docs/releasing.md)."
)
MANAGE = [sys.executable, str(ROOT / "manage.py")]
PATIENCE_S = 280.0  # for a busy machine


def beside(name: str) -> str:
    """A program of this environment."""
    return str(Path(sys.executable).with_name(name))


def commands(*, embedded: bool) -> dict[str, list[str]]:
    """What starts a process of a site; on SQLite `up` is the whole of it. `manage.py check` stands for all commands."""
    if embedded:
        return {"up": [*MANAGE, "up", "--no-demo"], "check": [*MANAGE, "check", "--database", "default"]}
    celery = [beside("celery"), "--app=config.celery"]
    return {
        "house": [*MANAGE, "house", "--server", "http://127.0.0.1:1"],
        "server": [beside("uvicorn"), "config.asgi:application", f"--port={free_port()}", "--log-level=warning"],
        "worker": [*celery, "worker", "--loglevel=WARNING", "--concurrency=1"],
        "beat": [*celery, "beat", "--loglevel=WARNING", "--scheduler=celery.beat:Scheduler"],
    }


def refused(of: dict[str, list[str]], **site: str) -> None:
    """Each of these commands ends by itself, not with 0, and says the sentence."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    path = f"{ROOT}{os.pathsep}{ROOT / 'platform'}"
    env = {**kept, "PYTHONPATH": path, "DJANGO_SETTINGS_MODULE": "config.settings", "PORT": str(free_port()), **site}
    started = {
        name: subprocess.Popen(command, env=env, cwd=ROOT, text=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for name, command in of.items()
    }  # fmt: skip
    try:
        said = {name: process.communicate(timeout=PATIENCE_S)[0] for name, process in started.items()}
    finally:
        for process in started.values():
            process.kill()
    assert {name: SENTENCE in text for name, text in said.items()} == dict.fromkeys(of, True), said
    assert 0 not in {process.returncode for process in started.values()}


def test_a_site_on_sqlite_does_not_start_with_a_column_less(tmp_path: Path) -> None:
    ready_databases.lay(tmp_path)
    with closing(sqlite3.connect(tmp_path / ready_databases.FILE)) as line:
        line.execute(DROPPED)
    refused(commands(embedded=True), UNDERCUT_DATA=str(tmp_path))


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A database of its own, with all tables."""
    name = f"undercut_start_{secrets.token_hex(4)}"
    ready_databases.create(SERVER, name)
    yield f"{SERVER.rsplit('/', 1)[0]}/{name}"
    with psycopg.connect(SERVER, autocommit=True) as line:
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.service
def test_no_process_of_a_site_on_postgresql_starts_with_a_column_less(postgres_url: str, tmp_path: Path) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as line:
        line.execute(DROPPED)
    refused(commands(embedded=False), DATABASE_URL=postgres_url, REDIS_URL=REDIS, UNDERCUT_DATA=str(tmp_path))
