"""A separate site for tests that need a real server: data folder, database, ports."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from config.environment.ports import free_port
from tests import ready_databases

ROOT = Path(__file__).resolve().parents[3]
HELPER = Path(__file__).with_name("crash_site.py")
APPLICATION = "config.asgi:application"


class Site:
    """A site of its own: data folder, database, and one server for each shard of the tables, which can be started and
    killed. People come to `origin`: the first server, or the address that is put before all of them. On SQLite it gets
    its tables; a database at an address has them already."""

    def __init__(
        self, folder: Path, database_url: str, *, shards: int = 1, front: int | None = None,
        application: str = APPLICATION, redis_url: str = "",
    ) -> None:  # fmt: skip
        self.ports = [free_port() for _ in range(shards)]
        self.port = front or self.ports[0]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.application = application
        self.env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "UNDERCUT_ORIGINS")}
        self.env |= {"UNDERCUT_DATA": str(folder), "PORT": str(self.port), "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.env |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}", "UNDERCUT_SHARDS": str(shards)}
        self.env |= {"DATABASE_URL": database_url} if database_url else {}
        self.env |= {"REDIS_URL": redis_url} if redis_url else {}
        self.nurseries: dict[int, subprocess.Popen[str]] = {}
        self.servers: dict[int, int] = {}  # process ids by shard
        if not database_url:
            ready_databases.lay(folder)

    def run(self, *arguments: str) -> Any:
        done = subprocess.run([sys.executable, *arguments], env=self.env, check=False, capture_output=True, cwd=ROOT)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout) if done.stdout.strip() else None

    def command(self, shard: int) -> list[str]:
        """What starts the process from which the servers of a shard are forked."""
        return [sys.executable, "-m", "tests.games.live.nursery", self.application, str(self.ports[shard])]

    def host(self, shard: int) -> str:
        """The address at which the servers of a shard listen."""
        return "127.0.0.1"

    def start(self, shard: int = 0) -> None:
        if shard not in self.nurseries:
            self.nurseries[shard] = subprocess.Popen(
                self.command(shard), env=self.env | {"UNDERCUT_SHARD": str(shard)}, cwd=ROOT, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, text=True, bufsize=1,
            )  # fmt: skip
        nursery = self.nurseries[shard]
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        nursery.stdin.write("\n")
        self.servers[shard] = int(nursery.stdout.readline())

    async def is_up(self, shard: int = 0, within: float = 60.0) -> None:
        """Wait until a server that was started is listening."""
        async with asyncio.timeout(within):
            while True:
                with suppress(OSError):
                    _, line = await asyncio.open_connection(self.host(shard), self.ports[shard])
                    return line.close()
                await asyncio.sleep(0.05)

    def end(self, number: int, shard: int = 0) -> None:
        os.kill(self.servers.pop(shard), number)
        told = self.nurseries[shard].stdout
        assert told is not None
        assert told.readline() == "ended\n"

    def close(self) -> None:
        """End every process that is left."""
        for shard in list(self.servers):
            self.end(signal.SIGKILL, shard)
        for nursery in self.nurseries.values():
            nursery.communicate(timeout=60)
