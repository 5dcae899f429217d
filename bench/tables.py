"""Durable moves a second at live tables: real rules, real sockets, commit before every ack, one server process.

`python bench/tables.py [--json] [--backend postgresql|sqlite] [--tables 100]`. A closed loop: every seat answers its
turn at once. The server runs on core 0, clients and database on core 1; after a warm-up the median of three counts.
`foreign_cpu` is what the rest of the machine took of all cores in that run (the database is counted as ours): above 0.2
the figures are those of a busy host.
"""

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
from bench import load  # noqa: E402

POSTGRES = ("postgres://postgres@127.0.0.1:5432/postgres", "postgres://undercut:undercut@127.0.0.1:5432/postgres")
WARM_UP_S, RUN_S, RUNS = 1.5, 4.0, 3
TICKS = os.sysconf("SC_CLK_TCK")


def answering_postgres() -> str | None:
    """The URL of a PostgreSQL that lets us in, from DATABASE_URL or the standard local port."""
    for url in filter(None, (os.environ.get("DATABASE_URL"), *POSTGRES)):
        with contextlib.suppress(psycopg.Error), psycopg.connect(url, connect_timeout=3):
            return url
    return None


@contextlib.contextmanager
def database(server: str | None) -> Iterator[str]:
    """A database of our own on a PostgreSQL server; the empty URL means SQLite in the data folder."""
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


def prepare(count: int) -> list[tuple[str, list[str]]]:
    """Migrate, then open tables; their sockets' paths and each seat's token."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from accounts import services as accounts
    from games import services
    from games.live import loading, tokens

    call_command("migrate", verbosity=0)
    found = []
    for number in range(count):
        users = [accounts.player_for(name=f"Client {number}{letter}")[0] for letter in "AB"]
        seats = [services.SeatSpec(user) for user in users]
        settings = {"pace": "fast", "aids": "none"}
        table = services.open_table(rules_key="gin-pagat", seats=seats, settings=settings, now=datetime.now(UTC))
        own = [tokens.write(tokens.Token(table.public_id, at, user.pk)) for at, user in enumerate(users)]
        found.append((loading.ws_path(table.public_id), own))
    connections.close_all()
    return found


@contextlib.contextmanager
def server(port: int) -> Iterator[int]:
    """The server on core 0; its process id."""
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--no-access-log",
               "--ws", "websockets-sansio", "--ws-max-size", "16384", "--ws-per-message-deflate", "false",
               "--log-level", "error", "--timeout-graceful-shutdown", "2"]  # fmt: skip
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
    child = subprocess.Popen(command, env=env, cwd=ROOT)
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(child.pid, {0})
    try:
        _await_port(port)
        yield child.pid
    finally:
        child.terminate()
        child.wait(15)


def _await_port(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def cpu_s(pid: int) -> float:
    """CPU time of a process so far, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def busy_s() -> float:
    """CPU time that the machine has spent so far, on all cores."""
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


def database_s() -> float:
    """CPU time that PostgreSQL's processes have spent so far."""
    found = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if "(postgres)" in path.read_text():
                found += cpu_s(int(path.parent.name))
    return found


async def measure(port: int, pid: int, tables: list[tuple[str, list[str]]]) -> dict[str, float]:
    """Warm up, then the median of three runs by moves a second."""
    times: list[float] = []
    seats = await load.sit_down("127.0.0.1", port, tables, times)
    await asyncio.sleep(WARM_UP_S)
    runs = []
    for _ in range(RUNS):
        times.clear()
        cpu, own, began = cpu_s(pid), time.process_time(), time.perf_counter()
        busy, database = busy_s(), database_s()
        received = sum(seat.bytes_in for seat in seats)
        await asyncio.sleep(RUN_S)
        took, moves = time.perf_counter() - began, len(times)
        server, client = cpu_s(pid) - cpu, time.process_time() - own
        foreign = (busy_s() - busy) - server - client - max(0.0, database_s() - database)
        runs.append(
            {
                "moves_per_s": round(moves / took),
                "p50_ms": round(load.percentile(times, 0.5), 2),
                "p99_ms": round(load.percentile(times, 0.99), 2),
                "cpu_us_per_move": round(1e6 * server / max(1, moves)),
                "bytes_per_move": round((sum(seat.bytes_in for seat in seats) - received) / max(1, moves)),
                "client_core": round(client / took, 2),
                "foreign_cpu": round(max(0.0, foreign) / took / (os.cpu_count() or 1), 2),
            }
        )
    refused, over = sum(seat.refused for seat in seats), sum(seat.over for seat in seats)
    if refused:
        raise SystemExit(f"{refused} commands were refused: the bench is wrong")
    for seat in seats:
        seat.transport.close()
    return sorted(runs, key=lambda run: run["moves_per_s"])[RUNS // 2] | {"seats_over": over}


def bench(backend: str, count: int) -> dict[str, Any]:
    """One whole measurement."""
    postgres = answering_postgres() if backend != "sqlite" else None
    if backend == "postgresql" and postgres is None:
        raise SystemExit("no PostgreSQL answers")
    with tempfile.TemporaryDirectory() as folder, database(postgres) as url, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        for name in ("DATABASE_URL", "REDIS_URL", "UNDERCUT_ORIGINS"):
            os.environ.pop(name, None)
        os.environ |= {"UNDERCUT_DATA": folder, "PORT": str(port), "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= {"DATABASE_URL": url} if url else {}
        tables = prepare(count)
        with server(port) as pid:
            with contextlib.suppress(AttributeError, OSError):
                os.sched_setaffinity(0, {1})
            found = asyncio.run(measure(port, pid, tables))
    return {"tables": count, **found, "backend": "postgresql" if url else "sqlite"}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--backend", choices=("auto", "postgresql", "sqlite"), default="auto")
    parser.add_argument("--tables", type=int, default=100)
    options = parser.parse_args()
    found = bench(options.backend, options.tables)
    for name, value in found.items():
        print(f"{name:>16}  {value}")
    if found["foreign_cpu"] > 0.2:
        print("note: others used this machine meanwhile; compare only with runs made beside these")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
