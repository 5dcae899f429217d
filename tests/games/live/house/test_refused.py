"""A house player whose command comes too late: somebody at its board was quicker."""

import asyncio
import random
from typing import Any

import orjson
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from games.live import wire
from games.live.audience import looks
from games.live.house.house import Chair, Place
from games.live.setup.terms import LETTERS
from tests.games.live.audience.test_frames_hide import random_steps, terms

BOUND_S = 30


async def test_it_decides_anew_at_the_next_version_on_the_same_line() -> None:
    shown = the_first_turn()
    seat = LETTERS.index(shown["turn"])
    sent: list[dict[str, Any]] = []
    lines, decided = 0, asyncio.Event()

    async def table(line: ServerConnection) -> None:
        nonlocal lines
        lines += 1
        await line.send(wire.pack({"k": "sync", "v": 7, "view": shown}), text=True)
        sent.append(orjson.loads(await line.recv()))
        await line.send(wire.no("stale", 8, sent[0]["id"]), text=True)
        await line.send(wire.pack({"k": "ev", "v": 8, "ev": [], "set": {}}), text=True)
        sent.append(orjson.loads(await line.recv()))
        decided.set()
        await line.wait_closed()

    async with serve(table, "127.0.0.1", 0, subprotocols=[Subprotocol(wire.PROTOCOL)]) as server:
        port = server.sockets[0].getsockname()[1]
        chair = Chair(Place("table", seat, 1, "novice", pause=False), f"http://127.0.0.1:{port}", "http://here", "fast")
        playing = asyncio.create_task(chair.play())
        try:
            await asyncio.wait_for(decided.wait(), BOUND_S)
        finally:
            playing.cancel()
    assert [one["v"] for one in sent] == [7, 8]
    assert sent[0]["id"] != sent[1]["id"]
    assert lines == 1


def the_first_turn() -> dict[str, Any]:
    """The view of whoever is to move first in a deal of gin."""
    fixed = terms("gin-rummy-com")
    for _, after, _ in random_steps(fixed, random.Random(1), 20):
        for seat in range(2):
            shown = looks.view(fixed, after, seat)
            if shown["turn"] == LETTERS[seat] and shown["actions"]:
                return shown
    raise AssertionError("nobody was to move")
