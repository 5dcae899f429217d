"""A site of its own for tests that need a real server: data folder, database, port."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
HELPER = Path(__file__).with_name("crash_site.py")


class Site:
    """A site of its own: data folder, database, port; its server can be started and killed."""

    def __init__(self, folder: Path, database_url: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "UNDERCUT_ORIGINS")}
        self.env |= {"UNDERCUT_DATA": str(folder), "PORT": str(self.port), "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.env |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
        self.env |= {"DATABASE_URL": database_url} if database_url else {}
        self.server: subprocess.Popen[bytes] | None = None
        self.run(str(ROOT / "manage.py"), "migrate", "-v0")

    def run(self, *arguments: str) -> Any:
        done = subprocess.run([sys.executable, *arguments], env=self.env, check=True, capture_output=True, cwd=ROOT)
        return json.loads(done.stdout) if done.stdout.strip() else None

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(self.port),
                   "--ws", "websockets-sansio", "--ws-max-size", "16384", "--ws-per-message-deflate", "false",
                   "--no-access-log", "--log-level", "error", "--timeout-graceful-shutdown", "2"]  # fmt: skip
        self.server = subprocess.Popen(command, env=self.env, cwd=ROOT)

    def end(self, number: int) -> None:
        assert self.server is not None
        self.server.send_signal(number)
        self.server.wait(10)
