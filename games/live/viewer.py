"""One open socket as the table sees it: who looks, what waits to be sent, how much came in."""

import asyncio
from collections import deque

from games.live import wire
from games.live.looks import Look


class Viewer:
    """A socket's place at a table. The actor calls `send` and `close`, which never wait; the consumer's sending task
    empties `outbox`. `trusted` sockets are the house's own: no bucket counts their messages. `session` is the key of
    the login that let a person in."""

    __slots__ = (
        "address", "bad_frames", "bucket", "closing", "heard_at", "look", "outbox", "ping", "pinged_at",
        "session", "trusted", "user_id", "waker",
    )  # fmt: skip

    def __init__(self, *, look: Look, user_id: int | None, trusted: bool, now: float, session: str = "") -> None:
        self.look = look
        self.user_id = user_id
        self.trusted = trusted
        self.session = session
        self.address = ""
        self.bucket = wire.Bucket(now)
        self.outbox: deque[str] = deque()
        self.closing: tuple[int, str] | None = None
        self.waker: asyncio.Future[None] | None = None
        self.heard_at = now
        self.pinged_at = now
        self.ping = 0
        self.bad_frames = 0

    def send(self, text: str) -> None:
        """Queue a frame; a socket that does not read is closed and told to come back."""
        if self.closing:
            return
        if len(self.outbox) >= wire.MOST_WAITING:
            self.outbox.clear()
            self.close(wire.LATER, "overflow")
            return
        self.outbox.append(text)
        self._wake()

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket once what is queued has been sent."""
        if self.closing is None:
            self.closing = (code, reason)
            self._wake()

    async def waiting(self) -> None:
        """Until there is something to send or to close."""
        if not self.outbox and self.closing is None:
            self.waker = asyncio.get_running_loop().create_future()
            await self.waker

    def _wake(self) -> None:
        if self.waker is not None and not self.waker.done():
            self.waker.set_result(None)
