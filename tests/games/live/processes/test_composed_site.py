"""The services of docker-compose.yml by their very commands on this machine, behind nginx: they play sittings."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from zlib import crc32

import psycopg
import pytest

from config.environment.ports import free_port
from tests.games.live.processes.test_shards import in_front, nginx
from tests.games.live.whole_site import HELPER, ROOT, Site
from tests.test_compose import OURS, SERVICES

__all__ = ["nginx"]
REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
SERVERS = ("web-0", "web-1", "live-0", "live-1")
PATIENCE_S = 120.0


def environment(name: str, site: Site) -> dict[str, str]:
    """The variables of a service, with the addresses and keys of this site."""
    given = {key: str(value) for key, value in SERVICES[name]["environment"].items()}
    own = {"DATABASE_URL": site.env["DATABASE_URL"], "REDIS_URL": REDIS, "UNDERCUT_ORIGINS": site.origin}
    secret = {key: site.env[key] for key in ("UNDERCUT_SECRET_KEY", "UNDERCUT_SEAL_KEY")}
    filled = {key: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for key, value in (given | own | secret).items()}
    assert not [value for value in filled.values() if "${" in value]
    return site.env | filled


def command(name: str, site: Site, port: int) -> list[str]:
    """The command of a service, with this site's addresses."""
    words = [word.replace("http://nginx:8000", site.origin) for word in SERVICES[name]["command"]]
    words = [{"--host=0.0.0.0": "--host=127.0.0.1", "--port=8000": f"--port={port}"}.get(word, word) for word in words]
    program = {"python": [sys.executable]}.get(words[0], [str(Path(sys.executable).with_name(words[0]))])
    return [*program, *words[1:]]


@contextmanager
def composed(site: Site, ports: dict[str, int], log: IO[bytes]) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
    """Every service of ours but the migration, which the site has done; ended at the end, whatever happened."""
    running: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name in OURS:
            if name != "migrate":
                words = command(name, site, ports.get(name, 0))
                running[name] = subprocess.Popen(words, env=environment(name, site), cwd=ROOT, stderr=log)
        yield running
    finally:
        for process in running.values():
            if process.poll() is None:
                process.kill()
                process.wait()


LEFT = "from config.celery import app; app.send_task('ratings.rate_pending', args=['nobody here'])"


def leave_a_task(site: Site) -> None:
    """Another site on the same Redis was killed, and something that it wanted to do lies there still."""
    elsewhere = site.env | {"REDIS_URL": REDIS, "DATABASE_URL": f"{site.env['DATABASE_URL']}_elsewhere"}
    subprocess.run([sys.executable, "-c", LEFT], env=elsewhere, cwd=ROOT, check=True)


def until(what: str, is_so: Callable[[], Any]) -> None:
    """Wait until something holds."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < PATIENCE_S, what
        time.sleep(0.2)


def answers(address: str) -> bool:
    with suppress(OSError):
        return bool(urllib.request.urlopen(address, timeout=3).status == 200)
    return False


@pytest.mark.marathon
@pytest.mark.service
def test_the_services_as_composed_play_sittings_of_both_shards(
    tmp_path: Path, postgres_database: str, nginx: str
) -> None:
    site = Site(tmp_path, postgres_database, shards=2, front=free_port())
    site.env |= {
        "UNDERCUT_SECRET_KEY": "a secret key of this test, long enough",
        "UNDERCUT_SEAL_KEY": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    }
    ports = {name: free_port() for name in SERVERS}
    leave_a_task(site)
    doors = [f"http://127.0.0.1:{port}" for port in ports.values()] + [site.origin]
    with ExitStack() as end:
        log = end.enter_context((tmp_path / "log").open("wb"))
        running = end.enter_context(composed(site, ports, log))
        end.enter_context(in_front(nginx, tmp_path / "nginx", site.port, ports))
        rows = end.enter_context(psycopg.connect(postgres_database, autocommit=True))
        tables: list[str] = []
        while {crc32(table.encode()) % 2 for table in tables} != {0, 1}:
            tables += site.run(str(HELPER), "house", "2")
        until("all answer, nginx too", lambda: all(answers(f"{door}/livez") for door in doors))
        until("the sweep has beaten: ready", lambda: answers(f"{site.origin}/readyz"))
        reported = "SELECT count(*) FROM games_table WHERE reported_at IS NOT NULL"
        until("the house ends its sittings", lambda: rows.execute(reported).fetchone() == (len(tables),))
        for name in ("worker", "house"):  # their health checks; beat has the worker's
            check = SERVICES[name]["healthcheck"]["test"][2:]
            subprocess.run([sys.executable, *check], env=environment(name, site), cwd=ROOT, check=True)
        assert {name: process.poll() for name, process in running.items()} == dict.fromkeys(running)
        for process in running.values():
            process.send_signal(signal.SIGTERM)
        ended = {name: process.wait(30) for name, process in running.items()}
        down = "SELECT count(*), count(down_at) FROM games_liveprocess"
        assert rows.execute(down).fetchone() == (2, 2), "both gave their tables up"
    assert ended == {name: -signal.SIGTERM if name in SERVERS else 0 for name in running}  # uvicorn ends by its signal
    said = (tmp_path / "log").read_text()
    assert "Authorization" not in said
    assert "Traceback" not in said
