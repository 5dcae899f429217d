"""A table and the hub that serves it."""

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games.live.hub import Hub
from games.models import Table
from tests.games.live import live_tables


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
