"""The schema of a database: find out which migrations made it and whether it is empty, and make the schema of an older
version."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps as all_apps
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from keeping import form
from keeping.form.manifest import Migration
from keeping.tables import differences

MADE_BY_DJANGO = ("django_migrations", "django_content_type", "auth_permission")  # in every database


def known() -> frozenset[Migration]:
    """The migrations of this program."""
    return frozenset((app, name) for app, name in MigrationLoader(None).disk_migrations)


def applied(alias: str) -> tuple[Migration, ...]:
    """The migrations of a database."""
    return tuple(sorted((app, name) for app, name in MigrationRecorder(connections[alias]).applied_migrations()))


def check_current(alias: str) -> None:
    """Raise OtherVersion if the migrations or the tables of the database are not those of this program."""
    there, mine = set(applied(alias)), known()
    if there - mine:
        raise form.OtherVersion("The database belongs to a newer version of Undercut: update the program first.")
    if mine - there:
        raise form.OtherVersion("The database belongs to an older version of Undercut: run `manage.py migrate` first.")
    if (wrong := differences.problem(connections[alias])) is not None:
        raise form.OtherVersion(wrong)


def check_empty(alias: str) -> None:
    """Raise NotEmpty if a table has rows. Tables that Django fills in every database do not count."""
    names = [name for name in connections[alias].introspection.table_names() if name not in MADE_BY_DJANGO]
    quote = connections[alias].ops.quote_name
    with connections[alias].cursor() as cursor:
        for name in names:
            cursor.execute(f"SELECT COUNT(*) FROM (SELECT 1 FROM {quote(name)} LIMIT 1) AS one")
            if cursor.fetchone()[0]:
                raise form.NotEmpty(
                    f"The site is not empty (the table {name} has rows): only an empty one takes a backup or a move."
                )


def prepared(alias: str, migrations: Iterable[Migration]) -> Any:
    """Make the tables of these migrations if a database has none, or check that an empty one has exactly these; returns
    the models of that version. Call it in the transaction that writes the rows. Raises NotEmpty, OtherVersion."""
    wanted = frozenset(migrations)
    there = frozenset(applied(alias))
    if not there:
        _check_bare(alias)
        _migrate(alias, wanted)
    else:
        check_empty(alias)
        if there != wanted:
            raise form.OtherVersion(
                "The backup is of another version than the tables of this database: restore it into a database "
                "without tables (for SQLite, a new data folder), and they are made as it needs them."
            )
        _empty_what_django_made(alias)
    if wanted == known():
        return all_apps
    loader = MigrationLoader(connections[alias])
    return loader.project_state(_last(loader, wanted)).apps


def brought_up(alias: str) -> None:
    """Migrate a database to the version of this program, in the transaction that wrote the rows."""
    connections[alias].check_constraints()
    executor = MigrationExecutor(connections[alias])
    executor.migrate(executor.loader.graph.leaf_nodes())


def completed(alias: str) -> None:
    """Add the content types and permissions of newer models, after the transaction."""
    call_command("migrate", database=alias, verbosity=0, interactive=False)


def _check_bare(alias: str) -> None:
    if set(connections[alias].introspection.table_names()) - {"django_migrations"}:
        raise form.NotEmpty("The database has tables of something else: give Undercut a database of its own.")


def _migrate(alias: str, wanted: frozenset[Migration]) -> None:
    executor = MigrationExecutor(connections[alias])
    executor.migrate(_last(executor.loader, wanted))
    connections[alias].check_constraints()  # some migrations have references checked at once: from here on at the end


def _last(loader: MigrationLoader, wanted: frozenset[Migration]) -> list[Migration]:
    """The migrations, of those wanted, on which no other wanted one builds."""
    followed = {(parent.key[0], parent.key[1]) for key in wanted for parent in loader.graph.node_map[key].parents}
    return sorted(wanted - followed)


def _empty_what_django_made(alias: str) -> None:
    """Delete Django's content types and permissions, because the backup brings its own, with the ids that its rows
    refer to."""
    with connections[alias].cursor() as cursor:
        for name in ("auth_permission", "django_content_type"):
            cursor.execute(f"DELETE FROM {name}")
