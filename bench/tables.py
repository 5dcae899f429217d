"""Measure live tables under load, beside boardgame.io 0.50.2: real rules, real sockets, commit before every ack.

`python bench/tables.py [--json] [--backend both|postgresql|sqlite] [--no-peer] [--flood]`. One server process on core
0, clients and database on core 1. Three measurements of each server, the peer's in the same run with the same client
machinery:

closed loop: 100 tables, every seat answers its turn at once; after a warm-up the median of three runs
paced: 500 tables at one move in two seconds; `paced_p99_ms` is the time from a move to the opponent's screen;
    `flood_ratio` is how many times that it is while twenty strangers send bad frames at other tables
idle: what a socket that only watches costs the server in memory (`kib_per_idle_socket`), and a table with both seats

The peer keeps its matches in memory and plays a lighter game (`bench/bgio/gin.cjs`); ours commits each move before the
ack. `foreign_cpu` is what the rest of the machine took of all cores meanwhile (the database is counted as ours): above
0.2 the figures are those of a busy host. The peer needs node and npm; npm installs it into a scratch folder.
"""

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
from bench import load, machine, peer  # noqa: E402
from config.environment.ports import free_port  # noqa: E402

HOST = "127.0.0.1"
WARM_UP_S, RUN_S, RUNS = 1.5, 4.0, 3
CLOSED, PACED, EVERY_S, PACED_S = 100, 500, 2.0, 10.0
WATCHERS, FLOODERS = 1000, 20
Table = tuple[str, str, str]  # the socket's path, and the token of each seat


def prepare(count: int) -> list[Table]:
    """Migrate, then open tables."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from accounts import services as accounts
    from games.live.house import tokens
    from games.live.store import loading
    from games.services import tables as table_services

    call_command("migrate", verbosity=0)
    found = []
    for number in range(count):
        users = [accounts.player_for(name=f"Client {number}{letter}")[0] for letter in "AB"]
        seats = [table_services.SeatSpec(user) for user in users]
        settings = {"pace": "fast"}
        table = table_services.open_table(rules_key="gin-pagat", seats=seats, settings=settings, now=datetime.now(UTC))
        own = [tokens.write(tokens.Token(table.public_id, at, user.pk)) for at, user in enumerate(users)]
        found.append((loading.ws_path(table.public_id), *own))
    connections.close_all()
    return found


@contextlib.contextmanager
def server(port: int) -> Iterator[int]:
    """Run our server; yields its process id."""
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--no-access-log",
               "--ws", "config.sockets:TableSocket", "--ws-max-size", "16384", "--ws-per-message-deflate", "false",
               "--log-level", "error", "--timeout-graceful-shutdown", "2"]  # fmt: skip
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
    child = subprocess.Popen(command, env=env, cwd=ROOT)
    try:
        yield child.pid
    finally:
        child.terminate()
        child.wait(15)


def our_players(tables: Sequence[Table], port: int, pace: load.Pace) -> list[load.Player]:
    """Both seats of each table."""
    from games.live.house import tokens

    host = f"{HOST}:{port}"
    return [
        load.Seat(path, host, board, number * 2 + at, "AB"[at], tokens.header(token))
        for number, (path, *seated) in enumerate(tables)
        for board in [load.Board(pace)]
        for at, token in enumerate(seated)
    ]


def peer_players(name: str, count: int, port: int, pace: load.Pace) -> list[load.Player]:
    """Both seats of each match, which the first to arrive makes."""
    host = f"{HOST}:{port}"
    return [
        peer.PeerSeat(host, board, number * 2 + at, f"{name}{number}", str(at))
        for number in range(count)
        for board in [load.Board(pace)]
        for at in (0, 1)
    ]


async def sit_down(players: Sequence[load.Player], port: int) -> None:
    """Seat all players and wait until they see the table."""
    await load.connect(HOST, port, players)
    await load.until(lambda: all(player.version >= 0 for player in players))
    await asyncio.sleep(0.5)  # chance deals


def stand_up(players: Sequence[load.Player], pace: load.Pace) -> None:
    """Stop playing and leave. A refused command is the bench's fault."""
    pace.every = None
    refused = sum(player.refused for player in players)
    if refused:
        raise SystemExit(f"{refused} commands were refused: the bench is wrong")
    for player in players:
        player.transport.close()


async def closed_loop(players: Sequence[load.Player], pace: load.Pace, port: int, pid: int) -> dict[str, float]:
    """Let everybody answer at once: warm up, then take the median of three runs by moves a second."""
    await sit_down(players, port)
    pace.every = 0.0
    for player in players:
        player.go_on()
    await asyncio.sleep(WARM_UP_S)
    runs = []
    for _ in range(RUNS):
        pace.acks.clear()
        cpu, own, began = machine.cpu_s(pid), time.process_time(), time.perf_counter()
        busy, database = machine.busy_s(), machine.database_s()
        received = sum(player.bytes_in for player in players)
        await asyncio.sleep(RUN_S)
        took, moves = time.perf_counter() - began, len(pace.acks)
        spent, client = machine.cpu_s(pid) - cpu, time.process_time() - own
        foreign = (machine.busy_s() - busy) - spent - client - max(0.0, machine.database_s() - database)
        runs.append(
            {
                "moves_per_s": round(moves / took),
                "p50_ms": round(load.percentile(pace.acks, 0.5), 2),
                "p99_ms": round(load.percentile(pace.acks, 0.99), 2),
                "cpu_us_per_move": round(1e6 * spent / max(1, moves)),
                "bytes_per_move": round((sum(player.bytes_in for player in players) - received) / max(1, moves)),
                "client_core": round(client / took, 2),
                "foreign_cpu": round(max(0.0, foreign) / took / (os.cpu_count() or 1), 2),
            }
        )
    stand_up(players, pace)
    return sorted(runs, key=lambda run: run["moves_per_s"])[RUNS // 2]


async def paced(players: Sequence[load.Player], pace: load.Pace) -> dict[str, float]:
    """Let every table make one move in two seconds; measure from the move to the opponent's news."""
    pace.every = EVERY_S
    for player in players:
        player.go_on()
    await asyncio.sleep(EVERY_S)
    return await listen(pace)


async def listen(pace: load.Pace) -> dict[str, float]:
    """The times from a move to the opponent, for a while."""
    pace.told.clear()
    await asyncio.sleep(PACED_S)
    return {
        "paced_p50_ms": round(load.percentile(pace.told, 0.5), 2),
        "paced_p99_ms": round(load.percentile(pace.told, 0.99), 2),
        "paced_moves_per_s": round(len(pace.told) / PACED_S),
    }


async def flooded(tables: Sequence[Table], pace: load.Pace, port: int, calm: float) -> dict[str, float]:
    """Measure the same while strangers at other tables send bad frames; returns how many times the calm p99 it is."""
    paths = [path for path, *_ in tables[:FLOODERS]]
    flooding = asyncio.gather(load.flood(HOST, port, paths))
    await asyncio.sleep(1)
    found = (await listen(pace))["paced_p99_ms"]
    if flooding.done():
        raise SystemExit(f"nobody floods: {flooding.exception()!r}")
    flooding.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await flooding
    return {"flood_p99_ms": found, "flood_ratio": round(found / calm, 2)}


async def watching(tables: Sequence[Table], port: int, pid: int) -> float:
    """Measure the memory of one more spectator, in KiB."""
    before = machine.memory_kib(pid)
    watchers = [load.Watcher(tables[at % len(tables)][0], f"{HOST}:{port}") for at in range(WATCHERS)]
    await load.connect(HOST, port, watchers, from_many=True)
    await asyncio.sleep(1)
    found = (machine.memory_kib(pid) - before) / WATCHERS
    if any(watcher.over for watcher in watchers):
        raise SystemExit("a spectator was sent away: the bench is wrong")
    for watcher in watchers:
        watcher.transport.close()
    return round(found, 1)


async def measure(port: int, pid: int, tables: Sequence[Table], *, flood: bool) -> dict[str, float]:
    """Measure our server: first memory, while nothing has been used; then paced play, then the closed loop."""
    slow, fast = tables[:PACED], tables[PACED:]
    pace = load.Pace()
    seats = our_players(slow, port, pace)
    before = machine.memory_kib(pid)
    await sit_down(seats, port)
    found = {"kib_per_table": round((machine.memory_kib(pid) - before) / len(slow), 1)}
    found["kib_per_idle_socket"] = await watching(slow, port, pid)
    found |= await paced(seats, pace)
    if flood:
        found |= await flooded(fast, pace, port, found["paced_p99_ms"])
    stand_up(seats, pace)
    pace = load.Pace()
    return found | await closed_loop(our_players(fast, port, pace), pace, port, pid)


async def measure_peer(port: int, pid: int) -> dict[str, float]:
    """Measure the peer's server, in the same order."""
    pace = load.Pace()
    players = peer_players("slow", PACED, port, pace)
    await sit_down(players, port)
    found = await paced(players, pace)
    stand_up(players, pace)
    pace = load.Pace()
    found |= await closed_loop(peer_players("fast", CLOSED, port, pace), pace, port, pid)
    return {f"peer_{name}": value for name, value in found.items()}


def bench(backend: str, flood: bool) -> dict[str, Any]:
    """Measure our server on one database."""
    postgres = machine.answering_postgres() if backend == "postgresql" else None
    if backend == "postgresql" and postgres is None:
        raise SystemExit("no PostgreSQL answers")
    with tempfile.TemporaryDirectory() as folder, machine.database(postgres) as url:
        port = free_port()
        for name in ("DATABASE_URL", "REDIS_URL", "UNDERCUT_ORIGINS"):
            os.environ.pop(name, None)
        os.environ |= {"UNDERCUT_DATA": folder, "PORT": str(port), "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ |= {"DATABASE_URL": url} if url else {}
        tables = prepare(PACED + CLOSED)
        with server(port) as pid:
            machine.pin(pid, 0)
            machine.pin(0, 1)
            machine.await_port(port)
            found = asyncio.run(measure(port, pid, tables, flood=flood))
    return {"tables": CLOSED, **found, "backend": backend, "processes": 1}


def bench_peer() -> dict[str, Any]:
    """Measure the peer's server; nothing without node or npm."""
    folder = peer.install()
    if folder is None:
        return {}
    port = free_port()
    with peer.server(folder, port) as pid:
        machine.pin(pid, 0)
        machine.pin(0, 1)
        machine.await_port(port)
        return asyncio.run(measure_peer(port, pid))


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--backend", choices=("both", "postgresql", "sqlite"), default="both")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    parser.add_argument("--flood", action="store_true", help="bad frames at other tables during a second paced run")
    options = parser.parse_args()
    backends = [options.backend]
    if options.backend == "both":
        backends = ["postgresql", "sqlite"] if machine.answering_postgres() else ["sqlite"]
    found: dict[str, Any] = {}
    for backend in reversed(backends):  # each in a process of its own: Django knows one database
        one = in_a_child(backend, options.flood)
        found = one | {f"sqlite_{name}": value for name, value in found.items() if name not in ("tables", "processes")}
    found |= {} if options.no_peer else bench_peer()
    if "peer_moves_per_s" in found:
        found["times_peer"] = round(found["moves_per_s"] / found["peer_moves_per_s"], 2)
    for name, value in found.items():
        print(f"{name:>28}  {value}")
    if any(value > 0.2 for name, value in found.items() if name.endswith("foreign_cpu")):
        print("note: others used this machine meanwhile; compare only with runs made beside these")
    if options.json:
        print(json.dumps(found))


def in_a_child(backend: str, flood: bool) -> dict[str, Any]:
    """Run `bench` in a fresh interpreter."""
    command = [sys.executable, "-c", f"import bench.tables as t; print(t.json.dumps(t.bench({backend!r}, {flood!r})))"]
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
    done = subprocess.run(command, env=env, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return dict(json.loads(done.stdout.splitlines()[-1]))


if __name__ == "__main__":
    main()
