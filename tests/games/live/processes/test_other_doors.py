"""A play from another process than the one that owns the table: through Redis to its owner, and without either."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
import redis
from websockets.asyncio.client import connect

from tests.games.live.under_fire import Player
from tests.games.live.whole_site import HELPER, ROOT, Site

pytestmark = pytest.mark.service
REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
AT_ONCE_S = 4.5  # an owner that is not told compares versions every 5 s
PATIENCE_S = 60.0  # a bound, never a wait


class Door:
    """A process without tables, as `web` is."""

    def __init__(self, site: Site) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.games.live.other_door"], cwd=ROOT, text=True, bufsize=1,
            env=site.env | {"UNDERCUT_SHARD": "none"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def up(self) -> "Door":
        """Wait until it is."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "{}\n"
        return self

    def does(self, how: str, seat: "Watcher", action: dict[str, Any], *, cmd_id: str = "") -> dict[str, Any]:
        """Ask it for a play of the seat at the version that the seat has seen."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        wish = {"how": how, "table": seat.table, "seat": "AB".index(seat.letter), "seen": seat.version,
                "cmd_id": cmd_id or str(uuid.uuid4()), "action": action}  # fmt: skip
        self.process.stdin.write(json.dumps(wish) + "\n")
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told

    def close(self) -> None:
        self.process.communicate(timeout=PATIENCE_S)


class Watcher(Player):
    """A seat that only looks on; its plays come by another door."""

    line: Any = None

    async def reach(self, version: int, within: float = AT_ONCE_S) -> None:
        async with asyncio.timeout(within):
            while self.version < version:
                await self.take_in(self.line, json.loads(await self.line.recv()))

    @asynccontextmanager
    async def sits(self) -> AsyncIterator["Watcher"]:
        async with connect(
            self.address, additional_headers=self.headers, origin=self.origin, compression=None, ping_interval=None
        ) as self.line:
            await self.reach(2, within=PATIENCE_S)
            yield self


@asynccontextmanager
async def seated(site: Site) -> AsyncIterator[dict[str, Watcher]]:
    """Both seats of a table, by letter, when it has been dealt."""
    [table] = site.run(str(HELPER), "open", "1")
    async with Watcher(site, table, 0, []).sits() as ann, Watcher(site, table, 1, []).sits() as ben:
        yield {"A": ann, "B": ben}


def mover(seats: dict[str, Watcher]) -> Watcher:
    return seats[seats["A"].view["turn"]]


def choice(seat: Watcher) -> dict[str, Any]:
    """Something that the seat may do and that does not end the deal."""
    return next(action for action in seat.view["actions"] if action["do"] not in ("knock", "gin", "draw_discard"))


async def both_reach(seats: dict[str, Watcher], version: int, within: float = AT_ONCE_S) -> None:
    await asyncio.gather(*(seat.reach(version, within) for seat in seats.values()))


async def test_a_play_of_another_process_goes_through_redis_to_the_owner(
    tmp_path: Path, postgres_database: str
) -> None:
    """Heard by the owner; written and announced; without Redis; without an owner."""
    with ExitStack() as end:
        site = end.enter_context(closing(Site(tmp_path, postgres_database, redis_url=REDIS)))
        door = end.enter_context(closing(Door(site)))
        site.start()
        ear = redis.Redis.from_url(REDIS, socket_timeout=5).pubsub()
        name = f"live.{postgres_database.rsplit('/', 1)[1]}.0"
        await site.is_up()
        await heard_by_its_owner(name)
        ear.psubscribe(f"{name[:-1]}*")
        async with seated(site) as seats:
            door.up()
            await through_redis(door, seats)
            await announced(door, seats)
            said = [message["data"] for message in iter(lambda: ear.get_message(timeout=0.2), None)]
            assert_sealed([data for data in said if isinstance(data, bytes)])
            ear.close()  # whoever listens counts as an owner
            await without_redis(door, seats)
            now, action = mover(seats), choice(mover(seats))
            site.end(signal.SIGKILL)
            told = door.does("act", now, action)
            assert (told["code"], told["v"]) == ("", now.version + 1)
            assert told["s"] < AT_ONCE_S


async def heard_by_its_owner(name: str) -> None:
    """Wait until the owner of the shard listens."""
    line = redis.Redis.from_url(REDIS, socket_timeout=PATIENCE_S)
    async with asyncio.timeout(PATIENCE_S):
        while not line.pubsub_numsub(name)[0][1]:
            await asyncio.sleep(0.05)


async def through_redis(door: Door, seats: dict[str, Watcher]) -> None:
    """The owner answers and both hear of the play; the same again is the same; refused as at the socket."""
    for version in range(3, 7):
        now, cmd_id = mover(seats), str(uuid.uuid4())
        action = choice(now)
        how = "ask" if version % 2 else "act"
        assert door.does(how, now, action, cmd_id=cmd_id)["v"] == version
        assert door.does(how, now, action, cmd_id=cmd_id)["v"] == version
        await both_reach(seats, version)
    other = seats["B" if mover(seats).letter == "A" else "A"]
    refused = door.does("act", other, choice(mover(seats)))
    assert (refused["code"], refused["v"]) == ("E_NOT_TURN", 6)
    assert refused["s"] < AT_ONCE_S


async def announced(door: Door, seats: dict[str, Watcher]) -> None:
    """Written elsewhere and announced: the owner catches up at once, each time."""
    for version in range(7, 10):
        assert door.does("alone", mover(seats), choice(mover(seats)))["v"] == version
        await both_reach(seats, version)


def assert_sealed(said: list[bytes]) -> None:
    assert len(said) == 12, "eight wishes, one that is refused, three announcements"
    assert not [data for data in said if b"table" in data]


async def without_redis(door: Door, seats: dict[str, Watcher]) -> None:
    """The door writes by itself, the owner finds it when it compares versions."""
    now, cmd_id = mover(seats), str(uuid.uuid4())
    action = choice(now)
    first = door.does("deaf", now, action, cmd_id=cmd_id)
    assert (first["code"], first["v"]) == ("", 10)
    assert first["s"] < AT_ONCE_S
    assert door.does("deaf", now, action, cmd_id=cmd_id)["v"] == 10
    await both_reach(seats, 10, within=PATIENCE_S)
