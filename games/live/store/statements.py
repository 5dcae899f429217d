"""The writer's SQL statements for PostgreSQL and SQLite: plays are committed by compare-and-swap.

A batch goes to the database as one JSON text: a column or a row at a time would cost more than the commit.
"""

import functools
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import orjson
import psycopg
from django.db import connection

from games.live.sitting.rows import Write
from games.models import Play

SNAPSHOT_FORMAT = 4
ASKED_FOR = 1 << 30  # Django has psycopg prepare nothing, `prepare=True` or not: to plan a batch takes half of its time


def commit(rows: Sequence[Write]) -> set[int]:
    """Commit plays of different tables together, and return the ids of the tables that were still at the version
    before."""
    connection.ensure_connection()
    return _postgres(rows) if connection.vendor == "postgresql" else _sqlite(rows)


def is_committed(row: Write) -> bool:
    """Is the play at this version this very one? The command's id alone would not tell: two owners give what a table
    does by itself the same id, and a deal of the other has another deck."""
    return Play.objects.filter(table_id=row.table_id, seq=row.version, cmd_id=row.cmd_id, at=row.at).exists()


# A batch must find its tables by their key, however many are played. The planner expects a hundred rows of any JSON,
# for which it would read all tables. With four conditions that always hold it expects one row, and `status || ''` keeps
# it off the index of tables under play.
PLAYS = f"""
WITH u AS (
  UPDATE games_table t SET version = x.v, deadline_at = x.due, snapshot = coalesce(x.snap, t.snapshot),
    snapshot_format = CASE WHEN x.snap IS NULL THEN t.snapshot_format ELSE {SNAPSHOT_FORMAT} END,
    status = CASE WHEN x.result IS NULL THEN t.status ELSE 'over' END, result = x.result::jsonb,
    finished_at = CASE WHEN x.result IS NULL THEN NULL ELSE x.at END
  FROM json_to_recordset(%s::json) AS x(id bigint, v int, epoch int, snap bytea, due timestamptz, cmd uuid,
    board smallint, seat smallint, kind text, action text, by bigint, at timestamptz, spent int, lag int, result text)
  WHERE x.id > 0 AND x.v > 0 AND x.epoch >= 0 AND x.board >= 0
    AND t.id = x.id AND t.version = x.v - 1 AND t.epoch = x.epoch AND t.status || '' = 'playing'
  RETURNING t.id, x.v, x.cmd, x.board, x.seat, x.kind, x.action, x.by, x.at, x.spent, x.lag),
p AS (
  INSERT INTO games_play (table_id, seq, cmd_id, board, seat, kind, action, by_id, at, spent_ms, lag_ms)
  SELECT id, v, cmd, board, seat, kind, action::jsonb, by, at, spent, lag FROM u)
"""
SECRETS = """, s AS (
  INSERT INTO games_dealsecret (table_id, deal, board, attempt, ctx, sealed, commitment)
  SELECT s.* FROM json_to_recordset(%s::json)
    AS s(id bigint, deal int, board smallint, attempt smallint, ctx text, sealed bytea, commitment text)
  JOIN u USING (id))
"""
DEALS = """, d AS (
  INSERT INTO games_deal (table_id, public_id, number, dealer, winner, points, type, first_seq, last_seq, finished_at,
    entry)
  SELECT d.* FROM json_to_recordset(%s::json) AS d(id bigint, public_id text, number int, dealer smallint,
    winner smallint, points int, type text, first_seq int, last_seq int, at timestamptz, entry jsonb) JOIN u USING (id))
"""


def _play(row: Write) -> dict[str, Any]:
    return {
        "id": row.table_id, "v": row.version, "epoch": row.epoch, "snap": row.snapshot, "due": row.deadline_at,
        "cmd": row.cmd_id.hex, "board": row.board, "seat": row.seat, "kind": row.kind, "action": row.action,
        "by": row.by, "at": row.at, "spent": row.spent_ms, "lag": row.lag_ms, "result": row.result,
    }  # fmt: skip


def _secrets(rows: Sequence[Write]) -> list[dict[str, Any]]:
    return [
        {"id": row.table_id, "deal": secret.deal, "board": secret.board, "attempt": secret.attempt, "ctx": secret.ctx,
         "sealed": secret.sealed, "commitment": secret.commitment}
        for row in rows if (secret := row.secret) and not secret.is_kept
    ]  # fmt: skip


def _deals(rows: Sequence[Write]) -> list[dict[str, Any]]:
    return [
        {"id": row.table_id, "public_id": ended.public_id, "number": ended.number, "dealer": ended.dealer,
         "winner": ended.winner, "points": ended.points, "type": ended.type, "first_seq": ended.first_seq,
         "last_seq": ended.last_seq, "at": row.at, "entry": ended.entry}
        for row in rows if (ended := row.ended)
    ]  # fmt: skip


@functools.cache
def _plan(secrets: bool, deals: bool) -> str:
    return PLAYS + (SECRETS if secrets else "") + (DEALS if deals else "") + " SELECT id FROM u"


def _postgres(rows: Sequence[Write]) -> set[int]:
    """Commit with one autocommit statement, in one round trip."""
    secrets, deals = _secrets(rows), _deals(rows)
    values = [
        orjson.dumps(part, default=_bytea).decode() for part in ([_play(row) for row in rows], secrets, deals) if part
    ]
    raw = connection.connection
    raw.prepare_threshold = ASKED_FOR
    with connection.wrap_database_errors, psycopg.Cursor(raw) as cursor:
        cursor.execute(_plan(bool(secrets), bool(deals)), values, prepare=True)
        return {row[0] for row in cursor.fetchall()}


def _bytea(value: bytes) -> str:
    """Write bytes as text that PostgreSQL reads as bytes."""
    return f"\\x{value.hex()}"


CAS = """UPDATE games_table SET version = x.v, deadline_at = x.due, result = x.result,
  status = CASE WHEN x.result IS NULL THEN status ELSE 'over' END,
  finished_at = CASE WHEN x.result IS NULL THEN NULL ELSE x.at END
  FROM (SELECT value->>'id' AS id, value->>'v' AS v, value->>'epoch' AS epoch, value->>'due' AS due,
    value->>'result' AS result, value->>'at' AS at FROM json_each(?)) AS x
  WHERE games_table.id = x.id AND version = x.v - 1 AND games_table.epoch = x.epoch AND status = 'playing'"""
LOG = """INSERT INTO games_play (table_id, seq, cmd_id, board, seat, kind, action, by_id, at, spent_ms, lag_ms)
  SELECT value->>'id', value->>'v', value->>'cmd', value->>'board', value->>'seat', value->>'kind',
    value->>'action', value->>'by', value->>'at', value->>'spent', value->>'lag' FROM json_each(?)"""
SNAP = f"UPDATE games_table SET snapshot = :snap, snapshot_format = {SNAPSHOT_FORMAT} WHERE id = :id"
KEEP = """INSERT INTO games_dealsecret (table_id, deal, board, attempt, ctx, sealed, commitment)
  VALUES (:id, :deal, :board, :attempt, :ctx, :sealed, :commitment)"""
FILE = """INSERT INTO games_deal
  (table_id, public_id, number, dealer, winner, points, type, first_seq, last_seq, finished_at, entry)
  VALUES (:id, :public_id, :number, :dealer, :winner, :points, :type, :first_seq, :last_seq, :at, :entry)"""


def _stamp(at: datetime | None) -> str | None:
    return None if at is None else str(connection.ops.adapt_datetimefield_value(at))


def _filed(deal: dict[str, Any]) -> dict[str, Any]:
    """A row of Deal in the form that SQLite stores."""
    return deal | {"at": _stamp(deal["at"]), "entry": orjson.dumps(deal["entry"]).decode()}


def _sqlite(rows: Sequence[Write]) -> set[int]:
    """Commit all rows in one transaction; if one of them missed, each row in its own."""
    with connection.wrap_database_errors:
        if _sqlite_all(connection.connection, rows):
            return {row.table_id for row in rows}
        return {row.table_id for row in rows if len(rows) > 1 and _sqlite_all(connection.connection, [row])}


def _sqlite_all(raw: Any, rows: Sequence[Write]) -> bool:
    """Commit all rows between BEGIN IMMEDIATE and COMMIT, in few statements (each releases the GIL and must get it
    back). False: one row missed, and nothing has changed."""
    plays = [_play(row) | {"due": _stamp(row.deadline_at), "at": _stamp(row.at)} for row in rows]
    text = orjson.dumps([play | {"snap": None} for play in plays]).decode()
    raw.execute("BEGIN IMMEDIATE")
    try:
        done: bool = raw.execute(CAS, (text,)).rowcount == len(rows)
        if done:
            raw.execute(LOG, (text,))
            raw.executemany(SNAP, [play for play in plays if play["snap"] is not None])
            raw.executemany(KEEP, _secrets(rows))
            raw.executemany(FILE, [_filed(deal) for deal in _deals(rows)])
        raw.execute("COMMIT" if done else "ROLLBACK")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise
    return done
