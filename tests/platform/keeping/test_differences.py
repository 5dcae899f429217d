"""A database that other migrations of the same names made: Django's check and `migrate` say what is missing."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connections

from keeping.tables import differences
from tests.platform.keeping.conftest import Empty

pytestmark = pytest.mark.django_db(transaction=True)
BOTH = pytest.mark.parametrize("vendor", ["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
TRIGGER = {
    "sqlite": "DROP TRIGGER games_play_append_only_UPDATE",
    "postgresql": "DROP TRIGGER games_play_append_only ON games_play",
}
FAULTS = {
    "a column": (
        "ALTER TABLE duework_duework DROP COLUMN last_error",
        "the column duework_duework.last_error is missing.",
    ),
    "a table": ("DROP TABLE duework_heartbeat", "the table duework_heartbeat is missing."),
    "a column of a library": (
        "ALTER TABLE account_emailaddress RENAME COLUMN verified TO sure",
        "the column account_emailaddress.verified is missing, "
        "the column account_emailaddress.sure must have a value, which this version does not write.",
    ),
    "a constraint": ("DROP INDEX unique_verified_email", "the constraint unique_verified_email is missing."),
    "a trigger": (TRIGGER, "the trigger games_play_append_only"),
}


@BOTH
def test_a_migrated_database_lacks_nothing(vendor: str, empty: Empty) -> None:
    alias = empty(vendor)
    assert differences.unapplied(connections[alias]) == []
    assert differences.differences(connections[alias]) == []
    assert differences.tables_check(databases=[alias]) == []
    call_command("migrate", database=alias, verbosity=0)


@BOTH
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_missing_is_said(vendor: str, fault: str, empty: Empty) -> None:
    sql, says = FAULTS[fault]
    alias = empty(vendor)
    done(alias, sql[vendor] if isinstance(sql, dict) else sql)
    (found,) = differences.tables_check(databases=[alias])
    assert says in found.msg
    assert "Run the version of Undercut that made it" in found.msg
    with pytest.raises(CommandError) as refused:
        call_command("migrate", database=alias, verbosity=0)
    assert str(refused.value) == found.msg


@BOTH
def test_a_column_of_another_type_is_said(vendor: str, empty: Empty) -> None:
    alias = empty(vendor)
    done(alias, "ALTER TABLE duework_duework DROP COLUMN last_error")
    done(alias, "ALTER TABLE duework_duework ADD COLUMN last_error bigint")
    assert differences.differences(connections[alias]) == [
        "the column duework_duework.last_error is bigint instead of text"
    ]


@BOTH
def test_what_a_newer_version_added_is_no_difference(vendor: str, empty: Empty) -> None:
    """Old code runs on the new database during an update."""
    alias = empty(vendor)
    done(alias, "CREATE TABLE duework_later (id bigint)")
    done(alias, "ALTER TABLE duework_duework ADD COLUMN later text")
    done(alias, "ALTER TABLE duework_duework ADD COLUMN counted bigint NOT NULL DEFAULT 0")
    done(alias, "INSERT INTO django_migrations (app, name, applied) VALUES ('duework', '0002_later', '2030-01-01')")
    assert differences.problem(connections[alias]) is None


@BOTH
def test_migrations_that_are_not_applied_are_said_and_a_migrate_begins_all_the_same(vendor: str, empty: Empty) -> None:
    alias = empty(vendor)
    call_command("migrate", "mfa", "0001", database=alias, verbosity=0)
    (found,) = differences.tables_check(databases=[alias])
    assert found.msg.startswith("The database waits for 2 migrations of this version of Undercut: mfa.0002")
    assert found.msg.endswith("Run `manage.py migrate`.")
    call_command("migrate", database=alias, verbosity=0)
    assert differences.tables_check(databases=[alias]) == []


@BOTH
def test_a_database_without_tables_waits_for_all_migrations(vendor: str, empty: Empty) -> None:
    (found,) = differences.tables_check(databases=[empty(vendor, tables=False)])
    assert re.search(r": account\.0001_initial, .* and \d+ more\. Run `manage\.py migrate`\.$", found.msg)


def done(alias: str, sql: str) -> Any:
    with connections[alias].cursor() as cursor:
        cursor.execute(sql)


@BOTH
def test_tables_without_the_history_of_their_migrations_are_said(vendor: str, empty: Empty) -> None:
    alias = empty(vendor)
    done(alias, "DELETE FROM django_migrations")
    (found,) = differences.tables_check(databases=[alias])
    assert found.msg == differences.NO_HISTORY
    with pytest.raises(CommandError) as refused:
        call_command("migrate", database=alias, verbosity=0)
    assert str(refused.value) == differences.NO_HISTORY


@pytest.mark.parametrize("command", [["migrate"], ["check", "--database", "default"]])
def test_a_file_that_is_no_database_is_said(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "undercut.sqlite3").write_text("a shopping list, and longer than the head of a database " * 9)
    ran = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DATABASE_URL": "", "REDIS_URL": "", "UNDERCUT_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode != 0
    assert ran.stderr.strip().endswith(differences.NO_DATABASE)
    assert "Traceback" not in ran.stderr
