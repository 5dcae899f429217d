"""A cancelled task ends, even if a library swallows the first cancellation."""

import asyncio
import os
from typing import Any

import pytest

from games.live.processes import cancelling, channel

REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
PATIENCE_S = 30.0


async def test_a_task_that_forgets_that_it_was_cancelled_ends_nevertheless() -> None:
    forgotten = 0

    async def forgets() -> None:
        nonlocal forgotten
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                forgotten += 1
                if forgotten == 3:
                    raise

    async def fails() -> None:
        raise ValueError

    tasks = [asyncio.create_task(forgets()), asyncio.create_task(fails())]
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE_S):
        await cancelling.end(tasks)
    assert forgotten == 3
    assert tasks[0].cancelled()
    assert isinstance(tasks[1].exception(), ValueError)
    await cancelling.end([])


@pytest.mark.service
async def test_who_listens_ends_at_whatever_turn_of_the_loop_it_is_asked_to(settings: Any) -> None:
    """On its way to Redis many a turn forgets a cancel: a server that was stopped then stood until it was killed."""
    settings.REDIS_URL = REDIS
    for turns in range(80):
        listening = asyncio.create_task(channel.listen(0, lambda said: None))
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE_S):
            await cancelling.end([listening])
        assert listening.cancelled()
