"""The wire protocol undercut.1: what a client may send, how much of it, and the frames that the server answers with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

PROTOCOL = "undercut.1"
MOST_BYTES = 4096
MOST_WAITING = 64
BUCKET = 20.0
REFILL_PER_S = 4.0
MOST_VERSION = 2**31 - 1
MOST_SOCKETS_PER_USER = 3
MOST_SOCKETS_PER_ADDRESS = 300
MOST_SPECTATORS = 200

OVER, POLICY, BUG, RESTART, LATER = 1000, 1008, 1011, 1012, 1013

CMD_KEYS = {"k", "id", "v", "b"}
BARE = ("bye", "seat", "ready")


class BadFrame(ValueError):
    """A frame that the protocol does not know; `cmd_id` when it bears one, so that the refusal can name it."""

    def __init__(self, message: str, cmd_id: str | None = None) -> None:
        super().__init__(message)
        self.cmd_id = cmd_id


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame that was understood. `action` is the command's own part; `number` is a pong's n or a sync's since."""

    k: str
    id: UUID | None = None
    seen: int = 0
    action: Mapping[str, Any] | None = None
    number: int = 0


def read(text: str | bytes) -> Frame:
    """Read one frame from a client. Raises BadFrame."""
    if len(text) > MOST_BYTES or (isinstance(text, str) and len(text.encode()) > MOST_BYTES):
        raise BadFrame(f"a frame has at most {MOST_BYTES} bytes")
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadFrame("not JSON") from error
    if type(data) is not dict:
        raise BadFrame("a frame is an object")
    k = data.get("k")
    if k == "cmd":
        return _command(data)
    if k == "sync":
        return Frame("sync", number=_whole(data, "since", {"k", "since"}))
    if k == "pong":
        return Frame("pong", number=_whole(data, "n", {"k", "n"}))
    if k in BARE and len(data) == 1:
        return Frame(k)
    raise BadFrame("k is one of cmd, sync, pong, bye, seat, ready")


def _command(data: dict[str, Any]) -> Frame:
    given = data.get("id")
    try:
        cmd_id = UUID(given) if type(given) is str and len(given) == 36 else None
    except ValueError:
        cmd_id = None
    if cmd_id is None:
        raise BadFrame("id is a UUID of 36 characters")
    if type(data.get("do")) is not str or data.get("b", 0) != 0 or type(data.get("b", 0)) is not int:
        raise BadFrame("do is a word, b is 0", given)
    seen = data.get("v")
    if type(seen) is not int or not 0 <= seen <= MOST_VERSION:
        raise BadFrame("v is a version", given)
    return Frame("cmd", cmd_id, seen, {key: value for key, value in data.items() if key not in CMD_KEYS})


def _whole(data: dict[str, Any], name: str, keys: set[str]) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value <= MOST_VERSION or set(data) != keys:
        raise BadFrame(f"{name} is a whole number, and nothing else belongs here")
    return value


class Bucket:
    """Twenty messages at once, four more a second; times are seconds on the loop's clock."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._left, self._at = BUCKET, now

    def take(self, now: float) -> bool:
        """May one more message come in?"""
        self._left = min(BUCKET, self._left + (now - self._at) * REFILL_PER_S)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def pack(frame: Mapping[str, Any]) -> str:
    """A frame as the text that is sent."""
    return orjson.dumps(frame).decode()


def ack(cmd_id: UUID | str, version: int) -> str:
    """Your command is committed; it made this version."""
    return f'{{"k":"ack","id":"{cmd_id}","v":{version}}}'


def no(code: str, version: int, cmd_id: UUID | str | None = None, rule: str | None = None) -> str:
    """Your command (or frame) changed nothing, and why."""
    return pack({"k": "no", "id": None if cmd_id is None else str(cmd_id), "code": code, "v": version}
                | ({"rule": rule} if rule else {}))  # fmt: skip
