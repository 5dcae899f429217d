"""Measure the machine for the load bench: CPU time, memory, open ports, a separate database."""

import contextlib
import os
import secrets
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg

POSTGRES = ("postgres://postgres@127.0.0.1:5432/postgres", "postgres://undercut:undercut@127.0.0.1:5432/postgres")
TICKS = os.sysconf("SC_CLK_TCK")


def answering_postgres() -> str | None:
    """The URL of a PostgreSQL server that accepts us, from DATABASE_URL or at the standard local port."""
    for url in filter(None, (os.environ.get("DATABASE_URL"), *POSTGRES)):
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, connect_timeout=3):
            return url
    return None


@contextlib.contextmanager
def database(server: str | None) -> Iterator[str]:
    """Create a separate database on a PostgreSQL server; the empty URL means SQLite in the data folder."""
    if server is None:
        yield ""
        return
    name = f"undercut_bench_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
    try:
        yield f"{server.rsplit('/', 1)[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as line:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def await_port(port: int) -> None:
    """Wait until somebody listens at a port."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def pin(pid: int, core: int) -> None:
    """Keep a process (0: this one) on one core, if the system can."""
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(pid, {core})


def cpu_s(pid: int) -> float:
    """The CPU time of a process so far, over all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def busy_s() -> float:
    """The CPU time that the machine has spent so far, on all cores."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


def database_s() -> float:
    """The CPU time that PostgreSQL's processes have spent so far."""
    found = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if "(postgres)" in path.read_text():
                found += cpu_s(int(path.parent.name))
    return found


def memory_kib(pid: int) -> int:
    """The memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])
