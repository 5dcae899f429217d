"""The limits of nginx: our nginx.conf, with a small burst so that few requests reach it."""

import re
import resource
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from config.environment.ports import free_port
from tests.composed.front import configuration, log_of, running
from tests.composed.services import SERVICES, until
from tests.games.live.processes.test_shards import nginx  # noqa: F401  (a fixture)

pytestmark = pytest.mark.service
BURST = 5


@pytest.fixture
def front(nginx: str, tmp_path: Path) -> Iterator[str]:  # noqa: F811
    """The address of an nginx with nothing behind it: what it lets through is answered 502."""
    with changed(nginx, tmp_path, {"rate=100r/s": "rate=1r/m", "burst=1000 ": f"burst={BURST} "}) as port:
        yield f"http://127.0.0.1:{port}"


@contextmanager
def changed(nginx: str, folder: Path, words: dict[str, str]) -> Iterator[int]:  # noqa: F811
    """An nginx with nothing behind it and with other words in its configuration; its port."""
    port, nobody = free_port(), free_port()
    text = configuration(port, dict.fromkeys(("web-0", "web-1", "live-0", "live-1"), nobody))
    for given, wanted in words.items():
        assert given in text
        text = text.replace(given, wanted)
    with running(nginx, folder, text, port):
        yield port


def asked(address: str) -> urllib.error.HTTPError:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address)
    return refused.value


def test_who_asks_too_often_is_told_when_to_come_back_and_files_are_free(front: str) -> None:
    assert {asked(f"{front}/static/css/site.css").code for _ in range(3 * BURST)} == {502}
    answers = [asked(f"{front}/") for _ in range(BURST + 2)]
    assert [answer.code for answer in answers] == [502] * (BURST + 1) + [429]
    assert answers[-1].headers["Retry-After"] == "10"
    assert b"Try again in ten seconds." in answers[-1].read()


@contextmanager
def many_sockets(port: int, number: int) -> Iterator[None]:
    """So many people hold a connection open, as at tables."""
    with ExitStack() as end:
        for _ in range(number):
            end.enter_context(socket.create_connection(("127.0.0.1", port), 30))
        yield


def test_each_worker_has_room_for_more_than_eight_thousand_sockets(nginx: str, tmp_path: Path) -> None:  # noqa: F811
    """A third of the 32,768, as that is what a usual machine lets a test open; 8,192 was the end once."""
    most = 11_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < most + 500:
        pytest.skip(f"this machine lets nobody open {most} sockets")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most + 500, hard))
    try:
        with changed(nginx, tmp_path, {"worker_processes auto;": "worker_processes 1;"}) as port:
            with many_sockets(port, most):
                assert asked(f"http://127.0.0.1:{port}/").code == 502, "it is let in, and nobody is behind"
            assert "are not enough" not in log_of(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_who_runs_the_site_reads_that_its_connections_are_used_up(nginx: str, tmp_path: Path) -> None:  # noqa: F811
    few = {"worker_processes auto;": "worker_processes 1;", "worker_connections 32768;": "worker_connections 40;"}
    with changed(nginx, tmp_path, few) as port, many_sockets(port, 60):
        until("it is in the log", lambda: "40 worker_connections are not enough" in log_of(tmp_path))


def test_as_many_files_may_be_open_as_there_are_connections(nginx: str, tmp_path: Path) -> None:  # noqa: F811
    with changed(nginx, tmp_path, {}):
        command = [nginx, "-T", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
        read = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    connections, files = (
        int(found)
        for name in ("worker_connections", "worker_rlimit_nofile")
        for found in re.findall(rf"^ *{name} (\d+);", read, re.MULTILINE)
    )
    assert connections == 32_768
    assert connections < files <= SERVICES["nginx"]["ulimits"]["nofile"]
    assert re.findall(r"^worker_processes (\w+);", read, re.MULTILINE) == ["auto"]
