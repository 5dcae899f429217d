"""Listening to other processes goes on after a message that nobody understands, and on a connection that has gone
silent."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import pytest
import redis
from asgiref.sync import sync_to_async

from games.live.processes import cancelling, channel
from games.live.table.commands import Answer
from tests.games.live.slow_line import line_to

pytestmark = pytest.mark.service
REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
PATIENCE_S = 60.0


class Ear:
    """Hears what is said to shard 0, and does not understand everything."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    def hear(self, said: Mapping[str, Any]) -> None:
        self.heard.append(said["v"])

    async def has(self, *versions: int) -> None:
        """Say the last of these until it has been heard, after those before it."""
        async with asyncio.timeout(PATIENCE_S):
            while self.heard[-1:] != [versions[-1]]:
                await sync_to_async(tell)({"v": versions[-1]})
                await asyncio.sleep(0.05)
        assert list(dict.fromkeys(self.heard)) == list(versions)


def tell(said: Mapping[str, Any]) -> int:
    """Past the line that listens."""
    with redis.Redis.from_url(REDIS) as line:
        return int(line.publish(channel._name(0), channel._sealed(channel._name(0), said)))


@asynccontextmanager
async def listening() -> AsyncIterator[Ear]:
    ear = Ear()
    task = asyncio.create_task(channel.listen(0, ear.hear))
    try:
        yield ear
    finally:
        await cancelling.end([task])


async def test_a_message_that_is_not_understood_costs_itself_alone(settings: Any) -> None:
    settings.REDIS_URL = REDIS
    async with listening() as ear:
        await ear.has(1)
        assert await sync_to_async(tell)({"of": "another version of the site"}) == 1
        await ear.has(1, 2)


async def test_a_line_that_has_gone_silent_is_given_up_for_another(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a firewall has forgotten it: nothing comes, nothing breaks."""
    monkeypatch.setattr(channel, "SILENT_S", 0.3)
    monkeypatch.setattr(channel, "AGAIN_S", 0.05)
    async with line_to(REDIS) as (line, settings.REDIS_URL), listening() as ear:
        await ear.has(1)
        line.swallow()
        before = line.connected
        await ear.has(1, 2)
        assert line.connected > before


async def test_answers_go_by_the_line_that_listens(settings: Any) -> None:
    """Where Redis is far away, to connect for each answer took longer than its asker waits."""
    async with line_to(REDIS) as (line, settings.REDIS_URL), listening() as ear:
        await ear.has(1)
        for version in range(3):
            reply = f"live.reply.{uuid4()}"
            await channel.answer(reply, Answer(uuid4(), version))
            told = await sync_to_async(channel._client(REDIS).brpop)([reply], timeout=2)
            assert channel._opened(reply, told[1]) == {"v": version, "code": "", "rule": ""}
        assert line.connected == 2, "who listens, and who answers"


async def test_a_slow_line_is_no_silent_one(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "SILENT_S", 1.0)
    async with line_to(REDIS, delay_s=0.15) as (line, settings.REDIS_URL), listening() as ear:
        await ear.has(1)
        before, passed = line.connected, line.passed
        async with asyncio.timeout(PATIENCE_S):
            while line.passed < passed + 6:  # asked three times whether it is there, and answered
                await asyncio.sleep(0.05)
        await ear.has(1, 2)
        assert line.connected == before
