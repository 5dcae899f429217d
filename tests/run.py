"""`make test`: everything that CI runs, on the embedded default and on every service that answers.

Tests of the shells run once: on PostgreSQL where it answers, and then only the first of each file on SQLite too
(`embedded`). Where it does not, all of them run on SQLite.

UNDERCUT_SERVICES_REQUIRED=1 and UNDERCUT_BROWSER_REQUIRED=1 (set by .ci/run) make a missing service a failure;
UNDERCUT_SECOND_PYTHON=1 (set there too) tries the cores on a second Python where the machine has one.

Tests that start processes or drive a browser wait for the machine. Those that fail are run once more, alone and one
at a time: a real fault fails twice and is red; what passes then is named "unsteady" at the end, and is to be mended.
Every other test that fails is red at once.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
import redis

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # this file is run by its path

from tests import failures  # noqa: E402
from tests.failures import Failure  # noqa: E402

BIN = Path(sys.executable).parent
POSTGRES = ("postgres://postgres@127.0.0.1:5432/postgres", "postgres://undercut:undercut@127.0.0.1:5432/postgres")
REDIS = "redis://127.0.0.1:6379/9"
PATIENCE = "300"  # seconds for one test: what hangs is to be named, not to hold up all of it
SECOND = ".venv-second"
CORES = (
    "tests/games/engine",
    "tests/games/reference",
    "tests/games/players/test_top.py",  # of its tests the same moves alone
    "tests/tournaments/pairing",
    "tests/tournaments/formats",
    "tests/ratings/systems",
)
# of tests marked `service`
SERVICE_FOLDERS = (
    "tests/faults",
    "tests/games/live",
    "tests/games/test_many_seekers.py",
    "tests/platform/config",
    "tests/platform/duework",
    "tests/platform/keeping",
    "tests/platform/watching",
)
COMPOSED = "tests/composed"  # of them too, in a stage of its own
REFERENCES = "reference or conformance or vectors or every_variant or same_moves"
TWO_AT_ONCE = ("-n", "2", "--dist", "worksteal")
SLOWEST = ("--durations=40", "--durations-min=2")  # named at the end of each stage
FEW = 20  # when more tests than this fail, it is not for the machine's pace
SERVICES_REQUIRED = os.environ.get("UNDERCUT_SERVICES_REQUIRED") == "1"


def answering_postgres() -> str | None:
    """The URL of a PostgreSQL that lets us in and create databases: DATABASE_URL, else the standard local port."""
    asked = os.environ.get("DATABASE_URL")
    for url in [asked] if asked else POSTGRES:
        try:
            with psycopg.connect(url, connect_timeout=3) as connection:
                row = connection.execute("SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user")
                if (found := row.fetchone()) and found[0]:
                    return url
        except psycopg.Error:
            continue
    return None


def answering_redis() -> str | None:
    """The URL of a Redis that answers: REDIS_URL, else the standard local port."""
    url = os.environ.get("REDIS_URL", REDIS)
    try:
        redis.Redis.from_url(url, socket_timeout=3).ping()
    except redis.RedisError:
        return None
    return url


def second_python() -> str | None:
    """Another Python than this one on which the cores can be tried."""
    this = "{}.{}".format(*sys.version_info)
    found = subprocess.run(["sh", "tools/python.sh", this], cwd=ROOT, check=False, capture_output=True, text=True)
    return found.stdout.strip() or None


class Round:
    """What was run so far, whether all of it was green, and what was not."""

    def __init__(self, folder: Path = ROOT) -> None:
        self.folder = folder
        self.failed: list[str] = []  # stages
        self.took: list[str] = []
        self.red: dict[str, Failure] = {}  # by the names of tests
        self.unsteady: dict[str, Failure] = {}
        # What a stage is told, whose part of one this may be, and what would have every started site compile itself.
        named = ("DATABASE_URL", "REDIS_URL", "PYTEST_XDIST", "PYTHONDONTWRITEBYTECODE")
        self.plain = {k: v for k, v in os.environ.items() if not k.startswith(named)} | {"PYTEST_TIMEOUT": PATIENCE}

    def run(self, title: str, *command: str | Path, **environment: str) -> None:
        """Run one command from the folder and remember a failure."""
        if self.code(title, *command, **environment) != 0:
            self.failed.append(title)

    def code(self, title: str, *command: str | Path, **environment: str) -> int:
        """Run one command from the folder; its exit code."""
        print(f"\n== {title}", flush=True)
        began = time.monotonic()
        env = {**self.plain, **environment, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
        code = subprocess.run([str(part) for part in command], cwd=self.folder, env=env, check=False).returncode
        seconds = f"{time.monotonic() - began:.0f} s"
        print(f"== {title}: {'ok' if code == 0 else 'FAILED'} ({seconds})", flush=True)
        self.took.append(f"{title} {seconds}")
        return code

    def pytest(self, title: str, *arguments: str, **environment: str) -> None:
        """Run a part of the tests; those that wait for processes or a browser are run once more when they fail."""
        code, red = self.failures(title, *arguments, **environment)
        waiting = [name for name, failure in red.items() if failure.is_waiting]
        if code == pytest.ExitCode.TESTS_FAILED and waiting and len(red) <= FEW:
            again, still = self.failures(f"{title}, once more", *waiting, **environment)
            self.unsteady |= {name: red[name] for name in waiting if name not in still}
            code = again if len(waiting) == len(red) else code
            red = {name: failure for name, failure in red.items() if not failure.is_waiting} | still
        self.red |= red
        if code != 0:
            self.failed.append(title)

    def failures(self, title: str, *arguments: str, **environment: str) -> tuple[int, dict[str, Failure]]:
        """Run tests; the exit code, and each failure by the test's name."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "failures"
            words = [sys.executable, "-m", "pytest", "-p", failures.PLUGIN, *SLOWEST, *arguments]
            code = self.code(title, *words, **environment, **{failures.FILE: str(file)})
            return code, failures.read(file)

    def told(self) -> list[str]:
        """The last lines: how long each stage took, and every test that failed."""
        lines = [f"took: {', '.join(self.took)}"]
        lines += [f"failed: {name} - {failure.why}" for name, failure in self.red.items()]
        lines += [f"unsteady: {name} - {failure.why}" for name, failure in self.unsteady.items()]
        return lines


def answering(find: Callable[[], str | None]) -> str | None:
    """What is found; a required service may take a minute to answer."""
    until = time.monotonic() + (60 if SERVICES_REQUIRED else 0)
    while (found := find()) is None and time.monotonic() < until:
        time.sleep(1)
    return found


def main() -> int:
    """Run it all; the last lines say which backends were tested and which were skipped."""
    postgres, store = answering(answering_postgres), answering(answering_redis)
    both = bool(postgres and store)
    tested, skipped = ["SQLite, in memory"], []
    todo = Round()
    todo.run("style", BIN / "ruff", "check", ".")
    todo.run("format", BIN / "ruff", "format", "--check", ".")
    todo.run("templates", BIN / "djhtml", "--check", "--tabwidth", "2", "templates")
    todo.run("lint of templates", BIN / "djlint", "--lint", "--quiet", "templates")
    todo.run("types", BIN / "mypy")
    plain = "not marathon and not service and not browser"
    if os.environ.get("UNDERCUT_SECOND_PYTHON") == "1":
        if other := second_python():
            todo.run("a second Python", "sh", "tools/install.sh", SECOND, other)
            chosen = ("-m", f"not django_db and not long and {plain}", "-k", REFERENCES)
            todo.run(f"cores on {other}", ROOT / SECOND / "bin/python", "-m", "pytest", *CORES, *chosen, *TWO_AT_ONCE)
        else:
            skipped.append("a second Python (none found)")
    here = f"(not django_db or long or embedded) and {plain}" if both else plain
    todo.pytest("tests on SQLite", "-m", here, *TWO_AT_ONCE)
    if postgres and store:
        # Nobody pulls the plug here: a commit need not wait for the disk.
        services = {"DATABASE_URL": postgres, "REDIS_URL": store, "PGOPTIONS": "-c synchronous_commit=off"}
        quick = f"django_db and not long and {plain}"
        todo.pytest("shells on PostgreSQL and Redis", "-m", quick, *TWO_AT_ONCE, **services)
        todo.pytest(
            "service tests",
            *SERVICE_FOLDERS,
            "-m",
            "service and not marathon",
            *TWO_AT_ONCE,
            UNDERCUT_TEST_DATABASE_URL=postgres,
            UNDERCUT_TEST_REDIS_URL=store,
        )
        # Ten processes of one site: alone, as nothing else of the machine is free.
        todo.pytest("composed site", COMPOSED, "-m", "service", UNDERCUT_TEST_DATABASE_URL=postgres)
        tested.append("PostgreSQL, Redis")
    else:
        missing = [name for name, found in (("PostgreSQL", postgres), ("Redis", store)) if not found]
        skipped.append(f"{', '.join(missing)} (no answer; `make services` starts them)")
    # Two at once, each with a site and a browser of its own: a page waits for its server, and a server for its page.
    todo.pytest(
        "browser",
        "-m",
        "browser and not marathon",
        "tests/browser",
        "-rs",
        *TWO_AT_ONCE,
    )
    if SERVICES_REQUIRED and not both:
        todo.failed.append("required services are missing")
    print("", *todo.told(), sep="\n")
    print(f"backends tested: {'; '.join(tested)} | skipped: {'; '.join(skipped) or 'none'}")
    unsteady = f", {len(todo.unsteady)} unsteady" if todo.unsteady else ""
    print("FAILED: " + ", ".join(todo.failed) if todo.failed else f"all green{unsteady}")
    return 1 if todo.failed else 0


if __name__ == "__main__":
    sys.exit(main())
