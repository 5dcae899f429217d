"""Commands to a table and their answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.live.sitting.sitting import Sitting


@dataclass(slots=True)
class Answer:
    """The answer to a command: the version it made (`code` empty), or the code of its refusal and the present version.
    `is_shown_next`: that version is sent to every seat right after. Not frozen, for speed, as it is made at every
    move."""

    cmd_id: UUID
    version: int
    code: str = ""
    rule: str = ""
    is_shown_next: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideCommand:
    """A command from outside a table's sockets, which may go to another process. `table` is its public id, `seen` the
    version it was decided at, `action` the wire's JSON, `by` a user's id, `why` a director's reason (None: a player
    asks)."""

    table: str
    cmd_id: UUID
    seen: int
    action: Mapping[str, Any]
    by: int
    why: str | None = None


@dataclass(slots=True, kw_only=True)
class Command:
    """A request to change the table. `seat` None is a stranger; `board` is the board it names (None: that of its seat);
    `action` is the wire's JSON; `at` is when it arrived, in seconds of the loop's clock; `answer` is called once. `why`
    is a director's reason (None: no director's command); `earlier` is the version that an undo goes back to, after it
    has been read."""

    cmd_id: UUID
    seen: int
    action: Mapping[str, Any]
    seat: int | None
    by: int | None
    at: float
    answer: Callable[[Answer], None]
    why: str | None = None
    earlier: Sitting | None = None
    board: int | None = None
