"""kill -9 of the server in the middle of deals, again and again: every acked play is there and play goes on."""

import asyncio
import json
import os
import random
import secrets
import signal
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from games.live import looks
from tests.games.live.whole_site import HELPER, Site

KILLS = 20
TABLES = 12


class Player:
    """One seat: plays at random, resends what was not answered under the same id, remembers every ack."""

    def __init__(self, site: Site, table: dict[str, Any], seat: int, acks: list[tuple[str, str, int]]) -> None:
        self.address = f"ws://127.0.0.1:{site.port}{table['path']}?token={table['tokens'][seat]}"
        self.origin = f"http://127.0.0.1:{site.port}"
        self.table, self.letter, self.acks = table["id"], "AB"[seat], acks
        self.chance = random.Random(f"{table['id']}{seat}")
        self.view: dict[str, Any] = {}
        self.version = -1
        self.waits: dict[str, Any] | None = None

    async def play(self) -> None:
        while not self.view.get("over"):
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.address, origin=self.origin, compression=None, ping_interval=None) as line:
                    await self.sit(line)
            await asyncio.sleep(0.05)

    async def sit(self, line: Any) -> None:
        if self.waits:
            await line.send(json.dumps(self.waits))
        async for text in line:
            frame = json.loads(text)
            if frame["k"] in ("sync", "resume"):
                self.view, self.version = frame["view"], frame["v"]
            elif frame["k"] == "ev":
                assert frame["v"] == self.version + 1
                self.view = looks.spelled(self.view, frame["set"])
                self.version = frame["v"]
            elif frame["k"] in ("ack", "no"):
                assert self.waits is not None
                assert frame["id"] == self.waits["id"]
                if frame["k"] == "ack":
                    self.acks.append((self.table, frame["id"], frame["v"]))
                self.waits = None
            if self.waits is None and self.view and self.view["turn"] == self.letter and self.view["actions"]:
                await self.move(line)

    async def move(self, line: Any) -> None:
        plain = [action for action in self.view["actions"] if action["do"] not in ("knock", "gin", "draw_discard")]
        action = self.chance.choice(plain or self.view["actions"])
        self.waits = {"k": "cmd", "id": str(uuid.uuid4()), "v": self.version, "b": 0, **action}
        await line.send(json.dumps(self.waits))


async def torment(site: Site, acks: list[tuple[str, str, int]]) -> list[float]:
    """Play at all tables while the server is killed; how long each new server took to its first ack, in seconds."""
    tables = site.run(str(HELPER), "open", str(TABLES))
    players = [asyncio.create_task(Player(site, table, seat, acks).play()) for table in tables for seat in (0, 1)]
    back: list[float] = []
    chance = random.Random(9)
    for turn in range(KILLS + 1):
        known, began = len(acks), time.monotonic()
        site.start()
        while len(acks) == known:
            await asyncio.sleep(0.01)
            assert time.monotonic() - began < 30, "play does not go on"
        back.append(time.monotonic() - began)
        await asyncio.sleep(chance.uniform(0.05, 0.6))
        await asyncio.to_thread(site.end, signal.SIGKILL if turn < KILLS else signal.SIGTERM)
    for player in players:
        player.cancel()
    results = await asyncio.gather(*players, return_exceptions=True)
    assert not [result for result in results if isinstance(result, AssertionError)]
    return back


async def survives(site: Site, folder: Path) -> None:
    acks: list[tuple[str, str, int]] = []
    back = await torment(site, acks)
    (folder / "acks.json").write_text(json.dumps(acks))
    verdict = site.run(str(HELPER), "check", str(folder / "acks.json"))
    print(f"{KILLS} kills, {verdict}, back after {max(back):.1f} s at most")
    assert verdict["acks"] > 20 * KILLS
    assert (verdict["missing"], verdict["gaps"], verdict["different"]) == (0, 0, 0)


@pytest.mark.long
async def test_no_acked_play_is_lost_on_sqlite(tmp_path: Path) -> None:
    await survives(Site(tmp_path, ""), tmp_path)


@pytest.fixture
def postgres_database() -> Iterator[str]:
    """A database of its own on the server that the environment names, or on the standard local port."""
    server = os.environ.get("UNDERCUT_TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    name = f"undercut_crash_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
    yield f"{server.rsplit('/', 1)[0]}/{name}"
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.long
@pytest.mark.service
async def test_no_acked_play_is_lost_on_postgresql(tmp_path: Path, postgres_database: str) -> None:
    await survives(Site(tmp_path, postgres_database), tmp_path)
