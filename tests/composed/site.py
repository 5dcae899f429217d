"""Start the services of docker-compose.yml on this machine, ask every kind of page while tables are in play, play a
match through nginx, and stop everything: `python tests/composed/site.py --seconds 60 --json`.

It needs a PostgreSQL that lets it make a database (DATABASE_URL, else the local port), redis-server and nginx. The last
line is one JSON object: {"requests", "errors_5xx", "tables_in_play", "roles", "page_kinds"}. The exit status is 0 when
no answer was a fault of the site, every service was healthy to the end, and each ended as it was asked.
"""

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]  # this file is run by its path

from tests import ready_databases  # noqa: E402
from tests.composed import front  # noqa: E402
from tests.composed.services import SERVERS, SERVICES, Composed, answers, build, until  # noqa: E402

CHECKED = [name for name in SERVICES if name not in ("db", "migrate")]  # those that run here, by their health checks
# Forms of addresses of which this site has none (404 is right), and why; every other form is answered to somebody.
NOT_THERE = {
    ".well-known/security.txt": "the settings name no contact",
    "api/v1/challenges/(?P<public_id>[^/.]+)/$": "challenges of ladders; here stands one between two people",
    "api/v1/daily/<str:day>/": "no earlier day of a site that began today",
    "api/v1/deals/<str:public_id>/analysis": "nobody has asked for one",
    "api/v1/fair-deals/": "nothing is counted in the first hour",
    "api/v1/fair-deals/chains/<str:tournament>/": "given out when the tournament is over",
    "api/v1/lists/<str:public_id>": "lists come by month",
    "api/v1/lists/<str:public_id>.csv": "lists come by month",
    "api/v1/lists/<str:public_id>/matches.csv": "lists come by month",
    "api/v1/matches/(?P<public_id>[^/.]+)/appointment/$": "the league has no dates to settle",
    "api/v1/pairing-jobs/(?P<public_id>[^/.]+)/$": "so few players are paired at once",
    "api/v1/problems/<str:day>/": "no earlier day of a site that began today",
    "api/v1/tables/<str:public_id>/hint": "asked by who is on turn at a table with hints",
    "api/v1/tables/<str:public_id>/lesson": "no table of a lesson stands here",
    "api/v1/tables/<str:public_id>/rematch": "asked by who sat at the table",
    "api/v1/tournaments/(?P<public_id>[^/.]+)/desk/case/$": "asked with a case",
    "api/v1/tournaments/(?P<public_id>[^/.]+)/ladder/$": "the tournaments tried are no ladders",
    "archive/dumps/<str:dump>/<str:name>": "dumps come at night",
    "calendar/<str:key>.ics": "the key stands in one's own page alone",
    "clubs/<slug:slug>/rules/differences/": "asked by the form of a rule set, with its preset",
    "clubs/<slug:slug>/logo/<str:key>.webp": "the club has no logo",
    "clubs/<slug:slug>/look/<str:key>.css": "the club has no colours",
    "daily/<str:day>/": "no earlier day of a site that began today",
    "invitations/<str:token>/": "the token stands in the mail alone",
    "metrics": "answered to the operator's network alone, and never through nginx",
    "notices/address/<str:token>/": "the token stands in the mail alone",
    "notices/stop/<str:token>/": "the token stands in the mail alone",
    "problem/<str:day>/": "no earlier day of a site that began today",
    "ratings/lists/<str:public_id>/": "lists come by month",
    "t/<slug:slug>/picture.png": "drawn when the tournament is over",
    "t/<slug:slug>/rounds/<int:number>/decks/<int:deck>/": "shown when the round is over",
    "tables/waiting/<str:public_id>/": "asked by who waits",
}
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"


def missing() -> list[str]:
    """The programs that are not here."""
    there = {name: shutil.which(name) for name in ("redis-server", "redis-cli")} | {"nginx": front.program()}
    return [name for name, found in there.items() if not found]


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """A database with all tables, for as long as the block lasts."""
    name = f"undercut_composed_{secrets.token_hex(4)}"
    ready_databases.create(server, name)
    try:
        yield f"{server.rsplit('/', 1)[0]}/{name}"
    finally:
        with psycopg.connect(server, autocommit=True) as line:
            line.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def started(folder: Path, database_url: str) -> Iterator[Composed]:
    """The site, once every service is there; whatever happens, none is left."""
    site = Composed(folder, database_url)
    site.write_settings()
    build(site.code)
    (folder / "data").mkdir(mode=0o700)
    program = front.program()
    assert program
    try:
        site.start_all()
        with front.in_front(program, folder / "nginx", site.ports["nginx"], {n: site.ports[n] for n in SERVERS}):
            for name in SERVERS:
                own = f"http://127.0.0.1:{site.ports[name]}/readyz"
                until(f"{name} is ready", partial(answers, own), site.running[name])
            until("the site is well", lambda: answers(f"{site.origin}/healthz"), *site.running_ours())
            yield site
    finally:
        site.kill_all()


def faults_of(site: Composed) -> list[str]:
    """What is wrong with the services: their health, how they end, and what they wrote."""
    with ThreadPoolExecutor() as at_once:
        healthy = at_once.map(site.is_healthy, CHECKED)
        wrong = [f"{name} is not healthy" for name, is_so in zip(CHECKED, healthy, strict=True) if not is_so]
    for name, code in site.stop_all().items():
        expected = {0, -signal.SIGTERM} if name in SERVERS else {0}  # uvicorn ends by its signal
        wrong += [] if code in expected else [f"{name} ended with {code}"]
    for log in sorted(site.folder.glob("*.log")):
        said = log.read_text(errors="replace")
        found = [word for word in ("Traceback", "Authorization") if word in said]
        wrong += [f"{log.name} has {word}" for word in found]
        if found or any(line.startswith(log.stem) for line in wrong):
            at = said.index(found[0]) if found else len(said)
            print(f"-- {log.name}\n{said[max(0, at - 4000) : at + 4000]}", file=sys.stderr)
    return wrong


def run(seconds: float) -> dict[str, Any]:
    """Start, visit, stop; what was counted, and under `wrong` what else was not as it should be."""
    server = os.environ.get("DATABASE_URL") or POSTGRES
    with TemporaryDirectory(prefix="undercut-composed-") as name, own_database(server) as url:
        began = time.monotonic()
        with started(Path(name), url) as site:
            print(f"started in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
            env = site.environment("web-0") | {"PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"}
            command = [sys.executable, "-m", "tests.composed.visiting", site.origin, str(seconds)]
            visited = subprocess.run(command, cwd=ROOT, env=env, check=False, stdout=subprocess.PIPE, text=True)
            wrong = faults_of(site)
        print(f"stopped after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    lines = visited.stdout.splitlines()
    if visited.returncode or not lines:
        return {"wrong": ["the visit broke off", *wrong]}
    return {**json.loads(lines[-1]), "wrong": wrong}


def main() -> int:
    """Run it and judge."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=60, help="ask for so long; every kind is asked at least once")
    words.add_argument("--json", action="store_true", help="the last line is one JSON object")
    asked = words.parse_args()
    if lacking := missing():
        print(f"missing: {', '.join(lacking)}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    found = run(asked.seconds)
    wrong = found.pop("wrong") + [f"nobody saw {form}" for form in found.pop("missed", ()) if form not in NOT_THERE]
    wrong += [] if found.get("tables_in_play") else ["no table was in play"]
    print(*wrong, sep="\n", file=sys.stderr)
    print(json.dumps(found) if asked.json else "\n".join(f"{key}: {value}" for key, value in found.items()))
    return 1 if wrong or found["errors_5xx"] else 0


if __name__ == "__main__":
    sys.exit(main())
