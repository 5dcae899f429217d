"""Versions of rows, computed from the rows themselves: every change of a row changes the version, whatever made it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import F, Model, QuerySet

DIGESTS = {  # of a query's rows, as one row; on PostgreSQL their order does not matter
    "postgresql": "SELECT {n}, count(*), sum(hashtextextended(found::text, {n}))::text FROM ({rows}) found",
    "sqlite": "SELECT {n}, count(*), group_concat(json_array({columns}), '') FROM ({rows}) found",
}
_known: ContextVar[dict[str, str] | None] = ContextVar("digests of one look", default=None)


@contextmanager
def one_look() -> Iterator[None]:
    """Within this block each version is computed once, so that all parts of a page use the same facts."""
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def once(question: str, make: Callable[[], str]) -> str:
    """The version under this key, computed by `make`: only once within `one_look`, else each time."""
    known = _known.get()
    if known is None:
        return make()
    if question not in known:
        known[question] = make()
    return known[question]


def columns(model: type[Model], path: str = "", without: Iterable[str] = ()) -> list[str]:
    """All columns of a model, named from `path`, including columns that are added later."""
    names = [field.attname for field in model._meta.concrete_fields if field.attname not in without]
    return [f"{path}__{name}" if path else name for name in names]


def digest(*asked: tuple[QuerySet[Model], Iterable[str]]) -> str:
    """The version of these rows by these columns: one statement, computed in the database, so that no rows are sent."""
    parts: list[str] = []
    values: list[Any] = []
    for n, (found, names) in enumerate(asked):
        named = {f"c{at}": F(name) for at, name in enumerate(names)}
        try:
            rows, given = found.order_by().values(**named).query.sql_with_params()
        except EmptyResultSet:
            continue
        parts.append(DIGESTS[connection.vendor].format(n=n, rows=rows, columns=", ".join(named)))
        values += given
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), values)
        return sha256(repr(sorted(cursor.fetchall())).encode()).hexdigest()[:32]
