"""Queries that take longer than the site allows are named in the log: by their route or task, and by the form of the
statement, without its values."""

import logging
import re
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from watching import asked, figures

logger = logging.getLogger(__name__)
MOST = 1000  # letters of a statement
TEXT = re.compile(r"'(?:[^']|'')*'")
NUMBER = re.compile(r"(?<![\w$])\d+(?:\.\d+)?\b")
MANY = re.compile(r"(%s|\?)(?:, ?(?:%s|\?))+")
BLANKS = re.compile(r"\s+")


def listen() -> None:
    """Time the queries of every connection, if the site has a limit."""
    if settings.SLOW_QUERY_MS:
        connection_created.connect(_opened, weak=False, dispatch_uid="watching")


def form_of(statement: str) -> str:
    """A statement without its values, and in one line."""
    bare = NUMBER.sub("?", TEXT.sub("?", statement))
    return MANY.sub(r"\1, …", BLANKS.sub(" ", bare)).strip()[:MOST]


def _opened(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if _timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(_timed)


def _timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        milliseconds = (perf_counter() - began) * 1000
        if milliseconds >= settings.SLOW_QUERY_MS:
            route = asked.route()
            figures.was_slow(route)
            logger.warning("slow query of %s, %.0f ms: %s", route, milliseconds, form_of(sql))
