"""What every test of a shell needs: a test database that the runner may empty."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings


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


@pytest.fixture(autouse=True, scope="session")
def cheap_passwords() -> Iterator[None]:
    """A good hash is slow on purpose: here passwords are only there to sign in with."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
