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
from games import engine
from games.live.audience import looks
from games.live.house import tokens
from games.live.store import loading
from games.models import Table
from games.routing import websocket_urlpatterns
from games.services import tables

numbers = itertools.count(1)
PATIENCE_S = 60.0  # a bound for two loaded cores, never a wait
LONG = {"target": 1_000}  # an option of a game that some deals do not end
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kay", "Leo", "Mia", "Ned", "Ole", "Pia")
application = URLRouter(websocket_urlpatterns)


def now() -> datetime:
    return datetime.now(UTC)


def person(name: str = "Player") -> User:
    user, _ = accounts.player_for(name=f"{name} {next(numbers)}")
    return user


def open_table(*, rules: str = "gin-pagat", options: Mapping[str, Any] | None = None, **settings: Any) -> Table:
    chosen = engine.rule_set(rules, **(options or {}))
    seats = [tables.SeatSpec(person(name)) for name in NAMES[: chosen.seating.numbers(chosen)[0]]]
    settings = {"pace": "fast"} | settings
    return tables.open_table(rules_key=rules, seats=seats, options=options, settings=settings, now=now())


def users(table: Table) -> list[User]:
    return [seat.user for seat in table.seats.select_related("user")]


class Socket:
    """One client: keeps its view as a client does, and every frame that it got."""

    def __init__(
        self, table: Table, *, user: User | None = None, token: str = "", since: int | None = None, query: str = "",
        address: str = "",
    ) -> None:  # fmt: skip
        query = f"since={since}" if since is not None else query
        headers = [(name.lower().encode(), value.encode()) for name, value in tokens.header(token).items() if token]
        scope = {"type": "websocket", "path": loading.ws_path(table.public_id), "query_string": query.encode(),
                 "headers": headers, "subprotocols": ["undercut.1"], "user": user,
                 **({"client": (address, 1)} if address else {})}  # fmt: skip
        self.line = ApplicationCommunicator(application, scope)
        self.frames: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.version = -1
        self.closed: tuple[int, str] | None = None

    async def open(self) -> "Socket":
        """Connect and read up to the greeting."""
        await self.line.send_input({"type": "websocket.connect"})
        accepted = await self.line.receive_output(PATIENCE_S)
        assert accepted == {"type": "websocket.accept", "subprotocol": "undercut.1"}
        return self

    async def read(self, timeout: float = PATIENCE_S) -> dict[str, Any]:
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

    async def arrived(self, version: int) -> "Socket":
        """The socket, when its view is of this version."""
        await self.reach(version)
        return self

    async def send(self, frame: Mapping[str, Any]) -> None:
        await self.say(json.dumps(frame))

    async def say(self, text: str) -> None:
        await self.line.send_input({"type": "websocket.receive", "text": text})

    async def command(self, action: Mapping[str, Any], *, v: int | None = None, cmd_id: str = "") -> dict[str, Any]:
        """Send a command and read up to its answer."""
        given = cmd_id or str(uuid.uuid4())
        seen = self.version if v is None else v
        await self.send({"k": "cmd", "id": given, "v": seen, "b": self.board, **action})
        while True:
            frame = await self.until("ack", "no")
            if frame["id"] == given:
                return frame

    @property
    def board(self) -> int:
        """The board that a command is for: while it is shuffled that of the deal to come."""
        shuffle = self.view.get("shuffle") or {}
        return int(shuffle.get("board", self.view.get("board")) or 0)

    async def leave(self) -> None:
        await self.line.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.line.wait()


def dealt_at(table: Table) -> int:
    """The version at which every board has its first cards, after the draw for the deal."""
    rules = engine.rule_set(table.rules, **table.options)
    return 1 + (rules.team_size if rules.seating.name == "teams" else 1)


async def seats(
    table: Table, people: list[User], *, at_version: int | None = None, house: bool = False
) -> tuple[Socket, ...]:
    """All players at their table, dealt; as the house's own clients nobody counts their messages."""
    sockets = [
        Socket(table, token=token(table, at, user)) if house else Socket(table, user=user)
        for at, user in enumerate(people)
    ]
    for socket in sockets:
        await (await socket.open()).reach(at_version or dealt_at(table))
    return tuple(sockets)


def movers(everybody: tuple[Socket, ...]) -> list[Socket]:
    """The sockets that may decide: one, or one at each board."""
    return [socket for socket in everybody if socket.view["turn"] == socket.view["seat"] and socket.view["actions"]]


def mover(both: tuple[Socket, ...]) -> tuple[Socket, Socket]:
    """Of two the socket on move, and the other."""
    first, second = both
    return (first, second) if first.view["turn"] == first.view["seat"] else (second, first)


def token(table: Table, seat: int, user: User) -> str:
    return tokens.write(tokens.Token(table.public_id, seat, user.pk))
