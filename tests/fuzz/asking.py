"""Send one odd request after another, each undone again, and report every one that ends in an error of the site
(5xx)."""

import json
import logging
import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from doors import tries
from games.services import tables

LONGEST = 400  # letters of a body that are shown


@dataclass(frozen=True, slots=True)
class Ask:
    """One request: who asks, and how. A body is sent as JSON, fields as a form."""

    who: str
    method: str
    path: str
    body: Any = None
    fields: dict[str, Any] | None = None

    def __str__(self) -> str:
        said = json.dumps(self.body if self.fields is None else self.fields, default=str)
        more = "" if said == "null" else f" {said[:LONGEST]}{'…' if len(said) > LONGEST else ''}"
        return f"{self.who}: {self.method} {self.path}{more}"


@dataclass(slots=True)
class Report:
    """What came of the requests: how many had each status, and what went wrong at each that ended in a fault."""

    kind: str
    seed: int
    statuses: dict[int, int]
    faults: list[str]

    def __str__(self) -> str:
        counts = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        head = f"{self.kind}, seed {self.seed}: {sum(self.statuses.values())} requests ({counts})"
        return "\n\n".join([f"{head}; {len(self.faults)} ended in a fault of the site", *self.faults])


class _Undone(Exception):
    """Takes back what a request has done."""


def send(client: Client, ask: Ask) -> int:
    """Send it and take back what it has done; its status. What the database looks at last is looked at before."""
    status = 0
    with undone():
        send_as = getattr(client, ask.method.lower())
        if ask.fields is not None:
            answer = send_as(ask.path, ask.fields)
        elif ask.method == "GET":
            answer = send_as(ask.path)
        else:
            answer = send_as(ask.path, json.dumps(ask.body), content_type="application/json")
        if answer.streaming:
            b"".join(answer)
        status = answer.status_code
        if status < 500:
            connection.check_constraints()
    return status


@contextmanager
def unlimited() -> Iterator[None]:
    """Without the limits that would keep most requests out, and without a line in the log for each. The transaction in
    which a request is undone stands around no request of a site, so a table need not refuse it."""
    logging.disable()
    with (
        patch.object(SimpleRateThrottle, "allow_request", lambda *_: True),
        patch.object(tries, "are_too_many", lambda *_: False),
        patch.object(tables, "connection", SimpleNamespace(in_atomic_block=False)),
    ):
        yield
    logging.disable(logging.NOTSET)


@contextmanager
def one_connection() -> Iterator[None]:
    """Requests to a WSGI application share the test's connection, as those of Django's own test client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@contextmanager
def undone() -> Iterator[None]:
    """What the database is told here is taken back."""
    try:
        with transaction.atomic():
            yield
            raise _Undone
    except _Undone:
        pass


def ask_all(
    kind: str, seed: int, count: int, clients: dict[str, Client], draw: Callable[[random.Random], Ask], only: int | None
) -> Report:
    """So many requests, each drawn by the seed and its number alone, so that one is asked again by itself (`only`)."""
    report = Report(kind, seed, {}, [])
    for number in range(count) if only is None else [only]:
        ask = draw(random.Random(f"{seed}/{kind}/{number}"))
        with _why() as why:
            try:
                status = send(clients[ask.who], ask)
            except Exception:
                status = 599  # the site answered, and the database refuses what it has done
                why.append(traceback.format_exc())
        report.statuses[status] = report.statuses.get(status, 0) + 1
        if status >= 500:
            report.faults.append(f"#{number} {status} {ask}\n{''.join(why)[-1500:]}")
        if number % 500 == 499:
            print(f"{kind}: {number + 1} of {count}, {len(report.faults)} faults", flush=True)
    return report


@contextmanager
def _why() -> Iterator[list[str]]:
    """The traces of what goes wrong meanwhile."""
    found: list[str] = []

    def note(**_: Any) -> None:
        found.append(traceback.format_exc())

    got_request_exception.connect(note)
    try:
        yield found
    finally:
        got_request_exception.disconnect(note)
