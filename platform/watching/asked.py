"""What is worked on now: for which request, by which route, for whom. Lines of the log, entries of the audit log and
figures say so."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django_guid import get_guid

HEADER = "X-Request-ID"  # nginx sends it; nobody else can, where nginx stands in front
REQUEST_ID = re.compile(r"[0-9a-f]{32}")  # as nginx writes it
STATIC, UNKNOWN = "static", "unknown"


class Work(Protocol):
    """What one thread or task works on."""

    @property
    def route(self) -> str:
        """The name of its address or task. There are as many as the code names."""

    @property
    def person(self) -> int | None:
        """The number of the account that it is for, if that is known."""


@dataclass(frozen=True, slots=True)
class Page:
    """A request by HTTP. Its route is known as soon as its view is found, its person when the account was read; neither
    is looked up for this."""

    request: HttpRequest

    @property
    def route(self) -> str:
        """The name of the address."""
        match = self.request.resolver_match
        if match is not None:
            return match.view_name
        return STATIC if self.request.path.startswith(f"/{settings.STATIC_URL.strip('/')}/") else UNKNOWN

    @property
    def person(self) -> int | None:
        """Who is signed in, by a session or a token."""
        known = vars(self.request)
        user = known.get("user")
        if isinstance(user, SimpleLazyObject):
            user = known.get("_cached_user")
        return getattr(user, "pk", None)


@dataclass(slots=True)
class Named:
    """A socket, or a task of the worker."""

    route: str
    person: int | None = None


_now: ContextVar[Work | None] = ContextVar("watching_work", default=None)


@contextmanager
def working(work: Work) -> Iterator[None]:
    """Say what the block works on."""
    token = _now.set(work)
    try:
        yield
    finally:
        _now.reset(token)


def begin(work: Work | None) -> None:
    """Say what is worked on from now on, in this thread or task; None: nothing that has a name."""
    _now.set(work)


def present() -> Work | None:
    """What is worked on now."""
    return _now.get()


def route() -> str:
    """The name of what is worked on now."""
    work = _now.get()
    return UNKNOWN if work is None else work.route


def request_id() -> str:
    """The id of the request, socket or task that is worked on now; "" if there is none."""
    return str(get_guid() or "")


def is_for(person: int | None) -> None:
    """Say for whom a socket is, once that is known."""
    if isinstance(work := _now.get(), Named):
        work.person = person
