"""Open a database for one piece of work: as a snapshot that does not change, or in a transaction that is all or
nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connections, transaction
from psycopg import IsolationLevel

_naming = Lock()


@contextmanager
def line(where: dict[str, Any]) -> Iterator[str]:
    """Open a separate connection to the database with these settings; yields the alias under which Django knows it
    during the block."""
    name = f"keeping_{uuid4().hex}"
    with _naming:
        _set({**connections.databases, name: {**where, "CONN_MAX_AGE": 0}})
    try:
        yield name
    finally:
        connections[name].close()
        del connections[name]
        with _naming:
            _set({alias: there for alias, there in connections.databases.items() if alias != name})


@contextmanager
def snapshot(alias: str) -> Iterator[str]:
    """Open a database as it is at this moment; yields the alias. Others can write meanwhile, and the block does not see
    it."""
    where = {**connections[alias].settings_dict}
    if connections[alias].vendor == "postgresql":
        options = {**where["OPTIONS"], "pool": False, "isolation_level": IsolationLevel.REPEATABLE_READ}
        with line({**where, "OPTIONS": options}) as name, transaction.atomic(using=name):
            with connections[name].cursor() as cursor:
                cursor.execute("SET TRANSACTION READ ONLY")
            yield name
        return
    options = {**where["OPTIONS"], "transaction_mode": "DEFERRED"}
    with (
        _readable(alias) as path,
        line({**where, "NAME": path, "OPTIONS": options}) as name,
        transaction.atomic(using=name),
    ):
        yield name


@contextmanager
def all_or_nothing(alias: str) -> Iterator[str]:
    """Run the block in one transaction on a separate connection, in which tables can be created, too; yields its alias.
    The caller checks the references of the rows it writes."""
    where = {**connections[alias].settings_dict}
    if connections[alias].vendor == "postgresql":
        where["OPTIONS"] = {**where["OPTIONS"], "pool": False}
    connections[alias].close()  # what it has read is old afterwards
    with line(where) as name:
        connections[name].ensure_connection()
        connections[name].disable_constraint_checking()  # on SQLite: it makes tables in no other way
        with transaction.atomic(using=name):
            yield name


@contextmanager
def _readable(alias: str) -> Iterator[Any]:
    """The path of a SQLite database; the path of a copy if readers would make writers wait (no WAL)."""
    there = connections[alias]
    with there.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        mode = cursor.fetchone()[0]
    if mode == "wal":
        yield there.settings_dict["NAME"]
        return
    with TemporaryDirectory(dir=settings.DATA_DIR, prefix="backup-") as folder:
        path = Path(folder) / "undercut.sqlite3"
        with closing(sqlite3.connect(path)) as copy:
            there.connection.backup(copy)
        yield path


def _set(databases: dict[str, Any]) -> None:
    """Replace the databases that Django knows in one step, because other threads loop over them."""
    connections.settings = databases
