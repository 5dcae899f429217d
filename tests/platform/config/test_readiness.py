"""Is the site ready: the database answers and takes writes, the sweep runs, the data's disk has room; asking writes
nothing."""

from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config import views
from duework import services as duework

Usage = namedtuple("Usage", "total used free")


def asked(client: Client) -> dict[str, Any]:
    """The answer of /readyz."""
    return dict(client.get("/readyz").json())


def test_a_process_that_answers_is_alive(client: Client) -> None:
    assert client.get("/livez").json() == {"alive": True}


@pytest.mark.django_db
def test_a_site_that_is_swept_is_ready(client: Client) -> None:
    assert not asked(client)["ready"], "nobody sweeps during a test"
    duework.beat("sweep", now=timezone.now())
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["checks"] == {"database": True, "migrations": True, "sweep": True, "disk": True}


@pytest.mark.django_db
def test_asking_writes_nothing(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked_of:
        client.get("/readyz")
    verbs = {query["sql"].split()[0] for query in asked_of.captured_queries}
    assert verbs <= {"SELECT", "SHOW", "PRAGMA"}


@pytest.mark.django_db
def test_the_disk_that_is_measured_is_the_datas(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = Path("/somewhere/data")
    monkeypatch.setattr(views.shutil, "disk_usage", lambda path: Usage(100, 0, 3 if path == settings.DATA_DIR else 90))
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["disk"] is False


@pytest.mark.django_db
def test_a_database_that_takes_no_writes_is_not_ready(client: Client) -> None:
    """A standby, or one that was set to reading only."""
    if connection.vendor != "postgresql":
        pytest.skip("this run is on SQLite")
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    assert asked(client)["checks"]["database"] is False


@pytest.mark.django_db
def test_the_migrations_are_read_once_and_not_at_every_call(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_are_applied", False, raising=False)
    read: list[object] = []
    real = views.MigrationExecutor
    monkeypatch.setattr(views, "MigrationExecutor", lambda line: read.append(line) or real(line))
    for _ in range(3):
        assert asked(client)["checks"]["migrations"]
    assert len(read) == 1
