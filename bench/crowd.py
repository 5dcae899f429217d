"""Simulate visitors who keep their connections open, and measure pages a second, refusals, and the number of database
connections.

`python bench/crowd.py [--json] [--clients 64] [--seconds 60] [--web 2]` starts a site of its own on PostgreSQL (two web
processes, one live process and worker, as docker-compose.yml has them) and asks for table pages, the home page and two
lists of the API. `most_connections` is the highest number of connections to the site's database, of all processes
together, that `pg_stat_activity` showed; `errors` counts answers of 500 and above and broken connections.

`load` is the part for other benches and tests: it needs only the addresses of servers and the paths of pages.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
from bench import machine  # noqa: E402

LOOK_EVERY_S = 0.1
TABLES = 8
Address = tuple[str, int]


@dataclass(slots=True)
class Answers:
    """The answers to a crowd: how often each status came, and how many connections broke before an answer was
    complete."""

    statuses: Counter[int] = field(default_factory=Counter)
    broken: int = 0
    times: list[float] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """Answers that are the site's fault."""
        return self.broken + sum(count for status, count in self.statuses.items() if status >= 500)


async def crowd(
    addresses: Sequence[Address],
    paths: Sequence[str],
    *,
    clients: int,
    goes_on: Callable[[Answers], bool],
    host: str = "",
) -> Answers:
    """Let clients ask for the paths in turn, each on one connection that it keeps, while `goes_on`. Client N asks
    address N, in turn. A connection that breaks is counted and opened again; one that the server closes after a
    complete answer is only opened again."""
    told = Answers()

    async def visit(number: int) -> None:
        address = addresses[number % len(addresses)]
        name = host or f"{address[0]}:{address[1]}"
        line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        for path in itertools.islice(itertools.cycle(paths), number % len(paths), None):
            if not goes_on(told):
                break
            began = time.perf_counter()
            try:
                line = line or await asyncio.open_connection(*address)
                status, stays = await _ask(*line, path, name)
            except (OSError, asyncio.IncompleteReadError, ValueError):
                told.broken += 1
                stays = False
                await asyncio.sleep(0.05)
            else:
                told.statuses[status] += 1
                told.times.append(time.perf_counter() - began)
            if not stays and line:
                line[1].close()
                line = None
        if line:
            line[1].close()

    await asyncio.gather(*(visit(number) for number in range(clients)))
    return told


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, host: str) -> tuple[int, bool]:
    """Ask for one page; returns its status, and whether the connection stays open."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: crowd\r\n\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    first, *lines = head.split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines if ": " in line)
    if headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    else:
        await reader.readexactly(int(headers.get("content-length", 0)))
    return int(first.split()[1]), headers.get("connection") != "close"


@contextlib.contextmanager
def counted(database_url: str) -> Iterator[Counter[str]]:
    """Count the database's connections during the block: `most`, without our own."""
    found: Counter[str] = Counter()
    over = threading.Event()

    def look() -> None:
        with psycopg.connect(database_url, autocommit=True) as line:
            while not over.wait(LOOK_EVERY_S):
                row = line.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
                ).fetchone()
                found["most"] = max(found["most"], row[0] if row else 0)

    thread = threading.Thread(target=look, name="counts-connections")
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()


def load(
    addresses: Sequence[Address], paths: Sequence[str], *, database_url: str, clients: int = 64, seconds: float = 60.0,
    host: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Measure a crowd at a running site: `pages_per_s`, `p50_ms`, `p99_ms`, `most_connections`, `errors`."""
    with counted(database_url) as connections:
        until = time.monotonic() + seconds
        told = asyncio.run(
            crowd(addresses, paths, clients=clients, goes_on=lambda _: time.monotonic() < until, host=host)
        )
    times = sorted(told.times) or [0.0]
    return {
        "clients": clients,
        "seconds": seconds,
        "pages": len(told.times),
        "pages_per_s": round(len(told.times) / seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2]),
        "p99_ms": round(1000 * times[len(times) * 99 // 100]),
        "most_connections": connections["most"],
        "statuses": {str(status): count for status, count in sorted(told.statuses.items())},
        "errors": told.errors,
    }


@contextlib.contextmanager
def site(ports: Sequence[int], live_port: int) -> Iterator[list[int]]:
    """Run the web processes, a live process and a worker with its beat; yields the process ids of the web processes."""
    server = ["uvicorn", "config.asgi:application", "--no-access-log", "--log-level", "warning",
              "--ws", "config.sockets:TableSocket", "--timeout-graceful-shutdown", "2"]  # fmt: skip
    parts = [([*server, "--port", str(port)], "none") for port in ports]
    parts.append(([*server, "--port", str(live_port)], "0"))
    parts.append((["celery", "--app=config.celery", "worker", "--loglevel=WARNING", "--concurrency=2"], "none"))
    parts.append((["celery", "--app=config.celery", "beat", "--loglevel=WARNING",
                   "--scheduler=celery.beat:Scheduler"], "none"))  # fmt: skip
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
    running = [
        subprocess.Popen([sys.executable, "-m", *words], env=env | {"UNDERCUT_SHARD": shard}, cwd=ROOT)
        for words, shard in parts
    ]
    try:
        for port in (*ports, live_port):
            machine.await_port(port)
        yield [process.pid for process in running[: len(ports)]]
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait(40)


def bench(clients: int, seconds: float, web: int, redis_url: str) -> dict[str, Any]:
    """Measure a separate site under the load of a crowd."""
    from config.environment.ports import free_port

    server = machine.answering_postgres()
    if server is None:
        raise SystemExit("no PostgreSQL answers: `make services` starts one")
    with tempfile.TemporaryDirectory() as folder, machine.database(server) as url:
        ports = [free_port() for _ in range(web)]
        origins = ",".join(f"http://127.0.0.1:{port}" for port in ports)
        os.environ |= {"UNDERCUT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": url}
        os.environ |= {"REDIS_URL": redis_url, "UNDERCUT_ORIGINS": origins, "UNDERCUT_SHARDS": "1"}
        from bench.tables import prepare

        tables = [path.split("/")[-2] for path, *_ in prepare(TABLES)]
        paths = [f"/tables/{table}/" for table in tables] + ["/", "/api/v1/tables/", "/api/v1/matches/"]
        addresses = [("127.0.0.1", port) for port in ports]
        with site(ports, free_port()) as pids:
            for each in addresses:  # what is imported and compiled once
                asyncio.run(crowd([each], paths, clients=1, goes_on=lambda told: len(told.times) < len(paths)))
            before = sum(map(machine.cpu_s, pids))
            found = load(addresses, paths, database_url=url, clients=clients, seconds=seconds)
            spent = sum(map(machine.cpu_s, pids)) - before
        return found | {"cpu_ms_per_page": round(1000 * spent / max(1, found["pages"]), 1)}


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--web", type=int, default=2, help="number of web processes")
    parser.add_argument("--redis", default=os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9"))
    options = parser.parse_args()
    found = bench(options.clients, options.seconds, options.web, options.redis)
    for name, value in found.items():
        print(f"{name:>18}  {value}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
