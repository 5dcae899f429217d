"""Cancel tasks reliably, even if a library swallows a cancellation."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 0.1


async def end(tasks: Iterable["asyncio.Task[Any]"]) -> None:
    """Cancel tasks until all have ended. Their errors are ignored.

    Once is not enough: `asyncio.wait_for` of Python 3.11 forgets a cancel that comes in the same turn of the loop as
    what it waited for (python/cpython#86296), and redis-py writes through it.
    """
    going = set(tasks)
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=AGAIN_S)
