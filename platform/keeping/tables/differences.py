"""Compare a database with the tables that this version of the program expects."""

import logging
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from django.apps import apps as all_apps
from django.core.checks import Error
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import AutoField, Field

from keeping.form.manifest import Migration
from keeping.tables import lines

logger = logging.getLogger(__name__)

APPEND_ONLY = frozenset({"audit_append_only", "games_play_append_only", "games_packedplays_append_only"})
TRIGGERS = {  # which migrations make and no model states
    "postgresql": APPEND_ONLY,
    "sqlite": frozenset(f"{name}_{verb}" for name in APPEND_ONLY for verb in ("UPDATE", "DELETE")),
}
MOST_NAMED = 8  # differences in one sentence
MIGRATE = "Run `manage.py migrate`."
OTHER_VERSION = (
    "Run the version of Undercut that made it, or restore a backup into an empty database (docs/releasing.md)."
)
NO_HISTORY = (
    "The tables of Undercut stand in this database, but not which migrations made them (django_migrations). Restore a "
    "backup into an empty database, or name an empty one (docs/releasing.md)."
)
NO_DATABASE = "The file of the database is no SQLite database. Restore a backup, or move the file away to begin anew."
COLUMNS_POSTGRESQL = """
    SELECT t.relname, c.attname, format_type(c.atttypid, c.atttypmod), c.attnotnull,
           c.atthasdef OR c.attidentity <> ''
    FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
    WHERE t.relkind IN ('r', 'p') AND t.relnamespace = current_schema()::regnamespace
      AND c.attnum > 0 AND NOT c.attisdropped"""
COLUMNS_SQLITE = """
    SELECT t.name, c.name, c.type, c."notnull", c.dflt_value IS NOT NULL OR c.pk
    FROM sqlite_master t, pragma_table_xinfo(t.name) c
    WHERE t.type = 'table'"""
NAMES_POSTGRESQL = """
    SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
    UNION SELECT relname FROM pg_class WHERE relkind IN ('i', 'I') AND relnamespace = current_schema()::regnamespace
    UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"""
NAMES_SQLITE = "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index', 'trigger')"
SHORT = {"character varying": "varchar", "time without time zone": "time", ", ": ","}
NAMED = re.compile(r'CONSTRAINT "(\w+)"')


@dataclass(frozen=True, slots=True)
class Column:
    """A column as a database has it: its type, whether it must have a value, and whether it gets one by default."""

    type: str
    is_required: bool
    has_default: bool


def unapplied(line: BaseDatabaseWrapper) -> list[Migration]:
    """The migrations of this program that the database has not had, in no particular order."""
    return sorted(_of_program() - set(MigrationRecorder(line).applied_migrations()))


def lacks_history(line: BaseDatabaseWrapper) -> bool:
    """Do tables of this program stand in a database that knows of no migration? Then `migrate` cannot make them."""
    return not MigrationRecorder(line).applied_migrations() and not _expected().keys().isdisjoint(_columns(line))


def is_no_database(error: DatabaseError) -> bool:
    """Does SQLite refuse a file because it is no database?"""
    return "file is not a database" in str(error)


def differences(line: BaseDatabaseWrapper) -> list[str]:
    """What a fully migrated database lacks or has otherwise among tables, columns, named constraints and triggers, each
    in a few words.

    A table or column too many is no difference, because old code runs on the new database during an update; a column
    too many that must have a value is one.
    """
    there, found = _columns(line), []
    for table, fields in sorted(_expected().items()):
        if table not in there:
            found.append(f"the table {table} is missing")
        else:
            found += _of_table(line, table, fields, there[table])
    have = _names(line)
    found += [f"the constraint {name} is missing" for name in sorted(_constraints() - have)]
    return found + [f"the trigger {name} is missing" for name in sorted(TRIGGERS[line.vendor] - have)]


def problem(line: BaseDatabaseWrapper) -> str | None:
    """Why this version cannot run on the database, in a sentence that says what to do; None if it can. Raises
    DatabaseError if the database does not answer."""
    if lacks_history(line):
        return NO_HISTORY
    if waiting := unapplied(line):
        what = _few([f"{app}.{name}" for app, name in waiting])
        return f"The database waits for {len(waiting)} migrations of this version of Undercut: {what}. {MIGRATE}"
    if lacks := differences(line):
        return f"The database is not that of this version of Undercut: {_few(lacks)}. {OTHER_VERSION}"
    return None


def refusal() -> str | None:
    """Why a process of the site must not start on its database; None if it may, or if the database does not answer yet
    (then `/readyz` says so). Uses a connection of its own."""
    try:
        with lines.own_line() as line:
            return problem(line)
    except DatabaseError as error:
        if is_no_database(error):
            return NO_DATABASE
        logger.warning("the database does not answer, so its tables are not checked: %s", error)
        return None


_is_migrating = ContextVar("_is_migrating", default=False)


@contextmanager
def migrating() -> Iterator[None]:
    """Let Django's checks pass during the block, because `migrate` begins on a database of another version."""
    token = _is_migrating.set(True)
    try:
        yield
    finally:
        _is_migrating.reset(token)


def tables_check(*, databases: Collection[str] | None = None, **_: Any) -> list[Error]:
    """Django's check of the tables, for `manage.py check --database default` and for commands that ask for it."""
    if not databases or _is_migrating.get():
        return []
    found = []
    for alias in databases:
        with suppress(DatabaseError):  # Django says itself when there is no database
            if (wrong := problem(connections[alias])) is not None:
                found.append(Error(wrong, id="keeping.E001"))
    return found


def _few(names: list[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _of_program() -> set[Migration]:
    """All migrations, by the names of their files; importing them would take a hundred times as long."""
    found = set()
    for app in all_apps.get_app_configs():
        name, _is_named = MigrationLoader.migrations_module(app.label)
        if name is not None and find_spec(name) is not None:
            files = iter_modules(import_module(name).__path__)
            found |= {(app.label, file.name) for file in files if not file.ispkg and file.name[0] not in "_~"}
    return found


def _expected() -> dict[str, list["Field[Any, Any]"]]:
    """The columns of each table of the models."""
    return {
        model._meta.db_table: list(model._meta.local_concrete_fields)
        for model in all_apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }


def _constraints() -> set[str]:
    """The names of all constraints that models name."""
    models = [model for model in all_apps.get_models() if model._meta.managed]
    return {rule.name for model in models for rule in model._meta.constraints}


def _of_table(
    line: BaseDatabaseWrapper, table: str, fields: list["Field[Any, Any]"], there: dict[str, Column]
) -> Iterator[str]:
    for field in fields:
        column = there.get(str(field.column))
        if column is None:
            yield f"the column {table}.{field.column} is missing"
            continue
        wanted = _plain(field.db_type(line) or "")
        if column.type != wanted and not isinstance(field, AutoField):  # whose size is that of the first migration
            yield f"the column {table}.{field.column} is {column.type} instead of {wanted}"
        if column.is_required and field.null:
            yield f"the column {table}.{field.column} may not be empty"
    for name in sorted(there.keys() - {field.column for field in fields}):
        if there[name].is_required and not there[name].has_default:
            yield f"the column {table}.{name} must have a value, which this version does not write"


def _columns(line: BaseDatabaseWrapper) -> dict[str, dict[str, Column]]:
    found: dict[str, dict[str, Column]] = defaultdict(dict)
    with line.cursor() as cursor:
        cursor.execute(COLUMNS_POSTGRESQL if line.vendor == "postgresql" else COLUMNS_SQLITE)
        for table, name, kind, is_required, has_default in cursor.fetchall():
            found[table][name] = Column(_plain(kind), bool(is_required), bool(has_default))
    return found


def _names(line: BaseDatabaseWrapper) -> set[str]:
    """The names of all constraints, unique indexes and triggers. SQLite has check constraints in the text of tables."""
    with line.cursor() as cursor:
        if line.vendor == "postgresql":
            cursor.execute(NAMES_POSTGRESQL)
            return {name for (name,) in cursor.fetchall()}
        cursor.execute(NAMES_SQLITE)
        rows = cursor.fetchall()
    return {name for name, _text in rows} | {name for _name, text in rows for name in NAMED.findall(text or "")}


def _plain(kind: str) -> str:
    """One name for a type on both sides: PostgreSQL writes out what Django abbreviates."""
    for long, short in SHORT.items():
        kind = kind.replace(long, short)
    return kind.lower()
