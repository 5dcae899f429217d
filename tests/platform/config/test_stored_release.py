"""A database of an earlier release is migrated to the state of a new one: its schema is stored, loaded and migrated."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config.commands import stored_release

pytestmark = pytest.mark.django_db(transaction=True)
STORED = sorted((settings.BASE_DIR / stored_release.FOLDER).glob("*.sql"))


@pytest.fixture
def empty(tmp_path: Path, django_db_blocker) -> Iterator[Callable[[], BaseDatabaseWrapper]]:
    """Makes empty databases of the kind that the tests run on."""
    made: list[str] = []

    def make() -> BaseDatabaseWrapper:
        name = f"empty_{uuid4().hex[:12]}"
        where = connections["default"].settings_dict
        at = str(tmp_path / name) if connection.vendor == "sqlite" else name
        if connection.vendor == "postgresql":
            with connection._nodb_cursor() as cursor:
                cursor.execute(f"CREATE DATABASE {name}")
        connections.databases[name] = {**where, "NAME": at, "OPTIONS": {**where["OPTIONS"], "pool": False}}
        if connection.vendor == "sqlite":
            connections.databases[name]["OPTIONS"].pop("pool")
        made.append(name)
        return connections[name]

    with django_db_blocker.unblock():
        yield make
        for name in made:
            connections[name].close()
            del connections[name], connections.databases[name]
            if connection.vendor == "postgresql":
                with connection._nodb_cursor() as cursor:
                    cursor.execute(f"DROP DATABASE {name}")


def migrated(text: str, empty: Callable[[], BaseDatabaseWrapper]) -> str:
    """The schema of today that a stored one becomes."""
    database = empty()
    stored_release.load(database, text)
    call_command("migrate", database=database.alias, verbosity=0)
    return shape(database)


def shape(database: BaseDatabaseWrapper) -> str:
    """Every table with its columns and constraints, whatever order they were made in."""
    lines = []
    with database.cursor() as cursor:
        for table in sorted(database.introspection.table_names(cursor)):
            columns = database.introspection.get_table_description(cursor, table)
            lines += sorted(f"{table}.{one.name} {one.type_code} {one.null_ok}" for one in columns)
            held = database.introspection.get_constraints(cursor, table)
            lines += sorted(
                f"{table}: {sorted(filter(None, rule['columns'] or ()))} {rule['unique']}" for rule in held.values()
            )
    return "\n".join(lines)


def test_a_database_of_an_older_schema_becomes_one_of_today(empty):
    older = empty()
    stored_release.load(older, stored_release.dump(connection))
    call_command("migrate", "mfa", "0001", database=older.alias, verbosity=0)
    text = stored_release.dump(older)
    assert "last_used_at" in stored_release.dump(connection)
    assert "last_used_at" not in text
    assert migrated(text, empty) == shape(connection)


@pytest.mark.parametrize("path", [path for path in STORED if path.suffixes[-2] == f".{connection.vendor}"], ids=str)
def test_a_database_of_every_release_becomes_one_of_today(path, empty):
    assert migrated(path.read_text(encoding="utf-8"), empty) == shape(connection)
