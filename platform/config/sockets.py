"""The tables' websocket in uvicorn: text frames take a fast path in and out, and uvicorn does everything else.

`uvicorn config.asgi:application --ws config.sockets:TableSocket`. An application finds the socket in its scope, under
`extensions[DIRECT]`; one that does not look there is served like any other. The library handles handshake, fragments,
control frames, errors and closes; it gets whole frames only, so that it is always between two of them.
"""

import asyncio
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the quick one, where it was built
from websockets.http11 import Request

from games.live.wire import DIRECT

TEXT = 0x81  # a text frame that is a message by itself
MASKED = 128
LINGER_S = 15.0  # beyond the library's own wait for an answer to its close
SHORT, LONG = 126, 1 << 16  # sizes from SHORT on stand in two bytes more, from LONG on in eight

_doors: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


class TableSocket(WebSocketsSansIOProtocol):
    """One websocket. With uvicorn's queue, tasks and parser a move took longer than with the rules of the game."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.direct: dict[object, object] = {"socket": self}
        self.heard: Callable[[str], None] | None = None
        self.unread = self.held = b""
        self.is_odd = False
        self.lingering: asyncio.TimerHandle | None = None
        self.door = _doors.setdefault(self.loop, asyncio.Lock())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the handshake wait for its turn; meanwhile nothing is read."""
        super().connection_made(transport)
        self.transport.pause_reading()

    async def _come_in(self, handshake: bytes) -> None:
        """Let new sockets in one after the other, one in each turn of the loop, so that moves of running games are
        handled between them even if many come at once."""
        async with self.door:
            await asyncio.sleep(0)
            if not self.transport.is_closing():
                self.transport.resume_reading()
                super().data_received(handshake)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Pass text to this function from now on, at once and not as an ASGI message. It must not raise."""
        self.heard = heard

    def tell(self, text: bytes, *, more: bool = False) -> bool:
        """Send text as one frame at once. Returns False, and sends nothing, if the socket is full or closing, or the
        text is very long. `more`: another frame follows before the loop goes on, and both leave in one write."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing() or len(text) >= LONG:
            self.let_go()
            return False
        size = len(text)
        head = bytes((TEXT, size)) if size < SHORT else bytes((TEXT, SHORT, size >> 8, size & 255))
        self.held += head + text
        if not more:
            self.let_go()
        return True

    def let_go(self) -> None:
        """Write what is held back."""
        if self.held:
            self.transport.write(self.held)
            self.held = b""

    def handle_connect(self, event: Request) -> None:
        """Answer the handshake, and make this socket known to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), DIRECT: self.direct}

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the listener, so that closed sockets need no garbage collection."""
        super().connection_lost(exc)
        if self.lingering is not None:
            self.lingering.cancel()
        self.heard = None
        self.direct.clear()

    async def run_asgi(self) -> None:
        """Serve the socket until it ends."""
        await super().run_asgi()
        self._see_end()

    def keepalive_timeout(self) -> None:
        """Close a socket that does not answer pings; it may read nothing either."""
        super().keepalive_timeout()
        self._see_end()

    def _see_end(self) -> None:
        """Abort a closed transport after a while. It ends by itself only when everything is sent, which never happens
        if the other side reads nothing: then its player would count as away instead of gone, and nobody could claim the
        sitting."""
        if self.lingering is None and not self.disconnected:
            self.lingering = self.loop.call_later(LINGER_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take in frame by frame; an incomplete frame waits for its rest. The first data are the whole handshake."""
        if not self.handshake_initiated:
            coming = self.loop.create_task(self._come_in(data))
            coming.add_done_callback(self.on_task_complete)
            self.tasks.add(coming)
            return
        if self.unread:
            data, self.unread = self.unread + data, b""
        at, length = 0, len(data)
        while at < length:
            if self.is_odd or self.transport.is_closing():
                super().data_received(data[at:])
                return
            end = self._end(data, at, length)
            if self.is_odd:
                continue
            if end > length:
                self.unread = data[at:]
                return
            self._take(data, at, end)
            at = end

    def _end(self, data: bytes, at: int, length: int) -> int:
        """The end of the frame that begins here; beyond the data if the frame is incomplete. A frame that is too large
        or not masked is left to the library, which refuses it, with everything after it."""
        second = data[at + 1] if length - at > 1 else MASKED
        if MASKED <= second < MASKED + SHORT:
            return at + 6 + second - MASKED
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        if second == MASKED + SHORT and size <= self.config.ws_max_size:
            return at + 8 + size
        self.is_odd = True
        return length

    def _take(self, data: bytes, at: int, end: int) -> None:
        """Read one frame. Text goes straight to the listener, unless something before it still has to be read; after we
        have closed the socket it is dropped and costs nothing more."""
        if data[at] == TEXT and self.close_sent and self.conn.current_size is None:
            return
        if data[at] != TEXT or self.heard is None or self.read_paused or self.conn.current_size is not None:
            super().data_received(data[at:end])
            return
        start = at + (6 if data[at + 1] < MASKED + SHORT else 8)
        try:
            text = apply_mask(data[start:end], data[start - 4 : start]).decode()
        except UnicodeDecodeError:
            super().data_received(data[at:end])
        else:
            self.heard(text)
