"""Fill tables of PostgreSQL first and make their indexes and references then: sorting all rows once is far quicker than
finding the place of each, and looking up all references together than one by one."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections
from django.db.backends.utils import CursorWrapper

CONSTRAINTS = """
    SELECT conrelid::regclass::text, contype = 'f' AS refers,
           string_agg(format('DROP CONSTRAINT %I', conname), ', '),
           string_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(c.oid)), ', ' ORDER BY c.oid)
    FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND NOT t.relispartition
      AND contype IN ('u', 'x', 'f')
    GROUP BY 1, 2 ORDER BY refers, 1"""
INDEXES = """  -- without those whose condition PostgreSQL would put in other words when it is given its own
    SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND NOT t.relispartition AND NOT EXISTS (
        SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))
      AND coalesce(pg_get_expr(i.indpred, i.indrelid), '') NOT LIKE '% ANY (%'
    ORDER BY i.indrelid, i.indexrelid"""

MEMORY = """
    SELECT set_config('maintenance_work_mem', '256MB', true)
    WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')"""  # for sorting


@contextmanager
def afterwards(alias: str) -> Iterator[None]:
    """Take the indexes and references of tables away for the block, and make the same ones after it; primary keys and
    tables in parts keep theirs. Use it in a transaction, so that they are never lost; the end of the block raises
    IntegrityError for rows that they do not allow. On SQLite it changes nothing."""
    if connections[alias].vendor != "postgresql":
        yield
        return
    connections[alias].check_constraints()  # what still waits to be checked would stand in the way
    with connections[alias].cursor() as cursor:
        cursor.execute(CONSTRAINTS)
        constraints = cursor.fetchall()
        cursor.execute(INDEXES)
        indexes = cursor.fetchall()
        _run(cursor, [f"ALTER TABLE {table} {drop}" for table, _, drop, _ in reversed(constraints)])
        if indexes:
            cursor.execute(f"DROP INDEX {', '.join(name for name, _ in indexes)}")
    yield
    with connections[alias].cursor() as cursor:
        cursor.execute(MEMORY)
        _run(cursor, [f"ALTER TABLE {table} {add}" for table, refers, _, add in constraints if not refers])
        _run(cursor, [made for _, made in indexes])
        _run(cursor, [f"ALTER TABLE {table} {add}" for table, refers, _, add in constraints if refers])


def _run(cursor: CursorWrapper, statements: list[str]) -> None:
    for statement in statements:
        cursor.execute(statement)
