"""Clients for the load bench: plain asyncio protocols that speak websocket by hand, so that the server is the limit."""

import asyncio
import base64
import os
import random
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

NEW_SOCKETS_AT_ONCE = 50
MOST_FROM_ADDRESS = 250


@dataclass(slots=True)
class Pace:
    """How fast tables are played: `every` seconds between two moves of a table; 0: at once, None: not at all. `acks`
    are the seconds from a move to its ack, `told` those to the opponent's news."""

    every: float | None = None
    acks: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Board:
    """What both clients of one table know about its last move: the version it makes and when it was sent."""

    pace: Pace
    version: int = -1
    sent_at: float = 0.0
    due_at: float = 0.0


class Line(asyncio.Protocol):
    """A websocket to `path`; a subclass handles every text frame."""

    headers: Mapping[str, str] = {}  # that the handshake brings along

    def __init__(self, path: str, host: str) -> None:
        self.path, self.host = path, host
        self.buffer = b""
        self.open = False
        self.bytes_in = 0
        self.over = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        more = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{more}\r\n".encode()
        )

    def connection_lost(self, _: Exception | None) -> None:
        self.over = True

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        self.buffer += data
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.open, self.buffer = True, rest
        self._frames()

    def _frames(self) -> None:
        data, at = self.buffer, 0
        while len(data) - at >= 2:
            size, start = data[at + 1] & 127, at + 2
            if size == 126:
                if len(data) - at < 4:
                    break
                size, start = struct.unpack_from(">H", data, at + 2)[0], at + 4
            elif size == 127:
                if len(data) - at < 10:
                    break
                size, start = struct.unpack_from(">Q", data, at + 2)[0], at + 10
            if len(data) < start + size:
                break
            kind = data[at] & 15
            if kind == 1:
                self.heard(data[start : start + size])
            elif kind == 9:
                self.write(10, data[start : start + size])
            elif kind == 8:
                self.over = True
            at = start + size
        self.buffer = data[at:]

    def heard(self, text: bytes) -> None:
        raise NotImplementedError

    def write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)  # mask of zeros: the payload itself


class Player(Line):
    """One seat of a table on any server: it moves in its turn, and times its acks and the opponent's news."""

    def __init__(self, path: str, host: str, board: Board, seed: int) -> None:
        super().__init__(path, host)
        self.board, self.chance = board, random.Random(seed)
        self.version = -1
        self.refused = 0

    def is_my_turn(self) -> bool:
        raise NotImplementedError

    def move(self) -> None:
        """Send one move by `send`."""
        raise NotImplementedError

    def send(self, text: bytes) -> None:
        """Send a move decided at the present version."""
        self.board.version, self.board.sent_at = self.version + 1, time.perf_counter()
        self.write(1, text)

    def news(self, version: int, *, own: bool) -> None:
        """A new version of the table has come; `own`: by this player's move."""
        self.version = version
        if version == self.board.version and not own:
            self.board.pace.told.append(time.perf_counter() - self.board.sent_at)

    def acked(self) -> None:
        self.board.pace.acks.append(time.perf_counter() - self.board.sent_at)

    def go_on(self) -> None:
        """Move now, or when the table's next move is due."""
        every = self.board.pace.every
        if every is None or self.over or not self.is_my_turn():
            return
        if every == 0:
            self.move()
            return
        now = time.perf_counter()
        self.board.due_at += every
        if self.board.due_at < now:
            self.board.due_at = now + self.chance.uniform(0, every)  # the first moves are spread evenly
        asyncio.get_running_loop().call_later(self.board.due_at - now, self._paced, self.version)

    def _paced(self, version: int) -> None:
        if self.board.pace.every is not None and version == self.version and not self.over and self.is_my_turn():
            self.move()


class Seat(Player):
    """A seat at one of our tables: it plays random lawful actions, but knocks or calls gin as soon as it may."""

    def __init__(self, path: str, host: str, board: Board, seed: int, letter: str, headers: Mapping[str, str]) -> None:
        super().__init__(path, host, board, seed)
        self.headers = headers
        self.letter = letter
        self.view: dict[str, Any] = {}
        self.number = 0
        self.mine = False
        self.prefix = f"00000000-0000-4000-{seed:04x}-"

    def heard(self, text: bytes) -> None:
        frame = orjson.loads(text)
        kind = frame["k"]
        if kind == "ev":
            self._look(frame["set"])
            self.news(frame["v"], own=self.mine)
            self.mine = False
            self.go_on()
        elif kind == "ack":
            self.mine = True  # the ack comes before the news
            self.acked()
        elif kind in ("sync", "resume"):
            self.version = frame["v"]
            self._look(frame["view"])
            self.go_on()
        elif kind == "ping":
            self.write(1, orjson.dumps({"k": "pong", "n": frame["n"]}))
        elif kind == "no":
            self.refused += 1

    def _look(self, changed: dict[str, Any]) -> None:
        """Keep what a move needs of the view; expand the word "discards" (docs/live-wire.md)."""
        self.view |= {key: changed[key] for key in ("turn", "hand", "taken", "actions") if key in changed}
        if self.view["actions"] == "discards":
            taken = self.view["taken"]
            barred = taken["card"] if taken and taken["from"] == "pile" else None
            self.view["actions"] = [{"do": "discard", "card": card} for card in self.view["hand"] if card != barred]

    def is_my_turn(self) -> bool:
        return bool(self.view and self.view["turn"] == self.letter and self.view["actions"])

    def move(self) -> None:
        plain = [action for action in self.view["actions"] if action["do"] != "draw_discard"]
        ends = [action for action in plain if action["do"] in ("knock", "gin")]
        self.number += 1
        command = {"k": "cmd", "id": f"{self.prefix}{self.number:012x}", "v": self.version, "b": 0}
        self.send(orjson.dumps(command | (ends[0] if ends else self.chance.choice(plain))))


class Watcher(Line):
    """A spectator who only watches."""

    def heard(self, text: bytes) -> None:
        if b'"k":"ping"' in text:
            self.write(1, orjson.dumps({"k": "pong", "n": orjson.loads(text)["n"]}))


class Flooder(Line):
    """A stranger who sends bad frames as fast as possible until it is disconnected: no JSON, too large, too deep,
    another's command, the same again."""

    frames = (
        b"no JSON", b"x" * 5000, b"[" * 3000, b'{"k":"what"}', b'{"k":"cmd","id":"x"}',
        *[b'{"k":"cmd","id":"00000000-0000-4000-8000-000000000000","v":2,"do":"draw_stock"}'] * 3,
        *[b'{"k":"sync","since":0}'] * 22,
    )  # fmt: skip

    def heard(self, text: bytes) -> None:
        if self.frames:
            for frame in self.frames:
                self.write(1, frame)
            self.frames = ()


async def flood(host: str, port: int, paths: Sequence[str]) -> None:
    """Run one flooder at each of these tables, who comes back half a second after it is disconnected; until
    cancelled."""

    async def one(path: str) -> None:
        while True:
            line = Flooder(path, f"{host}:{port}")
            transport, _ = await asyncio.get_running_loop().create_connection(lambda line=line: line, host, port)
            while not line.over:
                await asyncio.sleep(0.05)
            transport.close()
            await asyncio.sleep(0.5)

    await asyncio.gather(*map(one, paths))


async def connect(host: str, port: int, lines: Sequence[Line], *, from_many: bool = False) -> None:
    """Open all sockets and wait until each is a websocket. `from_many`: from several addresses of this machine, because
    a table's server allows 300 from one."""

    async def one(at: int, line: Line) -> None:
        address = (f"127.0.0.{2 + at // MOST_FROM_ADDRESS}", 0) if from_many else None
        await asyncio.get_running_loop().create_connection(lambda: line, host, port, local_addr=address)

    for at in range(0, len(lines), NEW_SOCKETS_AT_ONCE):
        await asyncio.gather(*(one(at + n, line) for n, line in enumerate(lines[at : at + NEW_SOCKETS_AT_ONCE])))
        await until(lambda some=lines[at : at + NEW_SOCKETS_AT_ONCE]: all(line.open or line.over for line in some))


async def until(ready: Callable[[], bool], patience: float = 60.0) -> None:
    """Wait until a condition is true; raises SystemExit if that takes too long."""
    end = time.monotonic() + patience
    while not ready():
        if time.monotonic() > end:
            raise SystemExit("the bench waited in vain")
        await asyncio.sleep(0.02)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, in ms."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
