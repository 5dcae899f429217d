"""PostgreSQL and Redis accept a connection and then stay silent, as behind a firewall that forgets: nobody waits
long."""

import asyncio
import json
import os
import socket
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from config.environment.ports import free_port
from tests.games.live.slow_line import line_to

ROOT = Path(__file__).resolve().parents[3]
REDIS = os.environ.get("UNDERCUT_TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
PATIENCE_S = 60.0
CONNECT = """
import django; django.setup()
from django.db import OperationalError, connection
try:
    connection.ensure_connection()
except OperationalError:
    print("away")
"""
NUDGE = """
import django; django.setup()
from duework import services
services._send_nudge(); print("said", flush=True)
input()
services._send_nudge(); print("given up", flush=True)
"""


async def run(program: str, tmp_path: Path, **named: str) -> asyncio.subprocess.Process:
    """A process of a site with these settings."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env = {**kept, "UNDERCUT_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings", **named}
    env["PYTHONPATH"] = f"{ROOT}{os.pathsep}{ROOT / 'platform'}"
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(sys.executable, "-c", program, env=env, stdin=pipe, stdout=pipe)


async def line_of(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        return (await process.stdout.readline()).decode().strip()


async def test_a_database_that_takes_the_call_and_says_nothing_is_away(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"postgres://nobody@127.0.0.1:{mute.getsockname()[1]}/nothing"
        process = await run(CONNECT, tmp_path, DATABASE_URL=url)
        try:
            assert await line_of(process) == "away"
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


@pytest.mark.service
async def test_a_nudge_on_a_silent_line_to_redis_keeps_nobody(tmp_path: Path) -> None:
    """The page that asked for the work is waiting for it."""
    async with line_to(REDIS) as (line, url):
        process = await run(NUDGE, tmp_path, DATABASE_URL="postgres://nobody@127.0.0.1:1/nudges", REDIS_URL=url)
        try:
            assert await line_of(process) == "said"
            line.swallow()
            assert process.stdin is not None
            process.stdin.write(b"\n")
            assert await line_of(process) == "given up"
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def test_readiness_and_health_are_told_while_postgresql_and_redis_are_silent(tmp_path: Path) -> None:
    """Each says what is silent; the answer of before came after twenty seconds and more."""
    with socket.create_server(("127.0.0.1", 0)) as rows, socket.create_server(("127.0.0.1", 0)) as broker:
        port = free_port()
        process = await run(
            SERVE, tmp_path, UNDERCUT_SHARD="none", PORT=str(port),
            DATABASE_URL=f"postgres://nobody@127.0.0.1:{rows.getsockname()[1]}/nothing",
            REDIS_URL=f"redis://127.0.0.1:{broker.getsockname()[1]}/0",
        )  # fmt: skip
        try:
            assert await line_of(process) == "ready"
            async with asyncio.timeout(10):
                ready, healthy = [await asyncio.to_thread(problems, port, name) for name in ("readyz", "healthz")]
            assert ready == {"database": "The database does not answer."}
            assert list(healthy) == ["database", "redis"]
        finally:
            process.kill()
            await process.wait()


SERVE = """
import os
from config.commands import embedded
embedded.serve(host="127.0.0.1", port=int(os.environ["PORT"]), on_ready=lambda: print("ready", flush=True))
"""


def problems(port: int, name: str) -> dict[str, str]:
    """What an address of health says with status 503."""
    with pytest.raises(HTTPError) as refused:
        urlopen(f"http://127.0.0.1:{port}/{name}", timeout=60)
    assert refused.value.code == 503
    found: dict[str, str] = json.loads(refused.value.read())["problems"]
    return found
