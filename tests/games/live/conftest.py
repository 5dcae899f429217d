"""A table and the hub that serves it."""

from collections.abc import AsyncIterator

import pytest

from games.live.hub import Hub
from games.models import Table
from tests.games.live import live_tables


@pytest.fixture
def table(transactional_db: None) -> Table:
    return live_tables.open_table()


@pytest.fixture
async def hub(transactional_db: None) -> AsyncIterator[Hub]:
    started = Hub(forgiving_s=0)
    await started.start()
    yield started
    await started.stop()
