"""Slow queries are named by route and form, without their values."""

import logging
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from accounts.models import User
from watching import asked, queries


@pytest.mark.parametrize(
    ("statement", "form"),
    [
        ('SELECT "a" FROM "t1" WHERE "t1"."a" = %s LIMIT 21', 'SELECT "a" FROM "t1" WHERE "t1"."a" = %s LIMIT ?'),
        ("SELECT 1 WHERE name = 'Ann O''Hara'\n  AND mail='x'", "SELECT ? WHERE name = ? AND mail=?"),
        ("SELECT x FROM y WHERE id IN (%s, %s, %s)", "SELECT x FROM y WHERE id IN (%s, …)"),
        ("INSERT INTO t (a) VALUES (1, 2.5, 'x')", "INSERT INTO t (a) VALUES (?, …)"),
    ],
)  # fmt: skip
def test_the_form_of_a_statement_has_no_values(statement: str, form: str) -> None:
    assert queries.form_of(statement) == form


def test_a_form_is_short() -> None:
    assert len(queries.form_of("SELECT a, " * 1000)) == queries.MOST


@pytest.mark.django_db
def test_a_slow_query_is_named(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.SLOW_QUERY_MS = 0.000001
    caplog.set_level(logging.WARNING)
    with asked.working(asked.Named("players")):
        User.objects.filter(email="ann@club.example").exists()
    [line] = [one.getMessage() for one in caplog.records if one.name == "watching.queries"]
    assert line.startswith("slow query of players, ")
    assert "accounts_user" in line
    assert "ann@club.example" not in line


@pytest.mark.django_db
def test_a_quick_query_is_not(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    settings.SLOW_QUERY_MS = 60_000
    Session.objects.exists()
    assert not caplog.records


def test_every_connection_is_timed_once() -> None:
    line = connection.copy()
    for _ in range(2):
        queries._opened(line)
    assert line.execute_wrappers.count(queries._timed) == 1
