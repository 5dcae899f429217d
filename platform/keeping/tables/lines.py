"""A separate connection for a quick check: it waits for no other connection and is closed at once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

CONNECT_S = 2  # the least that libpq takes


@contextmanager
def own_line(alias: str = DEFAULT_DB_ALIAS) -> Iterator[BaseDatabaseWrapper]:
    """Open a new connection to the database, outside the pool, for the block. It is closed at its end, also before a
    process forks."""
    line = connections[alias].copy()
    options = line.settings_dict["OPTIONS"]
    options.pop("pool", None)
    if line.vendor == "postgresql":
        options["connect_timeout"] = CONNECT_S
    try:
        yield line
    finally:
        line.close()
