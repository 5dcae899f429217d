"""Redis is stopped: the worker does what is due by its own sweep, once, and continues with beat when Redis is back."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from config.environment.ports import free_port
from tests.platform.config.test_refused_starts import ROOT, postgres_url

__all__ = ["postgres_url"]
pytestmark = pytest.mark.service
PATIENCE_S = 200.0
PLAN = """
import django; django.setup()
import sys
from django.utils import timezone
from audit import services as audit
from duework import services as duework
now = timezone.now()
audit.record(actor=None, action="test.head", target="test:1", now=now)
for number in range(int(sys.argv[2])):
    duework.plan(key=f"{sys.argv[1]}:{number}", kind="pages.audit_head", due_at=now)
"""


def until(what: str, is_so: Callable[[], Any]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.2)


@contextmanager
def running(*command: str, env: dict[str, str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process for the time of the block."""
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def answers(port: int) -> bool:
    with suppress(redis.RedisError):
        return bool(redis.Redis(port=port, socket_timeout=1, socket_connect_timeout=1).ping())
    return False


def test_due_work_goes_on_while_redis_is_away_and_is_done_once(postgres_url: str, tmp_path: Path) -> None:
    port = free_port()
    env = {
        **os.environ, "DATABASE_URL": postgres_url, "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        "UNDERCUT_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings", "UNDERCUT_SHARD": "none",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
    }  # fmt: skip
    celery = [str(Path(sys.executable).with_name("celery")), "--app=config.celery"]
    server = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    with ExitStack() as end:
        rows = end.enter_context(psycopg.connect(postgres_url, autocommit=True))
        broker = end.enter_context(running(*server, env=env, folder=tmp_path))
        until("Redis answers", lambda: answers(port))
        worker = [*celery, "worker", "--loglevel=WARNING", "--concurrency=2"]
        end.enter_context(running(*worker, env=env, folder=tmp_path))
        beat = [*celery, "beat", "--loglevel=WARNING", "--scheduler=celery.beat:Scheduler"]
        end.enter_context(running(*beat, env=env, folder=tmp_path))

        def done(key: str, count: int) -> None:
            subprocess.run([sys.executable, "-c", PLAN, key, str(count)], env=env, cwd=ROOT, check=True)
            asked = "SELECT count(*) FROM duework_duework WHERE key LIKE %s AND done_at IS NOT NULL"
            until(f"{key} is done", lambda: rows.execute(asked, [f"{key}:%"]).fetchone() == (count,))

        heard = "SELECT count(*) FROM duework_heartbeat WHERE name = 'beat' AND at > now() - interval '10 seconds'"
        until("beat is heard", lambda: rows.execute(heard).fetchone() == (1,))
        done("before", 3)
        broker.kill()
        broker.wait()
        until("beat is not heard", lambda: rows.execute(heard).fetchone() == (0,))
        done("meanwhile", 20)
        end.enter_context(running(*server, env=env, folder=tmp_path))
        until("beat is heard again", lambda: rows.execute(heard).fetchone() == (1,))
        done("afterwards", 3)
    assert len((tmp_path / "audit-heads.jsonl").read_text().splitlines()) == 26, "each piece was done once"
