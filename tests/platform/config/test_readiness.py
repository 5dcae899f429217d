"""Is this process ready: does its database answer, accept writes and have this version, and has the data's disk room?
Is the site well: does the worker sweep, is nothing late, are backups made?"""

import threading
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from config.health import probes, readiness, site
from duework import services as duework
from keeping.services import nights
from keeping.tables import lines

Usage = namedtuple("Usage", "total used free")
committed = pytest.mark.django_db(transaction=True)  # the answers come by a connection of their own


def asked(client: Client, address: str = "/readyz", status: int = 503) -> dict[str, Any]:
    """The answer at this address, with this status."""
    answer = client.get(address)
    assert answer.status_code == status, answer.content
    return dict(answer.json())


def test_a_process_that_answers_is_alive(client: Client) -> None:
    assert client.get("/livez").json() == {"alive": True}


@committed
def test_a_process_is_ready_also_when_nobody_sweeps(client: Client) -> None:
    assert asked(client, status=200)["problems"] == {}
    assert list(asked(client, "/healthz")["problems"]) == ["worker"]


@committed
def test_a_site_that_is_swept_is_well(client: Client) -> None:
    duework.beat("sweep", now=timezone.now())
    assert asked(client, "/healthz", 200) == {
        "healthy": True,
        "problems": {},
        "due_work": {"late": 0, "failing": 0, "dead": 0, "skipped": 0},
    }


@committed
def test_a_worker_that_is_silent_is_said_with_its_seconds(client: Client) -> None:
    duework.beat("sweep", now=timezone.now() - timedelta(seconds=44))
    assert "has not swept for 44 s" in asked(client, "/healthz")["problems"]["worker"]


@committed
def test_late_work_is_counted_and_work_in_hand_is_not(client: Client) -> None:
    now = timezone.now()
    duework.beat("sweep", now=now)
    for key, minutes in (("late", 11), ("soon", 9), ("in hand", 12)):
        duework.plan(key=key, kind="test.kind", due_at=now - timedelta(minutes=minutes))
    duework.DueWork.objects.filter(key="in hand").update(lease_until=now + timedelta(minutes=1))
    answer = asked(client, "/healthz")
    assert answer["due_work"]["late"] == 1
    assert answer["problems"] == {"due_work": "1 pieces of due work are more than 10 minutes late."}


@committed
def test_a_backup_that_was_never_made_is_a_fault_after_its_second_night(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_FOLDER = tmp_path
    now = timezone.now()
    duework.beat("sweep", now=now)
    monkeypatch.setattr(site, "age", lambda now: 0.0)
    assert asked(client, "/healthz", 200)["backup"] == "never"
    monkeypatch.undo()
    duework.beat(nights.BEAT, now=now - nights.LATE * 2)
    assert "docs/backup.md" in asked(client, "/healthz")["problems"]["backup"]


@committed
def test_asking_writes_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each statement of their own connections is a question."""
    verbs, own_line = set(), lines.own_line

    def noted(execute: Any, sql: str, *args: Any) -> Any:
        verbs.add(sql.split()[0])
        return execute(sql, *args)

    @contextmanager
    def watched() -> Iterator[Any]:
        with own_line() as line, line.execute_wrapper(noted):
            yield line

    monkeypatch.setattr(probes.lines, "own_line", watched)
    for address in ("/readyz", "/healthz"):
        client.get(address)
    assert {"SELECT"} <= verbs <= {"SELECT", "SHOW", "PRAGMA"}


@committed
def test_the_disk_that_is_measured_is_the_datas(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = Path("/somewhere/data")
    usage = lambda path: Usage(100, 0, 3 if path == settings.DATA_DIR else 90)  # noqa: E731
    monkeypatch.setattr(readiness.shutil, "disk_usage", usage)
    assert "/somewhere/data is full" in asked(client)["problems"]["disk"]


@committed
def test_a_database_that_takes_no_writes_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby, or one that was set to reading only."""
    if connection.vendor != "postgresql":
        pytest.skip("this run is on SQLite")
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        (name,) = cursor.fetchone()
        cursor.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        try:
            assert "takes no writes" in asked(client)["problems"]["database"]
        finally:
            cursor.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert asked(client, status=200)["ready"]


@committed
def test_a_column_that_goes_while_the_site_runs_is_said(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE duework_heartbeat RENAME COLUMN name TO title")
        try:
            said = asked(client)["problems"]["schema"]
        finally:
            cursor.execute("ALTER TABLE duework_heartbeat RENAME COLUMN title TO name")
    assert "the column duework_heartbeat.name is missing" in said
    assert asked(client, status=200)["ready"]


@committed
def test_a_migration_that_is_not_applied_is_said(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = '0001_other' WHERE app = 'duework'")
        try:
            said = asked(client)["problems"]["schema"]
        finally:
            cursor.execute("UPDATE django_migrations SET name = '0001_initial' WHERE app = 'duework'")
    assert "duework.0001_initial. Run `manage.py migrate`" in said


def test_a_silent_database_is_asked_once_however_often_readiness_is_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread of the first question goes on waiting; the answer that comes at last is the next one."""
    asks, answers = [], threading.Event()

    def silent() -> dict[str, str]:
        asks.append(1)
        assert answers.wait(60)
        raise OperationalError("the line is lost")

    monkeypatch.setattr(readiness, "WITHIN_S", 0.01)
    monkeypatch.setattr(readiness, "_database", readiness.probes.Probe(silent))
    for _ in range(3):
        assert asked(client)["problems"] == {"database": "The database does not answer."}
    assert len(asks) == 1
    answers.set()
