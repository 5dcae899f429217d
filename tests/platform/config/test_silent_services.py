"""PostgreSQL and Redis that are reached and say nothing, as behind a firewall that forgets: nobody waits for long."""

import asyncio
import os
import socket
import sys
from pathlib import Path

import pytest

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
