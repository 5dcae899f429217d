"""A table and the hub that serves it."""

import os
import secrets
from collections.abc import AsyncIterator, Iterator

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games.live.processes import hub as hub_module
from games.live.processes.hub import Hub
from games.models import Table
from tests import ready_databases
from tests.games.live import live_tables


@pytest.fixture(autouse=True, scope="module")
def long_farewell() -> Iterator[None]:
    """A process that is stopped waits until it has reported, however busy the machine: the rows are deleted then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub_module, "FAREWELL_S", live_tables.PATIENCE_S)
        yield


@pytest.fixture
def table(transactional_db: None) -> Table:
    """Two people at a table without pauses."""
    return live_tables.open_table()


@pytest.fixture
async def hub(transactional_db: None) -> AsyncIterator[Hub]:
    """The tables' owner in this process, without the forgiveness of a fresh start."""
    started = Hub(forgiving_s=0)
    await started.start()
    yield started
    await started.stop()
    await sync_to_async(connections.close_all)()


@pytest.fixture
def postgres_database() -> Iterator[str]:
    """A database of its own, with all tables, on the server that the environment names or on the local port."""
    server = os.environ.get("UNDERCUT_TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    name = f"undercut_crash_{secrets.token_hex(4)}"
    ready_databases.create(server, name)
    yield f"{server.rsplit('/', 1)[0]}/{name}"
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")
