"""Send one odd request after another, each undone again, and report every one that ends in an error of the site
(5xx), and how far the requests came."""

import copy
import json
import logging
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.contrib.messages import WARNING, get_messages
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from rest_framework.throttling import SimpleRateThrottle

from doors import tries
from games.services import tables

NOBODY = "nobody"  # who asks without an account
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


class End(StrEnum):
    """How far a request came."""

    SIGN_IN = "led to the sign-in"
    KEPT_OUT = "kept out"  # there is nothing, or nothing for this person, or not in this way
    REFUSED = "refused as checked"
    DONE = "done or shown"
    FAULT = "a fault of the site"


@dataclass(slots=True)
class Report:
    """What came of the requests: how many had each status, how far they came, and what went wrong at each that ended in
    a fault. Of those of a person who is signed in, `lost` were led to the sign-in."""

    kind: str
    seed: int
    statuses: Counter[int] = field(default_factory=Counter)
    ends: Counter[End] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def share(self, *ends: End) -> float:
        """The share of the requests, in per cent, that came to one of these ends."""
        return 100 * sum(self.ends[end] for end in ends) / max(1, self.ends.total())

    def __str__(self) -> str:
        counts = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        ends = ", ".join(f"{count} {end}" for end, count in self.ends.most_common())
        head = f"{self.kind}, seed {self.seed}: {self.statuses.total()} requests ({counts}: {ends})"
        return "\n\n".join([f"{head}; {len(self.faults)} ended in a fault of the site", *self.faults])


class _Undone(Exception):
    """Takes back what a request has done."""


def send(client: Client, ask: Ask) -> tuple[int, End]:
    """Send it and take back what it has done, in the browser too: its status, and how far it came. What the database
    looks at last is looked at before."""
    with undone(client):
        send_as = getattr(client, ask.method.lower())
        if ask.fields is not None:
            answer = send_as(ask.path, ask.fields)
        elif ask.method == "GET":
            answer = send_as(ask.path)
        else:
            answer = send_as(ask.path, json.dumps(ask.body), content_type="application/json")
        if answer.streaming:
            b"".join(answer)
        if answer.status_code < 500:
            connection.check_constraints()
        return answer.status_code, _end(ask, answer)


def _end(ask: Ask, answer: HttpResponseBase) -> End:
    """How far it came. A page refuses a form with a status, with a word about it, or by showing it again."""
    status, asked = answer.status_code, getattr(answer, "wsgi_request", None)
    if status >= 500:
        return End.FAULT
    if answer.get("Location", "").partition("?")[0] in (reverse("account_login"), reverse("account_reauthenticate")):
        return End.SIGN_IN
    if status in (401, 403, 404, 405):
        return End.KEPT_OUT
    is_refused = status >= 400 or (ask.method == "POST" and ask.fields is not None and status == 200)
    warned = asked is not None and any(said.level >= WARNING for said in get_messages(asked))
    return End.REFUSED if is_refused or warned else End.DONE


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
def undone(*clients: Client) -> Iterator[None]:
    """What the database is told here is taken back, and so are the cookies of these browsers: whoever signs out here is
    signed in again."""
    kept = [copy.deepcopy(client.cookies) for client in clients]
    try:
        with transaction.atomic():
            yield
            raise _Undone
    except _Undone:
        pass
    finally:
        for client, cookies in zip(clients, kept, strict=True):
            client.cookies = cookies


def ask_all(
    kind: str, seed: int, count: int, clients: dict[str, Client], draw: Callable[[random.Random], Ask], only: int | None
) -> Report:
    """So many requests, each drawn by the seed and its number alone, so that one is asked again by itself (`only`)."""
    report = Report(kind, seed)
    for number in range(count) if only is None else [only]:
        ask = draw(random.Random(f"{seed}/{kind}/{number}"))
        with _why() as why:
            try:
                status, end = send(clients[ask.who], ask)
            except Exception:
                status, end = 599, End.FAULT  # the site answered, and the database refuses what it has done
                why.append(traceback.format_exc())
        report.statuses[status] += 1
        report.ends[end] += 1
        if end == End.SIGN_IN and ask.who != NOBODY:
            report.lost.append(str(ask))
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
