"""Clients for the load bench: plain asyncio protocols that speak websocket by hand, so that the server is the limit."""

import asyncio
import base64
import os
import random
import struct
import time
from typing import Any

import orjson


class Seat(asyncio.Protocol):
    """One player: answers its turn at once with a random lawful action, and times its acks."""

    def __init__(self, path: str, host: str, letter: str, times: list[float], seed: int) -> None:
        self.path, self.host, self.letter, self.times = path, host, letter, times
        self.chance = random.Random(seed)
        self.buffer = b""
        self.open = False
        self.version = 0
        self.view: dict[str, Any] = {}
        self.sent_at = 0.0
        self.number = 0
        self.bytes_in = 0
        self.refused = 0
        self.over = False
        self.prefix = f"00000000-0000-4000-{seed:04x}-"

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

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
            if len(data) < start + size:
                break
            kind = data[at] & 15
            if kind == 1:
                self._frame(orjson.loads(data[start : start + size]))
            elif kind == 9:
                self._write(10, data[start : start + size])
            elif kind == 8:
                self.over = True
            at = start + size
        self.buffer = data[at:]

    def _frame(self, frame: dict[str, Any]) -> None:
        kind = frame["k"]
        if kind == "ev":
            self.version = frame["v"]
            self._look(frame["set"])
            self._move()
        elif kind == "ack":
            self.times.append(time.perf_counter() - self.sent_at)
        elif kind in ("sync", "resume"):
            self.version = frame["v"]
            self._look(frame["view"])
            self._move()
        elif kind == "ping":
            self._write(1, orjson.dumps({"k": "pong", "n": frame["n"]}))
        elif kind == "no":
            self.refused += 1

    def _look(self, changed: dict[str, Any]) -> None:
        """Keep what a move needs of the view; spell the word "discards" (docs/live-wire.md)."""
        self.view |= {key: changed[key] for key in ("turn", "hand", "taken", "actions") if key in changed}
        if self.view["actions"] == "discards":
            taken = self.view["taken"]
            barred = taken["card"] if taken and taken["from"] == "pile" else None
            self.view["actions"] = [{"do": "discard", "card": card} for card in self.view["hand"] if card != barred]

    def _move(self) -> None:
        if self.view["turn"] != self.letter or not self.view["actions"]:
            return
        plain = [action for action in self.view["actions"] if action["do"] != "draw_discard"]
        ends = [action for action in plain if action["do"] in ("knock", "gin")]
        self.number += 1
        command = {"k": "cmd", "id": f"{self.prefix}{self.number:012x}", "v": self.version, "b": 0}
        self.sent_at = time.perf_counter()
        self._write(1, orjson.dumps(command | (ends[0] if ends else self.chance.choice(plain))))

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        self.transport.write(bytes([128 | kind]) + length + b"\0\0\0\0" + payload)  # mask of zeros: the payload itself


async def sit_down(host: str, port: int, tables: list[tuple[str, list[str]]], times: list[float]) -> list[Seat]:
    """Connect both seats of every table (path, tokens)."""
    loop = asyncio.get_running_loop()
    seats = []
    for number, (path, tokens) in enumerate(tables):
        for at, token in enumerate(tokens):
            seat = Seat(f"{path}?token={token}", f"{host}:{port}", "AB"[at], times, number * 2 + at)
            await loop.create_connection(lambda seat=seat: seat, host, port)
            seats.append(seat)
    return seats


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies, in ms."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
