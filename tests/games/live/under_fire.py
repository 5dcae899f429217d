"""Clients that never give up, a proxy that loses, repeats and reorders frames, and a server that is killed
meanwhile."""

import asyncio
import json
import random
import signal
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import WebSocketException

from games.live.audience import looks
from games.live.house import tokens
from tests.games.live.whole_site import HELPER, Site

PATIENCE_S = 0.3  # until a frame is taken for lost
BOUND_S = 120.0  # never a wait
LOST, HELD, REPEATED = 0.03, 0.05, 0.05
FEWEST, MOST = 10, 100  # plays that are acked before each kill
Acks = list[tuple[str, str, int]]  # table, command, version


class Player:
    """One seat: plays at random, resends what was not answered under the same id, remembers every ack."""

    patience_s = PATIENCE_S

    def __init__(self, site: Site, table: dict[str, Any], seat: int, acks: Acks, *, port: int | None = None) -> None:
        self.address = f"ws://127.0.0.1:{port or site.port}{table['path']}"
        self.headers = tokens.header(table["tokens"][seat])
        self.origin = site.origin
        self.table, self.letter, self.acks = table["id"], "AB"[seat], acks
        self.chance = random.Random(f"{table['id']}{seat}")
        self.view: dict[str, Any] = {}
        self.version = -1
        self.online = False
        self.waits: dict[str, Any] | None = None

    async def play(self) -> None:
        while not self.view.get("over"):
            with suppress(OSError, WebSocketException):
                async with connect(
                    self.address, additional_headers=self.headers, origin=self.origin, compression=None,
                    ping_interval=None,
                ) as line:  # fmt: skip
                    self.online = True
                    await self.sit(line)
            self.online = False
            await asyncio.sleep(0.05)

    async def sit(self, line: Any) -> None:
        if self.waits:
            await line.send(json.dumps(self.waits))
        while True:
            try:
                async with asyncio.timeout(self.patience_s):  # wait_for may swallow that we are cancelled
                    text = await line.recv()
            except TimeoutError:  # a frame may be lost, theirs or ours
                await line.send(json.dumps(self.waits or {"k": "sync", "since": max(0, self.version)}))
                continue
            await self.take_in(line, json.loads(text))
            if self.waits is None and self.view and self.view["turn"] == self.letter and self.view["actions"]:
                await self.move(line)

    async def take_in(self, line: Any, frame: dict[str, Any]) -> None:
        """Fold a frame in; what is old comes by a detour, a gap is asked for."""
        kind = frame["k"]
        if kind in ("sync", "resume") and frame["v"] >= self.version:
            self.view, self.version = frame["view"], frame["v"]
        elif kind == "ev" and frame["v"] == self.version + 1:
            self.view = looks.spelled(self.view, frame["set"])
            self.version = frame["v"]
        elif kind == "ev" and frame["v"] > self.version:
            await line.send(json.dumps({"k": "sync", "since": max(0, self.version)}))
        elif kind == "ack":
            self.acks.append((self.table, frame["id"], frame["v"]))
        if kind in ("ack", "no") and self.waits and frame["id"] == self.waits["id"]:
            self.waits = None

    async def move(self, line: Any) -> None:
        plain = [action for action in self.view["actions"] if action["do"] not in ("knock", "gin", "draw_discard")]
        action = self.chance.choice(plain or self.view["actions"])
        self.waits = {"k": "cmd", "id": str(uuid.uuid4()), "v": self.version, "b": 0, **action}
        await line.send(json.dumps(self.waits))


@asynccontextmanager
async def bad_line(site: Site) -> AsyncIterator[int]:
    """A proxy before the site that loses frames, repeats them and lets others overtake them, both ways; its port."""
    chance = random.Random(4)

    async def carry(source: Any, sink: Any) -> None:
        held: list[str] = []
        async for text in source:
            roll = chance.random()
            if roll < LOST:
                continue
            if roll < LOST + HELD:
                held.append(text)
                continue
            for one in (text, *held):
                await sink.send(one)
            held.clear()
            if roll > 1 - REPEATED:
                await sink.send(text)

    async def one(client: Any) -> None:
        path = f"ws://127.0.0.1:{site.port}{client.request.path}"
        who = {"Authorization": client.request.headers["Authorization"]}
        with suppress(OSError, WebSocketException):
            async with connect(
                path, additional_headers=who, origin=site.origin, compression=None, ping_interval=None
            ) as server:
                both = [asyncio.create_task(carry(client, server)), asyncio.create_task(carry(server, client))]
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                for task in both:
                    task.cancel()
                await asyncio.gather(*both, return_exceptions=True)

    async with serve(one, "127.0.0.1", 0, compression=None, ping_interval=None) as proxy:
        yield proxy.sockets[0].getsockname()[1]


@asynccontextmanager
async def playing(players: Sequence[Player]) -> AsyncIterator[None]:
    """Everybody plays for the time of the block."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results if result is not None), results


async def more_acks(acks: Acks, among: Sequence[str] = (), *, at_least: int = 1) -> float:
    """Wait until so many more plays are acked (at these tables); how long it took, in seconds."""

    def count() -> int:
        return sum(1 for table, _, _ in acks if table in among) if among else len(acks)

    known, began = count(), time.monotonic()
    while count() < known + at_least:
        await asyncio.sleep(0.01)
        assert time.monotonic() - began < BOUND_S, "play does not go on"
    return time.monotonic() - began


async def cut_off(players: Sequence[Player]) -> None:
    """Wait until these players' lines are down: what was on its way when their server died has arrived by then."""
    began = time.monotonic()
    while any(player.online for player in players):
        await asyncio.sleep(0.01)
        assert time.monotonic() - began < BOUND_S, "somebody is still served"


async def torment(site: Site, acks: Acks, *, kills: int, tables: int) -> float:
    """Play at all tables over a bad line while the server is killed again and again; the longest time, in seconds, that
    a new server took to its first ack."""
    opened = site.run(str(HELPER), "open", str(tables))
    chance, back = random.Random(9), 0.0
    async with bad_line(site) as port:
        players = [Player(site, table, seat, acks, port=port) for table in opened for seat in (0, 1)]
        async with playing(players):
            for turn in range(kills + 1):
                site.start()
                back = max(back, await more_acks(acks))
                await more_acks(acks, at_least=chance.randint(FEWEST, MOST))
                await asyncio.sleep(chance.uniform(0, 0.05))
                await asyncio.to_thread(site.end, signal.SIGKILL if turn < kills else signal.SIGTERM)
    return back
