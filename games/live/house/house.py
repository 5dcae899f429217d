"""House players as clients: each plays through the same websocket as people do and decides in this process."""

import asyncio
import logging
import random
import secrets
import time
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import orjson
from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.db.models import Exists, OuterRef, Q
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin, Subprotocol

from duework import services as duework
from games import engine
from games.engine import codec
from games.live import wire
from games.live.audience import looks
from games.live.house import tokens
from games.live.house.reading import event_from_json, is_here, view_from_json
from games.live.processes import cancelling
from games.live.setup.terms import LETTERS
from games.live.store import loading
from games.models import Seat, Status
from games.players import Player, make_player

logger = logging.getLogger(__name__)
POLL_S = 0.2
BEAT_S = 10.0
PAUSE_S = (0.6, 1.5)
BACK_OFF_S = (0.1, 2.0)
SILENCE_S = 20.0
FAREWELLS = ((wire.POLICY, "auth"), (wire.POLICY, wire.CLOSED), (wire.LATER, wire.UNUSED))


class Lost(Exception):
    """A house player no longer knows the state of its table."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that the house plays. `pause`: it waits between moves so that people can follow."""

    table: str
    seat: int
    user_id: int
    level: str
    pause: bool


def open_places() -> list[Place]:
    """The house's seats at tables under play that are between house players alone, or in the memory of a process. Where
    no person has come for a minute, the house leaves too, so that it does not sit for ever at abandoned tables."""
    close_old_connections()
    people = Seat.objects.filter(table=OuterRef("table"), house_level="")
    rows = Seat.objects.filter(table__status=Status.PLAYING).exclude(house_level="").select_related("table")
    rows = rows.filter(Q(table__owner__isnull=False) | ~Exists(people))
    return [
        Place(
            row.table.public_id,
            row.seat,
            row.user_id,
            row.house_level,
            row.table.settings.get("pace", "people") == "people",
        )
        for row in rows
    ]


class Chair:
    """One house player at one seat; it reconnects until the table is over or nobody else is there."""

    def __init__(self, place: Place, server: str, origin: str, pace: str) -> None:
        self.place = place
        self.server = server.rstrip("/").replace("http", "ws", 1)
        self.origin = origin
        self.pause = place.pause if pace == "table" else pace == "people"
        self.player: Player = make_player(place.level, secrets.randbits(63))
        self.view: dict[str, Any] = {}
        self.version = -1
        self.answered = -1
        self.unanswered: bytes | None = None

    async def play(self) -> None:
        """Play until the table is over, closed to us or unused; reconnect with growing pauses."""
        wait = BACK_OFF_S[0]
        while True:
            try:
                async with connect(
                    self._address(), additional_headers=self._header(), origin=Origin(self.origin),
                    subprotocols=[Subprotocol(wire.PROTOCOL)], compression=None,
                    ping_interval=None, max_size=1 << 20, open_timeout=20, close_timeout=1,
                ) as socket:  # fmt: skip
                    wait = BACK_OFF_S[0]
                    await self._sit(socket)
            except ConnectionClosed as closed:
                frame = closed.rcvd
                if frame and (frame.code == wire.OVER or (frame.code, frame.reason) in FAREWELLS):
                    return
            except (OSError, InvalidHandshake, TimeoutError):
                logger.debug("no server for %s yet", self.place)
            except Lost as refusal:
                logger.warning("%s starts again: %s", self.place, refusal)
                self.version = self.answered = -1
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            wait = min(wait * 2, BACK_OFF_S[1])

    def _address(self) -> str:
        known = f"?since={self.version}" if self.version >= 0 else ""
        return f"{self.server}{loading.ws_path(self.place.table)}{known}"

    def _header(self) -> dict[str, str]:
        return tokens.header(tokens.write(tokens.Token(self.place.table, self.place.seat, self.place.user_id)))

    async def _sit(self, socket: ClientConnection) -> None:
        if self.unanswered:
            await socket.send(self.unanswered, text=True)
        while True:
            async with asyncio.timeout(SILENCE_S):
                frame = orjson.loads(await socket.recv())
            if frame["k"] == "ping":
                await socket.send(wire.pack({"k": "pong", "n": frame["n"]}), text=True)
            elif self._take_in(frame):
                await self._move(socket)

    def _take_in(self, frame: dict[str, Any]) -> bool:
        """Fold a frame into what is known, and return whether there may be something to do. Raises Lost on a gap or a
        refusal."""
        kind = frame["k"]
        if kind in ("ack", "no"):
            self.unanswered = None
            # Stale: somebody at this board was quicker, and what they did has come or is under way.
            if kind == "no" and frame["code"] not in ("over", "stale"):
                raise Lost(str(frame))
        elif kind == "ev" and frame["v"] == self.version + 1:
            self.view = looks.spelled(self.view, frame["set"])
            self._see(frame["ev"], self.view)
            self.version = frame["v"]
        elif kind in ("resume", "sync"):
            for events in frame.get("ev", ()):
                self._see(events, frame["view"])
            self.view, self.version = frame["view"], frame["v"]
        elif kind == "ev" and frame["v"] > self.version:
            raise Lost(f"version {frame['v']} after {self.version}")
        return bool(self.view)

    def _see(self, events: list[dict[str, Any]], view: dict[str, Any]) -> None:
        """Take in the events of this player's own board; the other boards play with other packs."""
        for data in events:
            event = event_from_json(data, engine.VARIANTS[view["rules"]].pack)
            if event is not None and is_here(data, view):
                self.player.see(event)

    async def _move(self, socket: ClientConnection) -> None:
        """Decide and send a move, once for each version at which it is this player's turn."""
        mine = self.view["turn"] == LETTERS[self.place.seat] and self.view["actions"]
        if not mine or self.answered == self.version or self.unanswered:
            return
        self.answered = self.version
        if self.pause:
            await asyncio.sleep(random.uniform(*PAUSE_S))
        view = view_from_json(self.view)
        action = codec.action_to_json(self.player.choose(view), view.pack)
        board = self.view.get("board") or 0
        command = {"k": "cmd", "id": str(uuid.uuid4()), "v": self.version, "b": board, **action}
        self.unanswered = wire.pack(command)
        await socket.send(self.unanswered, text=True)


async def serve(server: str, origin: str, pace: str, ended: asyncio.Event) -> None:
    """Sit down wherever the house has a seat, until `ended`. Report every 10 s that the house runs."""
    beat_at = 0.0
    seated: dict[tuple[str, int], asyncio.Task[None]] = {}
    while not ended.is_set():
        try:
            places = await sync_to_async(open_places, thread_sensitive=False)()
            if time.monotonic() >= beat_at:
                await sync_to_async(duework.beat, thread_sensitive=False)("house", now=datetime.now(UTC))
                beat_at = time.monotonic() + BEAT_S
        except Exception:
            logger.exception("the tables could not be read")
            places = []
        for place in places:
            key = (place.table, place.seat)
            if key not in seated:
                task = asyncio.create_task(Chair(place, server, origin, pace).play())
                seated[key] = task
                task.add_done_callback(partial(_stand_up, seated, key))
        try:
            await asyncio.wait_for(ended.wait(), POLL_S)
        except TimeoutError:
            continue
    await cancelling.end(seated.values())


def _stand_up(seated: dict[tuple[str, int], "asyncio.Task[None]"], key: tuple[str, int], task: Any) -> None:
    seated.pop(key, None)
    if not task.cancelled() and task.exception():
        logger.error("a house player failed at %s", key, exc_info=task.exception())
