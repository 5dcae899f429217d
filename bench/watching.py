"""Measure what it costs to be watched: request ids, figures and the timing of queries, with and without, in one run.

`python bench/watching.py [--json] [--backend sqlite|postgresql] [--rounds 5] [--visits 400]`

pages: the same page by turns with and without (two handlers in one process, and the timing of queries on or off)
moves: two servers, one with figures and one without any, are played at by turns, at new tables each time

`cpu_us` is the lower quartile of the processor's own time, which others on the machine disturb less than a clock or
a mean; for moves it is the median of the rounds.
"""

import argparse
import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
from bench import load, machine, tables  # noqa: E402
from config.environment.ports import free_port  # noqa: E402

PAGES = {"robots.txt": "/robots.txt", "tournaments": "/tournaments/", "players": "/players/", "home": "/"}
ALWAYS = ("watching.pages.Pages", "django_guid.middleware.guid_middleware")
WATCHED = {"UNDERCUT_METRICS_TOKEN": "a-token-of-the-bench", "UNDERCUT_LOG_FORMAT": "json"}
UNWATCHED = {"UNDERCUT_SLOW_QUERY_MS": "0"}
AT_ONCE, WARM_UP_S, RUN_S = 40, 1.0, 3.0


def pages(visits: int) -> dict[str, Any]:
    """What each page costs with and without, and how much more that is."""
    import django
    from django.conf import settings

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client, override_settings

    from config import asgi
    from watching import queries

    call_command("migrate", verbosity=0)
    clients = {}
    for name, left_out in (("with", ()), ("without", ALWAYS)):
        with override_settings(MIDDLEWARE=[one for one in settings.MIDDLEWARE if one not in left_out]):
            clients[name] = Client(SERVER_NAME="127.0.0.1")
            clients[name].handler.load_middleware()
    asgi.freeze_gc()
    found = {}
    for page, path in PAGES.items():
        spent: dict[str, list[float]] = {"with": [], "without": []}
        for number in range(2 * visits):
            name = ("with", "without", "without", "with")[number % 4]
            settings.METRICS_ARE_ON = name == "with"
            timed = [queries._timed] if name == "with" else []
            connection.execute_wrappers[:] = timed
            began = time.process_time()
            clients[name].get(path)
            spent[name].append(time.process_time() - began)
        middle = {name: 1e6 * statistics.quantiles(values[10:])[0] for name, values in spent.items()}
        found[page] = {
            **{f"cpu_us_{name}": round(value) for name, value in middle.items()},
            "more_percent": round(100 * (middle["with"] / middle["without"] - 1), 2),
        }
    return found


@contextlib.contextmanager
def changed(values: dict[str, str]) -> Any:
    """The environment with these values, for what is started in the block."""
    before = dict(os.environ)
    os.environ |= values
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def moves(rounds: int) -> dict[str, Any]:
    """What a move costs at a server with figures and at one without, at the same database."""
    tables.WARM_UP_S, tables.RUN_S, tables.RUNS = WARM_UP_S, RUN_S, 1
    opened = tables.prepare(AT_ONCE * 2 * rounds)
    spent: dict[str, list[float]] = {"with": [], "without": []}
    busy: list[float] = []
    for number in range(2 * rounds):
        name = ("with", "without")[number % 2]
        port = free_port()
        with changed({"PORT": str(port)} | (WATCHED if name == "with" else UNWATCHED)), tables.server(port) as pid:
            machine.pin(pid, 0)
            machine.pin(0, 1)
            machine.await_port(port)
            pace = load.Pace()
            some = opened[number * AT_ONCE : (number + 1) * AT_ONCE]
            one = asyncio.run(tables.closed_loop(tables.our_players(some, port, pace), pace, port, pid))
        spent[name].append(one["cpu_us_per_move"])
        busy.append(one["foreign_cpu"])
    middle = {name: statistics.median(values) for name, values in spent.items()}
    return {
        **{f"cpu_us_per_move_{name}": value for name, value in middle.items()},
        "rounds": spent,
        "more_percent": round(100 * (middle["with"] / middle["without"] - 1), 2),
        "foreign_cpu": round(statistics.mean(busy), 2),
    }


def on(backend: str, work: str, number: int) -> dict[str, Any]:
    """Do one of both in a process and a database of its own."""
    postgres = machine.answering_postgres() if backend == "postgresql" else None
    with tempfile.TemporaryDirectory() as folder, machine.database(postgres) as url:
        env = {key: value for key, value in os.environ.items() if key not in ("REDIS_URL", "UNDERCUT_ORIGINS")}
        env |= {"DATABASE_URL": url or "", "UNDERCUT_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        env |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}
        code = f"import json; from bench import watching as w; print(json.dumps(w.{work}({number})))"
        done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--backend", choices=("postgresql", "sqlite"), default="sqlite")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--visits", type=int, default=400)
    options = parser.parse_args()
    found = on(options.backend, "pages", options.visits)
    found["move"] = on(options.backend, "moves", options.rounds)
    for name, values in found.items():
        print(f"{name:>14}  {values}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
