"""The recipe of docs/backup.md, "Back to a minute": a base backup and the database's own log bring every minute back.

By hand, where PostgreSQL's programs are installed: `pytest -m marathon tests/platform/keeping/test_point_in_time.py`.
It starts a server of its own in a folder of its own.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
BOUND_S = 60.0


class Server:
    """A PostgreSQL of its own, which keeps its log in `wal`."""

    def __init__(self, home: Path) -> None:
        home.mkdir()
        self.home, self.data, self.wal, self.base = home, home / "data", home / "wal", home / "base"
        self.wal.mkdir()
        self.bin = FOLDERS[-1]
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            for folder in (home, self.wal):
                shutil.chown(folder, "postgres")
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "undercut", "--no-sync")
        self.set(
            f"archive_mode = on\narchive_command = 'test ! -f {self.wal}/%f && cp %p {self.wal}/%f'\n"
            f"listen_addresses = ''\nunix_socket_directories = '{home}'\n"
        )

    def run(self, program: str, *words: object) -> None:
        """Run one of PostgreSQL's programs."""
        command = [str(self.bin / program), *map(str, words)]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=BOUND_S)

    def set(self, lines: str) -> None:
        """Add settings."""
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(lines)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.home / "log", "start")

    def stop(self) -> None:
        """Stop it."""
        self.run("pg_ctl", "-D", self.data, "-m", "fast", "stop")

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        """The rows of a statement."""
        with psycopg.connect(host=str(self.home), user="undercut", dbname="postgres", autocommit=True) as line:
            found = line.execute(statement)
            return found.fetchall() if found.description else []


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that runs, and ends with the test. Its folder is one that another user than root may enter."""
    with TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        found = Server(Path(above) / "server")
        found.start()
        yield found
        found.stop()


@pytest.mark.marathon
@pytest.mark.skipif(not FOLDERS, reason="PostgreSQL's programs are not installed here")
def test_every_minute_can_be_brought_back(server: Server) -> None:
    server.ask("CREATE TABLE play (seq int PRIMARY KEY)")
    server.ask("INSERT INTO play SELECT generate_series(1, 100)")
    server.run("pg_basebackup", "-h", server.home, "-U", "undercut", "-D", server.base, "-c", "fast", "-X", "stream")
    server.run("pg_verifybackup", server.base)
    server.ask("INSERT INTO play SELECT generate_series(101, 200)")
    moment = str(server.ask("SELECT now()")[0][0])
    time.sleep(0.01)  # the moment ends before what follows: no wait, but the thing that is tested
    server.ask("DROP TABLE play")
    server.ask("SELECT pg_switch_wal()")
    server.stop()
    shutil.rmtree(server.data)
    shutil.copytree(server.base, server.data)
    for path in (server.data, *server.data.rglob("*")):
        if os.geteuid() == 0:
            shutil.chown(path, "postgres")
    server.data.chmod(0o700)
    server.set(
        f"restore_command = 'cp {server.wal}/%f %p'\nrecovery_target_time = '{moment}'\n"
        "recovery_target_action = 'promote'\n"
    )
    (server.data / "recovery.signal").touch()
    server.start()
    assert server.ask("SELECT count(*), max(seq) FROM play") == [(200, 200)]
    until = time.monotonic() + BOUND_S
    while server.ask("SELECT pg_is_in_recovery()") == [(True,)] and time.monotonic() < until:
        time.sleep(0.1)
    server.ask("INSERT INTO play VALUES (201)")
