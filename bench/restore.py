"""Measure what a deal costs in the database, loose and packed, and how long such a site takes to keep and bring back.

`python bench/restore.py [--json] [--size full|large|medium|small]`. The database is that of `bench/pages.py`, on
PostgreSQL. In a copy of it the logs of all tables are packed, as nights do with what has been over for days. Before and
after:

bytes: what the tables that a deal costs take with their indexes, divided by the deals, and the whole database likewise.
    Rows that went leave room, which new plays fill; so `games_play` is rewritten before it is measured
backup, restore: `manage.py backup` and `manage.py restore`, up to the last row and with the checks that follow
pg_dump, pg_restore: those of PostgreSQL, in its custom form, in the same run
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
import psycopg  # noqa: E402

from bench import pages  # noqa: E402

COST = ("games_table", "games_seat", "games_play", "games_packedplays", "games_dealsecret", "games_deal")
PACK = """
import django; django.setup()
from games.models import PackedPlays, Table
from games.services.archive import packing
for table in Table.objects.filter(status="over").order_by("pk").iterator():
    packing.pack(table)
"""
Figures = dict[str, Any]


def sizes(url: str) -> Figures:
    """What a deal costs in this database: by table, together, and as a share of everything."""
    with psycopg.connect(url, autocommit=True) as line:
        await_older(line)
        line.execute("VACUUM FULL ANALYZE games_play")

        def number(query: str, *values: str) -> int:
            found = line.execute(query, values).fetchone()
            return int(found[0]) if found else 0

        deals = number("SELECT count(*) FROM games_deal")
        plays = number("SELECT coalesce(sum(last_seq - first_seq + 1), 0) FROM games_deal")
        by_table = {name: number("SELECT pg_total_relation_size(%s::regclass)", name) for name in COST}
        everything = number("SELECT pg_database_size(current_database())")
    return {
        "deals": deals,
        "plays_a_deal": round(plays / deals, 1),
        "by_table": {name: round(size / deals) for name, size in by_table.items()},
        "bytes_a_deal": round(sum(by_table.values()) / deals),
        "database_a_deal": round(everything / deals),
    }


def await_older(line: "psycopg.Connection[Any]") -> None:
    """Wait until what began before now on this server has ended: until then a vacuum leaves what that might see."""
    now = "SELECT pg_current_xact_id()::text::bigint"
    oldest = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
    (begun,) = line.execute(now).fetchone() or (0,)
    end = time.monotonic() + 120
    while (line.execute(oldest).fetchone() or (0,))[0] <= begun:
        if time.monotonic() > end:
            raise SystemExit("somebody keeps a transaction open on this server, so nothing can be vacuumed")
        time.sleep(0.1)


def ran(command: Sequence[str], env: dict[str, str], until: str = "", is_enough: bool = False) -> tuple[float, float]:
    """Run a command; the seconds until it printed a line that begins so (empty: as below), and until its end, which
    comes then if that `is_enough`."""
    began = time.perf_counter()
    said, seen = [], 0.0
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        for line in running.stdout or ():
            said.append(line)
            if until and line.startswith(until):
                seen = time.perf_counter() - began
                if is_enough:
                    running.kill()
    whole = time.perf_counter() - began
    if running.returncode and not (is_enough and seen):
        raise SystemExit(f"{' '.join(command)} failed:\n{''.join(said[-20:])}")
    return seen or whole, whole


@contextmanager
def empty(url: str, name: str) -> Iterator[str]:
    """A new database on the same server."""
    base = url.rsplit("/", 1)[0]
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{base}/{name}"
        finally:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


def there_and_back(env: dict[str, str], is_checked: bool) -> Figures:
    """Seconds to keep this site and to bring it back into an empty database, in both ways, and the files' size."""
    url = env["DATABASE_URL"]
    manage, name = [sys.executable, "manage.py"], urlsplit(url).path[1:]
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "site.backup", Path(folder) / "site.dump"
        _, backup = ran([*manage, "backup", str(ours)], env)
        _, dump = ran(["pg_dump", "-Fc", "-f", str(theirs), url], env)
        with empty(url, f"{name}_ours") as target:
            (Path(folder) / "data").mkdir()
            into = {"DATABASE_URL": target, "UNDERCUT_DATA": str(Path(folder) / "data")}
            rows, whole = ran([*manage, "restore", str(ours)], into, until="Restored:", is_enough=not is_checked)
        with empty(url, f"{name}_theirs") as target:
            _, back = ran(["pg_restore", "--no-owner", "-d", target, str(theirs)], env)
        megabytes = {path.name: round(path.stat().st_size / 1e6, 1) for path in (ours, theirs)}
    return {
        "backup_s": round(backup, 1),
        "restore_rows_s": round(rows, 1),
        **({"restore_checked_s": round(whole, 1)} if is_checked else {}),
        "pg_dump_s": round(dump, 1),
        "pg_restore_s": round(back, 1),
        "backup_mb": megabytes["site.backup"],
        "pg_dump_mb": megabytes["site.dump"],
    }


def measured(env: dict[str, str], asked: argparse.Namespace) -> Figures:
    """The figures of a database as it is now."""
    return sizes(env["DATABASE_URL"]) | ({} if asked.sizes_only else there_and_back(env, not asked.unchecked))


def printed(loose: Figures, packed: Figures) -> None:
    """Print the figures side by side."""
    print(f"{'':24}{'loose':>12}{'packed':>12}")
    for name in (one for one in loose if one != "by_table"):
        print(f"{name:24}{loose[name]:>12,}{packed[name]:>12,}")
    for name in COST:
        print(f"  {name:22}{loose['by_table'][name]:>12,}{packed['by_table'][name]:>12,}")


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="the last line is one JSON object")
    parser.add_argument("--size", choices=("full", "large", "medium", "small"), default="medium")
    parser.add_argument("--sizes-only", action="store_true", help="keep and restore nothing")
    parser.add_argument("--unchecked", action="store_true", help="end a restore before the checks of the site")
    asked = parser.parse_args()
    with pages.on_postgresql(asked.size) as place, tempfile.TemporaryDirectory() as folder:
        env = pages.PLACE | place | {"UNDERCUT_DATA": folder}
        ran([sys.executable, "manage.py", "migrate", "-v0"], env)
        loose = measured(env, asked)
        _, seconds = ran([sys.executable, "-c", PACK], env)
        packed = measured(env, asked)
    printed(loose, packed)
    print(f"packed in {seconds:.0f} s")
    if asked.json:
        print(json.dumps({"loose": loose, "packed": packed, "packing_s": round(seconds, 1)}))


if __name__ == "__main__":
    main()
