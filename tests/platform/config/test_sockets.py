"""The tables' websocket: text goes straight in and out, and everything else as in the library."""

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from websockets.protocol import Protocol

from config import sockets
from games.live.wire import DIRECT

HEAD = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CONTINUED, CLOSE, PING, PONG, FIN = 1, 2, 0, 8, 9, 10, 128


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Says every text back and how it came: directly, or as a message; "long N" asks for N letters, "both X"
    for X first, held until the answer goes."""
    socket = scope["extensions"][DIRECT]["socket"]

    def heard(text: str) -> None:
        if text.startswith("both "):
            assert socket.tell(text[5:].encode(), more=True)
        told = "x" * int(text[5:]) if text.startswith("long ") else f"direct {text}"
        assert socket.tell(told.encode())

    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        if message.get("text") == "listen":
            socket.listen(heard)
        if message.get("text") == "go":
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.send", "text": f"message {message.get('text') or message['bytes'].decode()}"})


class Client:
    """Speaks websocket byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def say(self, *frames: bytes) -> None:
        self.writer.write(b"".join(frames))

    async def frame(self) -> tuple[int, bytes]:
        first, size = await asyncio.wait_for(self.reader.readexactly(2), 60)
        if size == 126:
            (size,) = struct.unpack(">H", await self.reader.readexactly(2))
        return first & 15, await self.reader.readexactly(size)

    async def hears(self, *texts: str) -> None:
        for text in texts:
            assert await self.frame() == (TEXT, text.encode())

    async def is_closed(self, code: int) -> None:
        kind, payload = await self.frame()
        assert (kind, int.from_bytes(payload[:2], "big")) == (CLOSE, code)


def frame(payload: bytes | str, kind: int = FIN | TEXT) -> bytes:
    """A frame as a browser sends it, masked."""
    payload, mask = payload.encode() if isinstance(payload, str) else payload, os.urandom(4)
    size = len(payload)
    length = bytes([128 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
    return bytes([kind]) + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


@asynccontextmanager
async def served(application: Any, **named: Any) -> AsyncIterator[int]:
    """The port where this application's sockets are served, in the loop of the test."""
    config = uvicorn.Config(
        application, port=0, ws="config.sockets:TableSocket", ws_max_size=16384, ws_per_message_deflate=False,
        lifespan="off", log_level="critical", timeout_graceful_shutdown=1, **named,
    )  # fmt: skip
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await serving


async def connected(port: int) -> Client:
    """One whose handshake is done."""
    found = Client(*await asyncio.open_connection("127.0.0.1", port))
    found.say(HEAD)
    assert b" 101 " in await found.reader.readuntil(b"\r\n\r\n")
    return found


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """One who is listened to directly."""
    async with served(echo) as port:
        found = await connected(port)
        found.say(frame("listen"))
        await found.hears("message listen")
        yield found
        found.writer.close()


async def test_text_goes_in_and_out_directly_whatever_its_length(client: Client) -> None:
    client.say(frame("a"), frame(""), frame("ü" * 200), frame("b"))
    await client.hears("direct a", "direct ", f"direct {'ü' * 200}", "direct b")
    for size in (125, 126, 5000):
        client.say(frame(f"long {size}"))
        await client.hears("x" * size)


async def test_what_is_held_leaves_before_what_follows_it(client: Client) -> None:
    client.say(frame("both ack"), frame("last"))
    await client.hears("ack", "direct both ack", "direct last")


async def test_what_a_commit_has_for_one_socket_leaves_in_one_write() -> None:
    writes: list[bytes] = []

    async def two(scope: dict[str, Any], receive: Any, send: Any) -> None:
        table_socket = scope["extensions"][DIRECT]["socket"]
        await receive()
        await send({"type": "websocket.accept"})
        transport = table_socket.transport
        table_socket.transport = SimpleNamespace(is_closing=lambda: False, write=writes.append)
        table_socket.tell(b"ack", more=True)
        table_socket.tell(b"event")
        table_socket.transport = transport
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async with served(two) as port:
        await connected(port)
        async with asyncio.timeout(30):
            while not writes:
                await asyncio.sleep(0.01)
    assert writes == [b"\x81\x03ack\x81\x05event"]


async def test_a_frame_may_come_byte_by_byte(client: Client) -> None:
    for byte in frame("a" * 130) + frame("b"):
        client.say(bytes([byte]))
        await client.writer.drain()
        await asyncio.sleep(0)
    await client.hears(f"direct {'a' * 130}", "direct b")


async def test_messages_keep_their_order_in_pieces_too(client: Client) -> None:
    client.say(frame("1"), frame("2", TEXT), frame("2", FIN | CONTINUED), frame("3"), frame("4", FIN | BINARY))
    await client.hears("direct 1", "message 22", "message 3", "message 4")
    client.say(frame("5"))
    await client.hears("direct 5")


async def test_a_ping_between_two_texts_is_answered(client: Client) -> None:
    client.say(frame("a"), frame("now", FIN | PING), frame("b"))
    await client.hears("direct a")
    assert await client.frame() == (PONG, b"now")
    await client.hears("direct b")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        pytest.param(frame("x" * 16385), 1009, id="too large"),
        pytest.param(b"\x81\xff" + (1 << 40).to_bytes(8, "big"), 1009, id="far too large"),
        pytest.param(b"\x81\x01x", 1002, id="not masked"),
        pytest.param(frame(b"\xff\xfe"), 1007, id="not UTF-8"),
        pytest.param(frame("x", FIN | CONTINUED), 1002, id="goes on with nothing"),
        pytest.param(frame("x", FIN | 5), 1002, id="of no kind"),
        pytest.param(frame("x", TEXT) + frame("y"), 1002, id="text in the midst of another"),
        pytest.param(frame((1001).to_bytes(2, "big"), FIN | CLOSE), 1001, id="a farewell"),
    ],
)
async def test_what_is_against_the_protocol_ends_the_socket_and_nothing_after_it_is_heard(
    client: Client, bad: bytes, code: int
) -> None:
    client.say(frame("before"), bad, frame("after"))
    await client.hears("direct before")
    await client.is_closed(code)


async def test_after_our_close_text_is_not_even_read_and_a_farewell_ends_the_socket(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def receive_data(self: Protocol, data: bytes) -> None:
        read.append(data[0] & 15)
        received(self, data)

    received = Protocol.receive_data
    monkeypatch.setattr(Protocol, "receive_data", receive_data)
    client.say(frame("go", TEXT), frame("", FIN | CONTINUED))  # in pieces it is a message
    await client.is_closed(1008)
    assert read == [TEXT, CONTINUED]
    client.say(frame("x" * 5000) * 9, frame("y")[:3])
    client.say(frame("y")[3:], frame("z" * 100), frame((1000).to_bytes(2, "big"), FIN | CLOSE))
    assert await asyncio.wait_for(client.reader.read(), 30) == b""
    assert read == [TEXT, CONTINUED, CLOSE]


@pytest.mark.parametrize("is_closed", [False, True])
async def test_who_reads_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch, is_closed: bool) -> None:
    """Neither our ping comes through nor our close, as what was sent before them stands in the way."""
    monkeypatch.setattr(sockets, "LINGER_S", 0.2)
    poured, gone = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def pour(scope: dict[str, Any], receive: Any, send: Any) -> None:
        table_socket = scope["extensions"][DIRECT]["socket"]
        lost = table_socket.connection_lost
        table_socket.connection_lost = lambda exc: (lost(exc), gone.set())
        await receive()
        await send({"type": "websocket.accept"})
        table_socket.transport.set_write_buffer_limits(high=1 << 22 if is_closed else 1 << 16)
        while table_socket.transport.get_write_buffer_size() < 1 << 20 and table_socket.tell(b"x" * 60_000):
            await asyncio.sleep(0)
        poured.set()
        if is_closed:
            await send({"type": "websocket.close", "code": 1013})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    pings = {} if is_closed else {"ws_ping_interval": 0.1, "ws_ping_timeout": 0.1}
    async with served(pour, **pings) as port:
        with socket.socket() as deaf:
            deaf.setblocking(False)
            await loop.sock_connect(deaf, ("127.0.0.1", port))
            await loop.sock_sendall(deaf, HEAD)
            async with asyncio.timeout(30):
                await poured.wait()
                await gone.wait()


async def test_of_many_who_come_at_once_one_is_let_in_at_each_turn_of_the_loop() -> None:
    turn, came = 0, []

    async def noting(scope: dict[str, Any], receive: Any, send: Any) -> None:
        came.append(turn)
        await echo(scope, receive, send)

    def turns() -> None:
        nonlocal turn
        turn += 1
        turning.append(loop.call_soon(turns))
        del turning[:-1]

    loop, turning = asyncio.get_running_loop(), [None]
    async with served(noting) as port:
        crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
        turns()
        for _reader, writer in crowd:
            writer.write(HEAD)
        for reader, writer in crowd:
            assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            writer.close()
        turning[0].cancel()
    assert len(came) == len(set(came)) == 20, came
