"""Lines of the log: each says for which request, by which route and for whom it was written; without names, addresses
or secrets in paths."""

import logging
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from pythonjsonlogger.orjson import OrjsonFormatter

from watching import asked

NAMES = {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "trace"}
FIELDS = ("time", "level", "logger", "message", "request_id", "person", "route", "trace")
SECRET = ("token", "code", "key")  # parts of paths that open something to whoever has them


class Where(logging.Filter):
    """Adds to each record `request_id`, `person` (the number of an account) and `route`."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record."""
        request = getattr(record, "request", None)
        work = asked.present()
        if isinstance(request, HttpRequest):
            work = asked.Page(request)
            _hide(record, request)
        record.request_id = asked.request_id() or None
        record.person = work.person if work else None
        record.route = work.route if work else None
        return True


class JsonLine(OrjsonFormatter):
    """One JSON object a line, with the fields that docs/deploy.md names and no others."""

    def __init__(self) -> None:
        super().__init__(["asctime", "levelname", "name", "message", *FIELDS[4:7]], rename_fields=NAMES)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """The time in UTC."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Leave out what libraries add to their records, which may be personal, and what is empty."""
        return {name: log_data[name] for name in FIELDS if log_data.get(name) is not None}


def _hide(record: logging.LogRecord, request: HttpRequest) -> None:
    """Take what opens something out of the path that Django writes."""
    kwargs = request.resolver_match.kwargs if request.resolver_match else {}
    hidden = [str(kwargs[name]) for name in SECRET if kwargs.get(name)]
    if hidden and isinstance(record.args, tuple):
        record.args = tuple(_without(one, hidden) for one in record.args)


def _without(one: object, hidden: list[str]) -> object:
    if not isinstance(one, str):
        return one
    for secret in hidden:
        one = one.replace(secret, "…")
    return one
