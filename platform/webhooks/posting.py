"""Send one message over the network: to a checked address, with limits on time and size, and without redirects."""

import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from socket import IPPROTO_TCP, SHUT_RDWR, SOCK_STREAM, gaierror, getaddrinfo
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from webhooks import standard

SECONDS = 10.0  # for all of it, once the name is resolved
MOST_READ = 64 * 1024  # bytes of an answer
LATE = "no answer within ten seconds"
PORTS = {"https": 443, "http": 80}


class BadAddress(Exception):
    """Nothing may be sent to this address; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(FAULTS[code])
        self.code = code


FAULTS = {
    "form": "no address of the form https://host/path",
    "scheme": "the address does not begin with https://",
    "login": "the address holds a name or a password",
    "unknown": "the host has no address",
    "inner": "the host is not in the public internet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer: the status (None: no answer), the text, what went wrong, the seconds it took, and the seconds to wait
    that it asks for."""

    status: int | None = None
    text: str = ""
    fault: str = ""
    seconds: float = 0.0
    retry_after: int = 0


def check(url: str) -> None:
    """Raise BadAddress if nothing may be sent to this address now."""
    _addresses(_parts(url))


def post(url: str, *, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send a message and read the answer. It connects to the very address that was checked, so that the name cannot
    resolve to another computer in between."""
    began = monotonic()
    try:
        parts = _parts(url)
        addresses = _addresses(parts)
    except BadAddress as bad:
        return Answer(fault=str(bad), seconds=monotonic() - began)
    until = monotonic() + SECONDS
    fault = ""
    for address in addresses[:3]:
        try:
            connection = _connect(address, parts, until)
        except (OSError, HTTPError) as refused:
            fault = _words(refused)
            continue
        answer = _exchange(connection, parts, body, headers, until)
        return Answer(
            status=answer.status, text=answer.text, fault=answer.fault,
            seconds=monotonic() - began, retry_after=answer.retry_after,
        )  # fmt: skip
    return Answer(fault=fault, seconds=monotonic() - began)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as bad:
        raise BadAddress("form") from bad
    if not parts.hostname or port == 0 or not url.isascii() or not url.isprintable() or " " in url:
        raise BadAddress("form")
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.WEBHOOKS_LOCAL):
        raise BadAddress("scheme")
    if parts.username is not None or parts.password is not None:
        raise BadAddress("login")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def _addresses(parts: SplitResult) -> list[str]:
    """The addresses of the host. If one of them is internal, all are refused."""
    try:
        found = getaddrinfo(parts.hostname, _port(parts), type=SOCK_STREAM, proto=IPPROTO_TCP)
    except (gaierror, UnicodeError, OSError) as unknown:
        raise BadAddress("unknown") from unknown
    addresses = list(dict.fromkeys(str(place[0]) for *_kind, place in found))
    if not settings.WEBHOOKS_LOCAL and not all(standard.is_public(one) for one in addresses):
        raise BadAddress("inner")
    return addresses


def _connect(address: str, parts: SplitResult, until: float) -> HTTPConnection:
    left = max(until - monotonic(), 0.1)
    if parts.scheme == "http":
        connection = HTTPConnection(address, _port(parts), timeout=left)
    else:
        connection = HTTPSConnection(
            address, _port(parts), timeout=left, ssl_context=_trust(),
            server_hostname=parts.hostname,
        )  # fmt: skip
    connection.connect()
    return connection


@cache
def _trust() -> ssl.SSLContext:
    """The certificates that this computer trusts."""
    return ssl.create_default_context()


def _exchange(
    connection: HTTPConnection, parts: SplitResult, body: bytes, headers: Mapping[str, str], until: float
) -> Answer:
    target = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else str(parts.hostname)
    named = {"Host": host if parts.port is None else f"{host}:{parts.port}", "Connection": "close", **headers}
    try:
        with _ended_at(connection, until) as ended:
            connection.request("POST", target, body=body, headers=named, preload_content=False, decode_content=False)
            response = connection.getresponse()
            text = response.read(MOST_READ, decode_content=False).decode(errors="replace")
    except (OSError, HTTPError) as broken:
        return Answer(fault=LATE if monotonic() >= until else _words(broken))
    finally:
        connection.close()
    if ended.is_set():
        return Answer(fault=LATE)
    return Answer(status=response.status, text=text, retry_after=_seconds(response.headers.get("Retry-After", "")))


@contextmanager
def _ended_at(connection: HTTPConnection, until: float) -> Iterator[threading.Event]:
    """Shut the connection when the time is over, even if the other side keeps sending a byte now and then; returns
    whether it was shut."""
    ended = threading.Event()

    def shut() -> None:
        ended.set()
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(SHUT_RDWR)

    clock = threading.Timer(max(until - monotonic(), 0), shut)
    clock.daemon = True
    clock.start()
    try:
        yield ended
    finally:
        clock.cancel()


def _seconds(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _words(error: Exception) -> str:
    """An error of the network in a few words, without our own addresses."""
    cause = error.__cause__ or error
    if isinstance(error, ssl.SSLError) or isinstance(cause, ssl.SSLError):
        return f"the certificate was not accepted: {cause}"[:200]
    if isinstance(error, TimeoutError) or isinstance(cause, TimeoutError):
        return LATE
    if isinstance(cause, ConnectionRefusedError):
        return "the connection was refused"
    return f"the connection failed: {type(cause).__name__}"
