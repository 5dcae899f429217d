"""What a play writes, as plain values: its row, the secret of the deck, the deal that it ends; and the outcome of the
write."""

import enum
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


class Outcome(enum.Enum):
    """The outcome of writing a play: committed, another play came first, or the database is away."""

    COMMITTED = 1
    LOST = 2
    FAILED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A row of DealSecret; `is_kept`: it is already stored. `code` is the transcript code that the deal shows."""

    deal: int
    attempt: int
    ctx: str
    sealed: bytes
    commitment: str
    is_kept: bool = False
    board: int = 0
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A row of Deal."""

    public_id: str
    number: int
    dealer: int | None
    winner: int | None
    points: int
    type: str
    first_seq: int
    last_seq: int
    entry: dict[str, Any]


@dataclass(slots=True, kw_only=True)
class Write:
    """One play to commit, with everything that is written in the same transaction. `version` is the one it makes;
    `result` (JSON) ends the table; `snapshot` is already sealed (None: the stored one stays); `deadline_at` is in UTC.
    Not frozen, for speed."""

    table_id: int
    version: int
    epoch: int
    snapshot: bytes | None
    deadline_at: datetime | None
    cmd_id: UUID
    seat: int | None
    kind: str
    action: str
    by: int | None
    at: datetime
    spent_ms: int = 0
    lag_ms: int = 0
    board: int = 0
    result: str | None = None
    secret: Secret | None = None
    ended: Ended | None = None
