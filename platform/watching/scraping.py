"""Who may read the figures, and the figures as text."""

import hmac
import ipaddress
import os
import threading
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder in which processes of one server put their figures together
CONTENT_TYPE = CONTENT_TYPE_LATEST
NOBODY = b"These figures are for the monitoring of the site.\n"
_more = CollectorRegistry()
disable_created_metrics()  # type: ignore[no-untyped-call]  # its own word: when a figure began, for each one


def may_read(authorization: str, address: str) -> bool:
    """May somebody who asks with this header, from this address, read the figures? Whoever knows the token may, and
    whoever asks from a network that is named."""
    token: str = settings.METRICS_TOKEN
    if token and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        return True
    try:
        asks = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(asks in network for network in settings.METRICS_NETWORKS)


def add(collector: Collector) -> None:
    """Have a collector asked at each reading, too."""
    _more.register(collector)


def text() -> bytes:
    """All figures of this process, in the form that Prometheus reads; in a worker those of all its processes."""
    if not os.environ.get(SHARED):
        return generate_latest(REGISTRY) + generate_latest(_more)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]  # its own word
    return generate_latest(together)


def serve(port: int) -> "Server":
    """Answer `/metrics` at a port, in a thread: for processes that serve nothing else."""
    server = make_server("", port, _answer, Server, Quiet)
    threading.Thread(target=server.serve_forever, name="figures", daemon=True).start()
    return server


class Server(ThreadingMixIn, WSGIServer):
    """A server for the monitoring alone."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """Writes no line a request, and waits for none for ever."""

    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing to say."""


def _answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    if environ["PATH_INFO"] != "/metrics" or environ["REQUEST_METHOD"] != "GET":
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b""]
    if not may_read(environ.get("HTTP_AUTHORIZATION", ""), environ.get("REMOTE_ADDR", "")):
        start_response("403 Forbidden", [("Content-Type", "text/plain")])
        return [NOBODY]
    start_response("200 OK", [("Content-Type", CONTENT_TYPE)])
    return [text()]
