"""One open socket at a table: its viewer, its outbox, and the rate of its incoming messages."""

import asyncio
from collections import deque
from typing import Protocol

from games.live import wire
from games.live.audience.looks import Look


class Line(Protocol):
    """What a viewer needs of its socket: a way to try to send one frame at once, and a way to send everything that
    waits."""

    def tell(self, frame: bytes, *, more: bool = False) -> bool: ...
    async def empty(self, viewer: "Viewer") -> None: ...


class Viewer:
    """One socket at a table. The actor calls `send` and `close`, which never wait: frames that `line` cannot send at
    once stay in `outbox` until `sender`, a short-lived task, has emptied it. `trusted` sockets belong to the house:
    their messages are not limited. `session` is the key of the login that let a person in; `has_account`: they are
    signed in and not a guest."""

    __slots__ = (
        "address", "bad_frames", "bucket", "closing", "has_account", "heard_at", "line", "look", "outbox", "ping",
        "pinged_at", "sender", "session", "trusted", "user_id",
    )  # fmt: skip

    def __init__(
        self,
        line: Line,
        *,
        look: Look,
        user_id: int | None,
        trusted: bool,
        now: float,
        session: str = "",
        has_account: bool = False,
    ) -> None:
        self.line = line
        self.look = look
        self.user_id = user_id
        self.trusted = trusted
        self.session = session
        self.has_account = has_account
        self.address = ""
        self.bucket = wire.Bucket(now)
        self.outbox: deque[bytes] = deque()
        self.closing: tuple[int, str] | None = None
        self.sender: asyncio.Task[None] | None = None
        self.heard_at = now
        self.pinged_at = now
        self.ping = 0
        self.bad_frames = 0

    def send(self, frame: bytes, *, more: bool = False) -> None:
        """Send a frame, or queue it. A socket that does not read is closed and told to reconnect. `more`: another frame
        follows at once, and both may leave in one write."""
        if self.closing or (self.sender is None and self.line.tell(frame, more=more)):
            return
        if len(self.outbox) >= wire.MOST_WAITING:
            self.outbox.clear()
            self.close(wire.LATER, "overflow")
            return
        self.outbox.append(frame)
        self._begin_sending()

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket once what is queued has been sent."""
        if self.closing is None:
            self.closing = (code, reason)
            self._begin_sending()

    def _begin_sending(self) -> None:
        if self.sender is None:
            self.sender = asyncio.get_running_loop().create_task(self._send_what_waits())

    async def _send_what_waits(self) -> None:
        """Empty the outbox in a task of its own, so that a slow reader delays nobody else."""
        try:
            await self.line.empty(self)
        finally:
            self.sender = None
