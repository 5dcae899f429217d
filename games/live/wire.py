"""The wire protocol undercut.1: what a client may send and how much, and the frames that the server answers with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import orjson

PROTOCOL = "undercut.1"
DIRECT = "undercut.direct"  # the ASGI extension of our server that passes text in and out at once: config/sockets.py
MOST_BYTES = 4096
MOST_WAITING = 64
BEAT_S = 1.0  # a person at a seat hears something so often: a page knows a lost connection within three seconds
BUCKET = 20.0
REFILL_PER_S = 5.0  # four moves, and the answer to a beat
MOST_VERSION = 2**31 - 1
MOST_BOARDS = 8
MOST_SOCKETS_PER_USER = 3
MOST_SOCKETS_PER_ADDRESS = 300
MOST_SPECTATORS = 200
MOST_STRANGERS_PER_ADDRESS = 120  # of these without an account: nobody can take all places of a table

OVER, POLICY, BUG, RESTART, LATER = 1000, 1008, 1011, 1012, 1013
MOVED = "moved"  # another process has the table, or takes it now: who comes back at once finds it
CLOSED = "closed"  # the tournament has taken the table back
UNUSED = "unused"  # why a house player is sent away: nobody else is at its table

CMD_KEYS = {"k", "id", "v", "b"}
BARE = ("bye", "seat", "ready")


class BadFrame(ValueError):
    """A frame that is not in the protocol; `cmd_id` if it has one, so that the refusal can name it."""

    def __init__(self, message: str, cmd_id: str | None = None) -> None:
        super().__init__(message)
        self.cmd_id = cmd_id


@dataclass(slots=True)
class Frame:
    """A valid frame. `action` is the command's own part; `number` is a pong's n or a sync's since; `said` is what
    somebody says, a `phrase` or a `text`."""

    k: str
    id: UUID | None = None
    seen: int = 0
    action: Mapping[str, Any] | None = None
    number: int = 0
    board: int = 0
    said: Mapping[str, str] | None = None


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
    if k == "say":
        return _say(data)
    if k in BARE and len(data) == 1:
        return Frame(k)
    raise BadFrame("k is one of cmd, sync, pong, bye, seat, ready, say")


def _command(data: dict[str, Any]) -> Frame:
    given, cmd_id = data.get("id"), _id(data)
    board = data.get("b", 0)
    if type(data.get("do")) is not str or type(board) is not int or not 0 <= board < MOST_BOARDS:
        raise BadFrame(f"do is a word, b a board from 0 to {MOST_BOARDS - 1}", given)
    seen = data.get("v")
    if type(seen) is not int or not 0 <= seen <= MOST_VERSION:
        raise BadFrame("v is a version", given)
    action = {key: value for key, value in data.items() if key not in CMD_KEYS}
    return Frame("cmd", cmd_id, seen, action, board=board)


def _say(data: dict[str, Any]) -> Frame:
    line_id = _id(data)
    said = {key: value for key, value in data.items() if key in ("phrase", "text")}
    if len(said) != 1 or len(data) != 3 or not all(type(words) is str for words in said.values()):
        raise BadFrame("what is said is a phrase or a text, and nothing else belongs here", data["id"])
    return Frame("say", line_id, said=said)


def _id(data: dict[str, Any]) -> UUID:
    given = data.get("id")
    try:
        found = UUID(given) if type(given) is str and len(given) == 36 else None
    except ValueError:
        found = None
    if found is None:
        raise BadFrame("id is a UUID of 36 characters")
    return found


def _whole(data: dict[str, Any], name: str, keys: set[str]) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value <= MOST_VERSION or set(data) != keys:
        raise BadFrame(f"{name} is a whole number, and nothing else belongs here")
    return value


class Bucket:
    """A limit on messages: usually twenty at once, and five more a second. Times are seconds on the loop's clock."""

    __slots__ = ("_at", "_left", "_most", "_per_s")

    def __init__(self, now: float, most: float = BUCKET, per_s: float = REFILL_PER_S) -> None:
        self._left, self._at, self._most, self._per_s = most, now, most, per_s

    def take(self, now: float) -> bool:
        """Take one message out of the bucket; returns whether it may come in."""
        self._left = min(self._most, self._left + (now - self._at) * self._per_s)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def pack(frame: Mapping[str, Any]) -> bytes:
    """Write a frame as the text that is sent, in UTF-8."""
    return orjson.dumps(frame)


def ack(cmd_id: UUID | str, version: int) -> bytes:
    """The frame for "your command is committed and made this version"."""
    return b'{"k":"ack","id":"%b","v":%d}' % (str(cmd_id).encode(), version)


def no(code: str, version: int, cmd_id: UUID | str | None = None, rule: str | None = None) -> bytes:
    """The frame for "your command (or frame) changed nothing", with the reason."""
    return pack({"k": "no", "id": None if cmd_id is None else str(cmd_id), "code": code, "v": version}
                | ({"rule": rule} if rule else {}))  # fmt: skip


def watching(people: int, *, is_full: bool) -> bytes:
    """The frame that tells how many people watch; `more` if no further socket is let in, so that others read the public
    view."""
    return pack({"k": "watching", "n": people, "more": is_full})


def silence(reason: str | None) -> bytes:
    """The frame for "an official asks you not to talk here", with the reason; None: you may talk again."""
    return pack({"k": "silence", "reason": reason})


def unsaid(line_id: UUID, code: str) -> bytes:
    """The frame for "your words were not said", with the reason."""
    return b'{"k":"unsaid","id":"%b","code":"%b"}' % (str(line_id).encode(), code.encode())
