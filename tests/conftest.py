"""What every test of a shell needs: a test database that the runner may empty."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings
from hypothesis import settings

settings.register_profile("house", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("house")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """SQLite empties tables with DELETE, which append-only logs forbid (PostgreSQL truncates, which they do not see):
    take that half of the triggers away, in the test database only."""
    with django_db_blocker.unblock():
        if connection.vendor != "sqlite":
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%append_only_DELETE'")
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')


APPEND_ONLY = ("audit_auditentry", "games_play")
MADE_ONCE = ("django_content_type", "auth_permission")  # by the migrations, for every test


def empty_what_has_rows(_: TransactionTestCase) -> None:
    """Delete the rows of the tables that have any. Django's own way truncates all of them and makes permissions anew,
    which on PostgreSQL takes longer than the test did."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    named = [connection.ops.quote_name(table) for table in sorted(tables.difference(MADE_ONCE))]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in named))
        filled = [name for (name,) in cursor.fetchall()]
        logs = [name for name in filled if name.strip('"') in APPEND_ONLY and connection.vendor == "postgresql"]
        for name in logs:
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        with transaction.atomic():  # keys are looked at when it commits
            for name in filled:
                cursor.execute(f"DELETE FROM {name}")
        for name in logs:
            cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")


@pytest.fixture(autouse=True, scope="session")
def quick_emptying() -> Iterator[None]:
    """Tests that commit leave their rows behind, and the next ones begin without."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_what_has_rows)
        yield


@pytest.fixture(autouse=True, scope="session")
def cheap_passwords() -> Iterator[None]:
    """A good hash is slow on purpose: here passwords are only there to sign in with."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
