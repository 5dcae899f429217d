"""What every test of a shell needs: a test database that the runner may empty."""

from typing import Any

import pytest
from django.db import connection


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
