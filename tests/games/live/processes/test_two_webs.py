"""Two web processes behind nginx: one may stop while people read pages, and the database sees few connections."""

import asyncio
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from bench import crowd
from config.environment.ports import free_port
from tests.composed.front import in_front
from tests.composed.services import ROOT, SERVERS, Composed, answers
from tests.games.live.processes.test_shards import nginx

__all__ = ["nginx"]
WEBS = ("web-0", "web-1")
CLIENTS, POOL = 64, 16
FORM = b"name=value"
PAGES = ["/", "/accounts/login/", "/tournaments/", "/ratings/", "/api/v1/clubs/"]
PATIENCE_S = 180.0


async def until(is_so: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait until something holds; a process that has ended will not bring it about."""
    async with asyncio.timeout(PATIENCE_S):
        while not await asyncio.to_thread(is_so):
            assert process.poll() is None, "the process ended by itself"
            await asyncio.sleep(0.1)


def is_up(port: int) -> bool:
    """Does the process at this port answer, as its health check asks?"""
    return answers(f"http://127.0.0.1:{port}/livez")


@pytest.mark.long
@pytest.mark.service
async def test_a_restart_of_each_web_process_under_load_shows_no_error(
    tmp_path: Path, postgres_database: str, nginx: str
) -> None:
    site = Composed(tmp_path, postgres_database, code=ROOT)
    site.write_settings()

    ports = {name: site.ports[name] for name in SERVERS}

    async def restart_each() -> None:
        for name in WEBS:
            site.running[name].send_signal(signal.SIGTERM)
            await asyncio.to_thread(site.running[name].wait, PATIENCE_S)
            site.start(name)
            await until(lambda port=ports[name]: is_up(port), site.running[name])

    with ExitStack() as end:
        end.callback(site.kill_all)
        site.start("redis")
        site.until_healthy("redis")
        front = site.ports["nginx"]
        end.enter_context(in_front(nginx, tmp_path / "nginx", front, ports))
        for name in WEBS:
            site.start(name)
        for name in WEBS:
            await until(lambda port=ports[name]: is_up(port), site.running[name])
        connections = end.enter_context(crowd.counted(postgres_database))
        restarts = asyncio.create_task(restart_each())
        told = await crowd.crowd([("127.0.0.1", front)], PAGES, clients=CLIENTS, goes_on=lambda _: not restarts.done())
        await restarts
    assert set(told.statuses) == {200}
    assert told.errors == 0
    assert told.statuses[200] > CLIENTS
    assert 0 < connections["most"] <= len(WEBS) * POOL


def fetched(address: str) -> tuple[int, str, str]:
    """Status, kind and text of an answer."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address, timeout=30)
    answer = refused.value
    return answer.code, answer.headers["Content-Type"], answer.read().decode()


def test_where_no_process_answers_stands_a_page_with_a_way_out(tmp_path: Path, nginx: str) -> None:
    nobody, port = free_port(), free_port()
    with in_front(nginx, tmp_path / "nginx", port, dict.fromkeys((*WEBS, "live-0", "live-1"), nobody)):
        status, kind, text = fetched(f"http://127.0.0.1:{port}/tournaments/")
        assert (status, kind) == (502, "text/html; charset=utf-8")
        assert "The site does not answer just now" in text
        assert '<a href="/">' in text
        status, kind, text = fetched(f"http://127.0.0.1:{port}/api/v1/clubs/")
        assert (status, kind) == (503, "application/problem+json")
        assert "try again" in text


async def answer_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers the first request of a connection and says that it stays open; what comes next by it is lost, as when a
    process stops."""
    with suppress(asyncio.IncompleteReadError):
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(len(FORM) if head.startswith(b"POST") else 0)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: keep-alive\r\n\r\ndone")
        await reader.readexactly(1)
    writer.close()


def asked(address: str, form: bytes | None = None) -> bytes:
    """The answer to a page, or to a form."""
    with urllib.request.urlopen(address, data=form, timeout=30) as answer:
        return bytes(answer.read())


async def test_a_form_never_goes_by_a_connection_that_a_stopping_process_closes(tmp_path: Path, nginx: str) -> None:
    """Nor to a process that takes no connection; it is asked of the other one, and only once."""
    stopping, port, nobody = await asyncio.start_server(answer_once, "127.0.0.1"), free_port(), free_port()
    ports = {"web-0": stopping.sockets[0].getsockname()[1], "web-1": nobody, "live-0": nobody, "live-1": nobody}
    page = f"http://127.0.0.1:{port}/"
    async with stopping:
        with in_front(nginx, tmp_path / "nginx", port, ports):
            assert await asyncio.to_thread(asked, page) == b"done", "leaves a connection that is kept"
            for _process in WEBS:
                assert await asyncio.to_thread(asked, page, FORM) == b"done"
