"""A real HTTP server that accepts webhooks, as a club's own program would."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook

from clubs.models import Club
from webhooks.models import Endpoint
from webhooks.services import endpoints


@dataclass
class Receiver:
    """What it has had (headers and body), and what it answers: `answers` in their order, the last for ever."""

    url: str = ""
    had: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=lambda: [(204, {}, b"")])

    def answer(self, *answers: int | tuple[int, dict[str, str], bytes]) -> None:
        """Answer so from now on."""
        self.answers[:] = [one if isinstance(one, tuple) else (one, {}, b"") for one in answers]

    def opened(self, secret: str, number: int = -1) -> Any:
        """A message that it has had, as the library of the specification reads and verifies it."""
        headers, body = self.had[number]
        return Webhook(secret).verify(body, headers)


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A server on a free port of this computer."""
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.had.append(({name.lower(): text for name, text in self.headers.items()}, body))
            status, headers, text = kept.answers.pop(0) if len(kept.answers) > 1 else kept.answers[0]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the other side has read enough
                self.wfile.write(text)

        do_GET = do_POST

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_port}/hooks?of=club"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def listen(url: str, club: Club | None, by: Any, now: Any, *kinds: str) -> tuple[Endpoint, str]:
    """An endpoint there for these kinds of events."""
    return endpoints.add(club=club, url=url, kinds=kinds or ("round.published",), by=by, now=now)
