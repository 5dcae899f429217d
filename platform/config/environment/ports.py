"""Find a free port of this machine for a server of one's own."""

import secrets
import socket

BELOW_LOANS = range(10_240, 32_768)  # from there on systems lend ports to connections that go out
TRIES = 100


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens now and which no outgoing connection gets in the meantime. Raises
    OSError if a hundred tries find none."""
    for _ in range(TRIES):
        port = secrets.choice(BELOW_LOANS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port on 127.0.0.1")
