"""Tables, hubs and sockets for tests of live play."""

import itertools
import json
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter

from accounts import services as accounts
from accounts.models import User
from games import services
from games.live import loading, looks, tokens
from games.models import Table
from games.routing import websocket_urlpatterns

numbers = itertools.count(1)
application = URLRouter(websocket_urlpatterns)


def now() -> datetime:
    return datetime.now(UTC)


def person(name: str = "Player") -> User:
    user, _ = accounts.player_for(name=f"{name} {next(numbers)}")
    return user


def open_table(*, rules: str = "gin-pagat", **settings: Any) -> Table:
    seats = [services.SeatSpec(person("Ann")), services.SeatSpec(person("Ben"))]
    settings = {"pace": "fast"} | settings
    return services.open_table(rules_key=rules, seats=seats, settings=settings, now=now())


def users(table: Table) -> list[User]:
    return [seat.user for seat in table.seats.select_related("user")]


class Socket:
    """One client: keeps its view as a client does, and every frame that it got."""

    def __init__(self, table: Table, *, user: User | None = None, token: str = "", since: int | None = None) -> None:
        query = "&".join([f"token={token}"] * bool(token) + [f"since={since}"] * (since is not None))
        scope = {"type": "websocket", "path": loading.ws_path(table.public_id), "query_string": query.encode(),
                 "headers": [], "subprotocols": ["undercut.1"], "user": user}  # fmt: skip
        self.line = ApplicationCommunicator(application, scope)
        self.frames: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.version = -1
        self.closed: tuple[int, str] | None = None

    async def open(self) -> "Socket":
        """Connect and read up to the greeting."""
        await self.line.send_input({"type": "websocket.connect"})
        accepted = await self.line.receive_output(3)
        assert accepted == {"type": "websocket.accept", "subprotocol": "undercut.1"}
        return self

    async def read(self, timeout: float = 3.0) -> dict[str, Any]:
        """The next frame; a close is a frame of kind "close"."""
        message = await self.line.receive_output(timeout)
        if message["type"] == "websocket.close":
            self.closed = (message["code"], message.get("reason", ""))
            return {"k": "close", "code": message["code"], "reason": message.get("reason", "")}
        frame: dict[str, Any] = json.loads(message["text"])
        self.frames.append(frame)
        if frame["k"] in ("sync", "resume"):
            self.view, self.version = frame["view"], frame["v"]
        elif frame["k"] == "ev":
            assert frame["v"] == self.version + 1, "versions are contiguous"
            self.view = looks.spelled(self.view, frame["set"])
            self.version = frame["v"]
        return frame

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame = await self.read()
            if frame["k"] in kinds:
                return frame
            assert frame["k"] != "close", frame

    async def reach(self, version: int) -> None:
        """Read until the view is of this version."""
        while self.version < version:
            frame = await self.read()
            assert frame["k"] != "close", frame

    async def send(self, frame: Mapping[str, Any]) -> None:
        await self.say(json.dumps(frame))

    async def say(self, text: str) -> None:
        await self.line.send_input({"type": "websocket.receive", "text": text})

    async def command(self, action: Mapping[str, Any], *, v: int | None = None, cmd_id: str = "") -> dict[str, Any]:
        """Send a command and read up to its answer."""
        given = cmd_id or str(uuid.uuid4())
        seen = self.version if v is None else v
        await self.send({"k": "cmd", "id": given, "v": seen, "b": 0, **action})
        while True:
            frame = await self.until("ack", "no")
            if frame["id"] == given:
                return frame

    async def leave(self) -> None:
        await self.line.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.line.wait()


async def seats(table: Table, people: list[User], *, at_version: int = 2, house: bool = False) -> tuple[Socket, Socket]:
    """Both players at their table, dealt; as the house's own clients nobody counts their messages."""
    first, second = (
        Socket(table, token=token(table, at, user)) if house else Socket(table, user=user)
        for at, user in enumerate(people)
    )
    both = (await first.open(), await second.open())
    for socket in both:
        await socket.reach(at_version)
    return both


def mover(both: tuple[Socket, Socket]) -> tuple[Socket, Socket]:
    """The socket on move, and the other."""
    first, second = both
    return (first, second) if first.view["turn"] == first.view["seat"] else (second, first)


def token(table: Table, seat: int, user: User) -> str:
    return tokens.write(tokens.Token(table.public_id, seat, user.pk))
