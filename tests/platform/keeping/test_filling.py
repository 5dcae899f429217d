"""PostgreSQL is filled table by table, and its indexes are made then: no value and no index is lost by that."""

import math
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections, transaction

from keeping import form
from keeping.form import Column, DoesNotFit
from keeping.services import moving, restoring
from keeping.tables import columns, copying, indexes
from keeping.tables.rows import Sum
from tests.platform.keeping.conftest import Empty, no_word, nobody
from tests.platform.keeping.test_refusals import files, repacked
from tests.platform.keeping.test_round_trips import everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.service]

ODD_TEXTS = ["", "N", r"\N", r"\.", "\\", r"\\x41", "a\tb", "a\r\nb\v\f\b", "ü\u2028“", " "]
EACH_KIND = {
    "whole": ("bigint", [0, -1, 2**63 - 1]),
    "truth": ("boolean", [True, False]),
    "real": ("double precision", [0.0, -0.0, 0.1, 1.0, 1e-7, 1e15, 1e16, 123456789.125, 5e-324, math.inf]),
    "text": ("text", ODD_TEXTS),
    "json": ("jsonb", ['{"b": [1, 1.50, 1e-7, "\\\\N\\t\\u00fc"], "a": {"": null}}', "2", '"\\n"', "null", "[]"]),
    "moment": ("timestamptz", [datetime(2026, 3, 7, 12, 0, 10, n, UTC).isoformat() for n in (0, 120_000, 123_457)]),
    "day": ("date", [date(2026, 3, 10).isoformat()]),
    "time": ("time", [time(18, 0).isoformat(), time(18, 0, 0, 100).isoformat()]),
    "uuid": ("uuid", [str(uuid.UUID(int=10))]),
    "bytes": ("bytea", ["", "AAEC/w==", "XE4="]),
}
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
CONSTRAINTS = """SELECT conrelid::regclass::text, conname, contype, condeferrable, condeferred, convalidated,
    pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace"""
TRIGGERS = "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal"


@pytest.fixture
def only_postgresql(lines: None) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("the way of PostgreSQL")


def told(alias: str, query: str) -> list[tuple[Any, ...]]:
    with connections[alias].cursor() as cursor:
        cursor.execute(query)
        return sorted(cursor.fetchall())


def guards(alias: str) -> dict[str, list[tuple[Any, ...]]]:
    """All indexes, constraints and triggers of a database, word by word."""
    return {name: told(alias, query) for name, query in (("i", INDEXES), ("c", CONSTRAINTS), ("t", TRIGGERS))}


def test_every_kind_of_column_has_a_text() -> None:
    assert {kind.name for kind in columns.KINDS.values()} == set(copying.TEXTS) == set(copying.JSON) == set(EACH_KIND)


def told_json(text: str) -> str:
    """The text in which PostgreSQL has this JSON."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::jsonb::text", [text])
        return str(cursor.fetchone()[0])


@pytest.mark.parametrize("is_own", [True, False])
@pytest.mark.parametrize("kind", EACH_KIND)
def test_values_of_each_kind_come_back(kind: str, is_own: bool, only_postgresql: None) -> None:
    type_, values = EACH_KIND[kind]
    if is_own and kind == "json":
        values = [told_json(value) for value in values]
    of = (Column("id", "whole"), Column("x", kind))
    table = [[number, value] for number, value in enumerate([*values, None])]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE odd (id bigint, x {type_}) ON COMMIT DROP")
        sent, there = Sum(), Sum()
        for lines in copying.write("default", "odd", of, table, is_own):
            sent.add(lines)
        for lines in copying.read("default", "odd", of, is_own):
            there.add(lines)
        assert sent == there
        assert sent.rows == len(table)
        cursor.execute("SELECT count(*) FROM odd WHERE x IS NULL")
        assert cursor.fetchone() == (1,)
        if kind in ("whole", "truth", "real", "text"):
            cursor.execute("SELECT x FROM odd ORDER BY id")
            assert [x for (x,) in cursor.fetchall()] == [*values, None]
        cursor.execute("DELETE FROM odd WHERE id = 0")
        fewer = Sum()
        for lines in copying.read("default", "odd", of, is_own):
            fewer.add(lines)
        assert fewer != sent


@pytest.mark.parametrize("kind", EACH_KIND)
def test_a_line_that_postgresql_writes_has_the_values_that_python_gives(kind: str, only_postgresql: None) -> None:
    type_, values = EACH_KIND[kind]
    values = [told_json(value) for value in values] if kind == "json" else values
    values = [*values, math.nan] if kind == "real" else values
    of = (Column("id", "whole"), Column("x", kind))
    table = [[number, value] for number, value in enumerate([*values, None])]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE odd (id bigint, x {type_}) ON COMMIT DROP")
        list(copying.write("default", "odd", of, table[::-1], True))
        written = b"".join(copying.backed_up("default", "odd", of, ["id"]))
    assert repr(list(form.rows(written, 2))) == repr(table)


def restored(backup: Path, target: str) -> None:
    restoring.restore(backup, passphrase=nobody, tell=no_word, alias=target)


def moved(_: Path, target: str) -> None:
    moving.move(to={**connections[target].settings_dict}, tell=no_word)


@pytest.mark.parametrize("way", [restored, moved])
def test_a_filled_database_has_the_indexes_and_constraints_of_a_new_one(
    way: Callable[[Path, str], None], backup: Path, another_folder: Path, empty: Empty
) -> None:
    target = empty("postgresql")
    new = guards(target)
    assert len(new["i"]) > 300
    assert len(new["c"]) > 500
    way(backup, target)
    connections[target].close()
    assert guards(target) == new


@pytest.mark.long
def test_so_has_one_that_had_no_tables(backup: Path, another_folder: Path, empty: Empty) -> None:
    new, target = guards(empty("postgresql")), empty("postgresql", tables=False)
    restored(backup, target)
    assert guards(target) == new


class Killed(BaseException):
    pass


@pytest.mark.parametrize(
    ("where", "what", "nth"),
    [
        (copying, "write", 12),
        (copying, "_data", 12),
        (indexes, "_run", 2),
        (indexes, "_run", 3),
        (copying, "read", 12),
    ],
)
def test_a_restore_stopped_in_the_middle_leaves_an_empty_database_with_all_its_indexes(
    where: Any, what: str, nth: int, backup: Path, another_folder: Path, empty: Empty, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, real, left = empty("postgresql"), getattr(where, what), iter(range(nth - 1))
    before = everything(target), guards(target), files(another_folder)

    def stopped(*given: Any) -> Any:
        if next(left, None) is None:
            raise Killed
        return real(*given)

    monkeypatch.setattr(where, what, stopped)
    with pytest.raises(Killed):
        restored(backup, target)
    assert (everything(target), guards(target), files(another_folder)) == before


def test_rows_that_stand_twice_are_refused(
    backup: Path, another_folder: Path, empty: Empty, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file was made by hand, with right checksums: two pieces of work under one key."""
    part = "rows/duework_duework/000001.jsonl"

    def twice(parts: dict[str, bytes]) -> None:
        first = parts[part].splitlines(keepends=True)[0]
        number, rest = first.split(b",", 1)
        parts[part] += b",".join((b"[99" + number[1:], rest))

    target = empty("postgresql")
    before, path = (everything(target), guards(target)), repacked(backup, twice, tmp_path / "odd.backup")
    monkeypatch.setattr(restoring.manifest, "check_parts", lambda *_: None)
    with pytest.raises(DoesNotFit, match="could not create unique index"):
        restored(path, target)
    assert (everything(target), guards(target)) == before
