"""Measure the work behind each page of a site with years of data: 30 pages and lists, beside a bare Django page.

`python bench/pages.py [--json] [--size full|medium|small] [--backend postgresql|sqlite] [--no-crowd]`. The database is
filled once by `bench/full_site.py` and kept (PostgreSQL: a template database, SQLite: a file in the cache folder); each
run works in a copy of it, migrated to the code at hand, and throws that away.

Every page is asked for through the whole stack of the site, in this process:

cold: the site has just started and keeps nothing; only templates are compiled
cpu: a visitor who comes for the first time, as the site usually stands: medians of several visits; with the wall time,
    the time that waits for the database and the number of its queries
again: the same visitor comes back and nothing has changed; sends what a browser sends (If-None-Match)

`bare` is a page of Django alone that says one word. With PostgreSQL 64 visitors then ask a running server for pages for
a minute and keep their connections: `most_connections` are those of that database at once, `errors` the answers of 500
and above.
"""

import argparse
import base64
import contextlib
import json
import os
import secrets
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
import psycopg  # noqa: E402

from bench import machine  # noqa: E402
from config.environment.ports import free_port  # noqa: E402

VERSION = 3  # raise it when bench/full_site.py fills a database otherwise
VISITS = 5
CLIENTS = 64
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "undercut-bench"
BARE = "/bench-bare/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What a page costs, in ms and in queries."""

    page: str
    status: int
    kib: float
    wall_ms: float
    cpu_ms: float
    db_ms: float
    queries: int
    cold_cpu_ms: float
    again_cpu_ms: float
    again_status: int


# ---- the database


def name_of(size: str) -> str:
    """The name of the filled database of a size. It holds VERSION, so a new way to fill gets a new database."""
    return f"bench_pages_{size}_{VERSION}"


def filled(size: str, env: dict[str, str]) -> None:
    """Fill the database named in `env`, in a separate process."""
    code = f"import django; django.setup(); from bench import full_site; full_site.fill(full_site.SIZES[{size!r}])"
    done = subprocess.run([sys.executable, "-c", code], env=os.environ | PLACE | env, cwd=ROOT, check=False)
    if done.returncode:
        raise SystemExit("the database could not be filled; what is written above says why")


SEAL_KEY = base64.urlsafe_b64encode(b"the seal key of a bench database").decode()  # a kept database outlives its site
PLACE = {
    "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "UNDERCUT_SEAL_KEY": SEAL_KEY,
}


@contextlib.contextmanager
def on_postgresql(size: str) -> Iterator[dict[str, str]]:
    """Copy the filled database; yields the environment for the copy."""
    server = machine.answering_postgres()
    if server is None:
        raise SystemExit("no PostgreSQL answers: `make services`, or --backend sqlite")
    base, kept = server.rsplit("/", 1)[0], name_of(size)
    with psycopg.connect(server, autocommit=True) as line:
        if not line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [kept]).fetchone():
            started = time.monotonic()
            new = f"{kept}_new_{secrets.token_hex(3)}"
            line.execute(f"CREATE DATABASE {new}")
            try:
                filled(size, {"DATABASE_URL": f"{base}/{new}", "PGOPTIONS": "-c synchronous_commit=off"})
                line.execute(f"ALTER DATABASE {new} RENAME TO {kept}")
            except BaseException:
                line.execute(f"DROP DATABASE {new} WITH (FORCE)")
                raise
            print(f"{kept} filled in {time.monotonic() - started:.0f} s", file=sys.stderr)
        copy = f"bench_pages_run_{secrets.token_hex(4)}"
        line.execute(f"CREATE DATABASE {copy} TEMPLATE {kept} STRATEGY FILE_COPY")
        try:
            yield {"DATABASE_URL": f"{base}/{copy}"}
        finally:
            line.execute(f"DROP DATABASE {copy} WITH (FORCE)")


@contextlib.contextmanager
def on_sqlite(size: str) -> Iterator[dict[str, str]]:
    """Do as `on_postgresql`, with a file of SQLite."""
    kept = CACHE / name_of(size)
    if not kept.exists():
        new = CACHE / f"{kept.name}_new_{secrets.token_hex(3)}"
        new.mkdir(parents=True)
        filled(size, {"DATABASE_URL": "", "REDIS_URL": "", "UNDERCUT_DATA": str(new)})
        new.rename(kept)
    copy = CACHE / f"run_{secrets.token_hex(4)}"
    shutil.copytree(kept, copy)
    try:
        yield {"DATABASE_URL": "", "REDIS_URL": "", "UNDERCUT_DATA": str(copy)}
    finally:
        shutil.rmtree(copy)


PLACES = {"postgresql": on_postgresql, "sqlite": on_sqlite}


# ---- the pages


def addresses() -> list[tuple[str, str, bool]]:
    """The pages: name, address, and whether the organiser asks for it (or anybody)."""
    from games.models import Deal
    from tournaments.models import Match, Tournament

    large, usual = (Tournament.objects.get(name=name) for name in ("The large open", "The usual evening"))
    last = large.stages.get().rounds.order_by("-number")[0]
    entry = large.entries.order_by("pk")[7]
    person = entry.members.get().user
    match = Match.objects.filter(round=last).order_by("pk")[3]
    deal = Deal.objects.order_by("pk")[1]  # of a sitting that was played: the others repeat its shuffle
    t, u, o = f"/t/{large.slug}/", f"/t/{usual.slug}/", f"/o/{large.slug}/"
    api, n = "/api/v1/", last.number
    public = {
        "home": "/",
        "tonight": "/tonight/",
        "tournaments": "/tournaments/",
        "overview, large": t,
        "overview, usual": u,
        "standings, large": f"{t}standings/",
        "standings, usual": f"{u}standings/",
        "crosstable, large": f"{t}crosstable/",
        "card, large": f"{t}players/{entry.public_id}/",
        "round, large": f"{t}rounds/{n}/",
        "entrants, large": f"{t}entrants/",
        "rating changes, large": f"{t}ratings/",
        "rating changes, usual": f"{u}ratings/",
        "print standings, large": f"{t}documents/standings/",
        "print crosstable, large": f"{t}documents/crosstable/",
        "print pairings, large": f"{t}documents/pairings/",
        "match": f"/matches/{match.public_id}/",
        "table": f"/tables/{match.table}/",
        "deal": f"/deals/{deal.public_id}/",
        "archive": "/archive/",
        "archive of a player": f"/archive/?player={person.public_id}",
        "archive, ruled only": "/archive/?ruled_only=on",
        "players": "/players/",
        "player": f"/players/{person.public_id}/",
        "club": f"/clubs/{large.club.slug}/",
        "ratings": f"/ratings/{pool_key()}/",
        "api tournaments": f"{api}tournaments/",
        "api matches": f"{api}matches/",
        "api deals": f"{api}deals/",
        "api standings, large": f"{api}tournaments/{large.public_id}/standings/",
    }
    desk = {"results desk, large": f"{o}results/{n}/", "check-in, large": f"{o}checkin/"}
    return [(name, path, False) for name, path in public.items()] + [(name, path, True) for name, path in desk.items()]


def pool_key() -> str:
    """The key of the rating pool for the site's matches."""
    from ratings.models import Pool

    return Pool.objects.filter(beside=None)[0].key


def bare_page() -> None:
    """Add a page of plain Django to the addresses of this process."""
    from django.http import HttpResponse
    from django.urls import clear_url_caches, path

    from config import urls

    urls.urlpatterns.append(path(BARE.strip("/") + "/", lambda request: HttpResponse("bare")))
    clear_url_caches()


class Clock:
    """Measures a `with` block: wall time, CPU time, time in the database, number of queries."""

    def __enter__(self) -> "Clock":
        from django.db import connection

        self.queries, self.db = 0, 0.0
        self.stack = contextlib.ExitStack()
        self.stack.enter_context(connection.execute_wrapper(self._query))
        self.wall, self.cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_: Any) -> None:
        self.cpu, self.wall = time.process_time() - self.cpu, time.perf_counter() - self.wall
        self.stack.close()

    def _query(self, execute: Any, *facts: Any) -> Any:
        started = time.perf_counter()
        try:
            return execute(*facts)
        finally:
            self.queries += 1
            self.db += time.perf_counter() - started


def forget() -> None:
    """Empty every cache of the site, as after a start."""
    from django.core.cache import caches

    for cache in caches.all(initialized_only=True):
        cache.clear()
    with contextlib.suppress(ImportError):
        from doors.caching import versioned

        versioned.forget()


def visits(name: str, path: str, client: Any, count: int = VISITS) -> Figures:
    """Ask for a page: cold, for the first time, and again."""
    ask = lambda **said: client.get(path, SERVER_NAME="127.0.0.1", **said)  # noqa: E731
    ask()  # compiles its templates
    cold, first, again = [], [], []
    for _ in range(2):
        forget()
        with Clock() as clock:
            ask()
        cold.append(clock.cpu)
    for _ in range(count):
        with Clock() as clock:
            answer = ask()
        first.append(clock)
    known = {"HTTP_IF_NONE_MATCH": answer["ETag"]} if "ETag" in answer else {}
    for _ in range(count):
        with Clock() as clock:
            seen = ask(**known)
        again.append(clock.cpu)
    middle = lambda values: round(1000 * statistics.median(values), 1)  # noqa: E731
    return Figures(
        page=name,
        status=answer.status_code,
        kib=round(len(answer.content) / 1024, 1),
        wall_ms=middle(one.wall for one in first),
        cpu_ms=middle(one.cpu for one in first),
        db_ms=middle(one.db for one in first),
        queries=max(one.queries for one in first),
        cold_cpu_ms=middle(cold),
        again_cpu_ms=middle(again),
        again_status=seen.status_code,
    )


def measure(count: int = VISITS, only: str = "") -> tuple[list[Figures], Figures]:
    """Measure all pages (or those whose names contain `only`), and the bare one."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from accounts.models import User
    from config import asgi

    call_command("migrate", verbosity=0)
    bare_page()
    anybody, organiser = Client(), Client()
    organiser.force_login(User.objects.get(username="organiser-of-all"), "django.contrib.auth.backends.ModelBackend")
    bare = visits("bare", BARE, anybody, 20)
    asked = [one for one in addresses() if only in one[0]]
    asgi.freeze_gc()  # as a server does when it starts
    found = [visits(name, path, organiser if by_organiser else anybody, count) for name, path, by_organiser in asked]
    return found, bare


def crowded(port: int, database_url: str, redis: str, seconds: float) -> dict[str, Any]:
    """Let 64 visitors who keep their connections ask a site on this database for pages; returns their results."""
    from django.db import connections

    from bench import crowd

    paths = [path for _name, path, by_organiser in addresses() if not by_organiser]
    connections.close_all()
    os.environ["REDIS_URL"] = redis
    with crowd.site([port], free_port()):
        return crowd.load([("127.0.0.1", port)], paths, database_url=database_url, clients=CLIENTS, seconds=seconds)


def printed(found: Sequence[Figures]) -> None:
    """Print a line for each page."""
    print(f"{'page':28}{'status':>7}{'KiB':>7}{'wall':>8}{'cpu':>8}{'db':>8}{'queries':>8}{'cold':>8}{'again':>8}")
    for one in found:
        print(
            f"{one.page:28}{one.status:7}{one.kib:7.0f}{one.wall_ms:8.1f}{one.cpu_ms:8.1f}{one.db_ms:8.1f}"
            f"{one.queries:8}{one.cold_cpu_ms:8.1f}{one.again_cpu_ms:8.1f} {one.again_status}"
        )


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="the last line is one JSON object")
    parser.add_argument("--size", choices=("full", "medium", "small"), default="full")
    parser.add_argument("--backend", choices=tuple(PLACES), default="postgresql")
    parser.add_argument("--no-crowd", action="store_true", help="without the 64 visitors")
    parser.add_argument("--only", default="", help="pages whose name holds this")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the 64 visitors stay")
    asked = parser.parse_args()
    with PLACES[asked.backend](asked.size) as env:
        port = free_port()
        os.environ.update(PLACE | env | {"UNDERCUT_ORIGINS": f"http://127.0.0.1:{port}"})
        redis = os.environ.pop("REDIS_URL", "redis://127.0.0.1:6379/9")
        found, bare = measure(only=asked.only)
        printed([bare, *found])
        told: dict[str, Any] = {"most_connections": None, "errors": None}
        if asked.backend == "postgresql" and not asked.no_crowd:
            told = crowded(port, env["DATABASE_URL"], redis, asked.seconds)
            print(f"64 visitors: {told['most_connections']} connections at most, {told['errors']} errors,"
                  f" {told['pages_per_s']} pages a second")  # fmt: skip
    if asked.json:
        kept = {name: told[name] for name in ("most_connections", "errors")}
        print(json.dumps({"pages": [asdict(one) for one in found], "bare_cpu_ms": bare.cpu_ms, **kept}))


if __name__ == "__main__":
    main()
