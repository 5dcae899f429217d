"""The statements of the writer: plays committed by compare-and-swap, in PostgreSQL's words and in SQLite's."""

import enum
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
from django.db import connection

from games.models import Play

SNAPSHOT_FORMAT = 1


class Outcome(enum.Enum):
    """What became of a play: committed; another came first; the database is away."""

    COMMITTED = 1
    LOST = 2
    FAILED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A row of DealSecret."""

    deal: int
    attempt: int
    ctx: str
    sealed: bytes
    commitment: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """One play to commit, with all that stands or falls with it. `version` is the one it makes; `result` (JSON) ends
    the table; `snapshot` is sealed already; `deadline_at` in UTC."""

    table_id: int
    version: int
    epoch: int
    snapshot: bytes
    deadline_at: datetime | None
    cmd_id: UUID
    seat: int | None
    kind: str
    action: str
    by: int | None
    at: datetime
    spent_ms: int = 0
    lag_ms: int = 0
    result: str | None = None
    secret: Secret | None = None
    ended: Ended | None = None


def commit(rows: Sequence[Write]) -> set[int]:
    """Commit plays of different tables in one transaction; the ids of the tables that were at the version before."""
    connection.ensure_connection()
    return _postgres(rows) if connection.vendor == "postgresql" else _sqlite(rows)


def is_committed(row: Write) -> bool:
    """Is the play at this version ours?"""
    return Play.objects.filter(table_id=row.table_id, seq=row.version, cmd_id=row.cmd_id).exists()


PLAYS = f"""
WITH x AS (
  SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::bytea[], %s::timestamptz[], %s::uuid[], %s::smallint[],
    %s::text[], %s::text[], %s::bigint[], %s::timestamptz[], %s::int[], %s::int[], %s::text[])
    AS x(id, v, epoch, snap, due, cmd, seat, kind, action, by, at, spent, lag, result)),
u AS (
  UPDATE games_table t SET version = x.v, snapshot = x.snap, snapshot_format = {SNAPSHOT_FORMAT}, deadline_at = x.due,
    status = CASE WHEN x.result IS NULL THEN t.status ELSE 'over' END, result = x.result::jsonb,
    finished_at = CASE WHEN x.result IS NULL THEN NULL ELSE x.at END
  FROM x WHERE t.id = x.id AND t.version = x.v - 1 AND t.epoch = x.epoch AND t.status = 'playing' RETURNING t.id),
p AS (
  INSERT INTO games_play (table_id, seq, cmd_id, board, seat, kind, action, by_id, at, spent_ms, lag_ms)
  SELECT x.id, x.v, x.cmd, 0, x.seat, x.kind, x.action::jsonb, x.by, x.at, x.spent, x.lag FROM x JOIN u USING (id))
"""
SECRETS = """, s AS (
  INSERT INTO games_dealsecret (table_id, deal, attempt, ctx, sealed, commitment)
  SELECT s.* FROM unnest(%s::bigint[], %s::int[], %s::smallint[], %s::text[], %s::bytea[], %s::text[])
    AS s(id, deal, attempt, ctx, sealed, commitment) JOIN u USING (id))
"""
DEALS = """, d AS (
  INSERT INTO games_deal (table_id, public_id, number, dealer, winner, points, type, first_seq, last_seq, finished_at)
  SELECT d.* FROM unnest(%s::bigint[], %s::text[], %s::int[], %s::smallint[], %s::smallint[], %s::int[], %s::text[],
    %s::int[], %s::int[], %s::timestamptz[])
    AS d(id, public_id, number, dealer, winner, points, type, first_seq, last_seq, at) JOIN u USING (id))
"""


def _play_fields(row: Write) -> tuple[Any, ...]:
    return (row.table_id, row.version, row.epoch, row.snapshot, row.deadline_at, row.cmd_id, row.seat, row.kind,
            row.action, row.by, row.at, row.spent_ms, row.lag_ms, row.result)  # fmt: skip


def _secret_fields(row: Write) -> tuple[Any, ...]:
    secret = row.secret
    assert secret is not None
    return row.table_id, secret.deal, secret.attempt, secret.ctx, secret.sealed, secret.commitment


def _deal_fields(row: Write) -> tuple[Any, ...]:
    ended = row.ended
    assert ended is not None
    return (row.table_id, ended.public_id, ended.number, ended.dealer, ended.winner, ended.points, ended.type,
            ended.first_seq, ended.last_seq, row.at)  # fmt: skip


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


@functools.cache
def _plan(secrets: bool, deals: bool) -> str:
    return PLAYS + (SECRETS if secrets else "") + (DEALS if deals else "") + " SELECT id FROM u"


def _postgres(rows: Sequence[Write]) -> set[int]:
    """One autocommit statement, one round trip."""
    secrets = [_secret_fields(row) for row in rows if row.secret]
    deals = [_deal_fields(row) for row in rows if row.ended]
    values = _columns([_play_fields(row) for row in rows])
    values += (_columns(secrets) if secrets else []) + (_columns(deals) if deals else [])
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(_plan(bool(secrets), bool(deals)), values, prepare=True)
        return {row[0] for row in cursor.fetchall()}


CAS = f"""UPDATE games_table SET version = ?, snapshot = ?, snapshot_format = {SNAPSHOT_FORMAT}, deadline_at = ?,
  status = CASE WHEN ? IS NULL THEN status ELSE 'over' END, result = ?, finished_at = ?
  WHERE id = ? AND version = ? AND epoch = ? AND status = 'playing'"""
LOG = """INSERT INTO games_play (table_id, seq, cmd_id, board, seat, kind, action, by_id, at, spent_ms, lag_ms)
  VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)"""
KEEP = "INSERT INTO games_dealsecret (table_id, deal, attempt, ctx, sealed, commitment) VALUES (?, ?, ?, ?, ?, ?)"
FILE = """INSERT INTO games_deal
  (table_id, public_id, number, dealer, winner, points, type, first_seq, last_seq, finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def _stamp(at: datetime | None) -> str | None:
    return None if at is None else str(connection.ops.adapt_datetimefield_value(at))


def _sqlite(rows: Sequence[Write]) -> set[int]:
    """BEGIN IMMEDIATE, the rows one after the other, COMMIT."""
    with connection.wrap_database_errors:
        raw = connection.connection
        raw.execute("BEGIN IMMEDIATE")
        try:
            done = {row.table_id for row in rows if _sqlite_row(raw, row)}
            raw.execute("COMMIT")
        except BaseException:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise
    return done


def _sqlite_row(raw: Any, row: Write) -> bool:
    at = _stamp(row.at)
    swap = (row.version, row.snapshot, _stamp(row.deadline_at), row.result, row.result, at if row.result else None,
            row.table_id, row.version - 1, row.epoch)  # fmt: skip
    if raw.execute(CAS, swap).rowcount != 1:
        return False
    raw.execute(LOG, (row.table_id, row.version, row.cmd_id.hex, row.seat, row.kind, row.action, row.by, at,
                      row.spent_ms, row.lag_ms))  # fmt: skip
    if row.secret:
        raw.execute(KEEP, _secret_fields(row))
    if row.ended:
        raw.execute(FILE, (*_deal_fields(row)[:-1], at))
    return True
