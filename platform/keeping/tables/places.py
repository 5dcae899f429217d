"""Lines to databases for one piece of work: a snapshot that nothing moves in, a transaction that is all or nothing."""

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
    """A connection of its own to a database, by the name under which Django knows it for the time of the block."""
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
    """All of a database as it is now, for the time of the block; those who write go on."""
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
    """A transaction on a line of its own, in which tables may be made; references are checked by who writes."""
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
    """The file of a SQLite database; a copy where those who write would have to wait for who reads."""
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
    """Set the databases that Django knows, at once: other threads go through them."""
    connections.settings = databases
