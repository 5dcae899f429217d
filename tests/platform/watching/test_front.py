"""nginx gives each request an id, writes one line of JSON for it, and tells visitors no route."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from config.environment.ports import free_port
from tests.composed.front import in_front, log_of
from tests.composed.services import until
from tests.games.live.processes.test_shards import nginx  # noqa: F401  (a fixture)

pytestmark = pytest.mark.service
ROUTE = "tournaments:slip"


class Web(BaseHTTPRequestHandler):
    """A process behind nginx: what it was asked."""

    heard: list[dict[str, str]] = []

    def do_GET(self) -> None:
        self.heard.append({"path": self.path, **{name.lower(): value for name, value in self.headers.items()}})
        self.send_response(200)
        self.send_header("X-Route", ROUTE)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing to say."""


@pytest.fixture
def web() -> Iterator[int]:
    Web.heard = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Web) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_an_id_goes_through_and_the_log_says_neither_path_nor_address(nginx: str, web: int, tmp_path: Path) -> None:  # noqa: F811
    port = free_port()
    with in_front(nginx, tmp_path, port, dict.fromkeys(("web-0", "web-1", "live-0", "live-1"), web)):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/s/q4Zt8hV2/", headers={"X-Request-ID": "mine"})
        with urllib.request.urlopen(request) as answer:
            assert "X-Route" not in answer.headers
        urllib.request.urlopen(f"http://127.0.0.1:{port}/ws/t/0/abc/").close()
        until("both are logged", lambda: log_of(tmp_path).count('"logger":"nginx"') == 2)
        said = [json.loads(line) for line in log_of(tmp_path).splitlines() if line.startswith("{")]
    assert {one["x-request-id"] for one in Web.heard} == {one["request_id"] for one in said}
    assert all(len(one["request_id"]) == 32 for one in said)
    assert [(one["status"], one["route"]) for one in said] == [(200, ROUTE)] * 2
    assert "q4Zt8hV2" not in log_of(tmp_path)
