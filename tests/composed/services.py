"""The services of docker-compose.yml on this machine: their own commands, variables, health checks and order, in a
separate folder and at separate addresses. They are read from the compose file, so this cannot drift from it."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from secrets import token_bytes
from typing import Any

import yaml

from config.environment.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = sorted(name for name, service in SERVICES.items() if service["image"] == "undercut")
SERVERS = [name for name in OURS if "uvicorn" in SERVICES[name]["command"]]
MADE_BY = "postgres://undercut:{password}@db:5432/undercut"  # the database that compose makes
HOLE = re.compile(r"\$(?:\$|\{(\w+)(?:(:?[-?])([^}]*))?\})")
SECRETS = ("POSTGRES_PASSWORD", "REDIS_PASSWORD", "UNDERCUT_SECRET_KEY", "UNDERCUT_SEAL_KEY")
PATIENCE_S = 180.0  # a bound for two loaded cores, never a wait


def image_variables() -> dict[str, str]:
    """What the image sets for every container."""
    return pairs(" ".join(re.findall(r"^ENV (.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)))


def pairs(words: str) -> dict[str, str]:
    """Words of the form NAME=VALUE."""
    return dict(word.split("=", 1) for word in words.split())


def filled(text: str, given: Mapping[str, str]) -> str:
    """A text of the file with its `${NAME}` filled in from `.env`, as compose does it. A ValueError names what must be
    set and is not."""

    def fill(hole: re.Match[str]) -> str:
        name, how, words = hole.groups()
        if name is None:
            return "$"
        value = given.get(name, "")
        if how in (":?", "?") and not value:
            raise ValueError(f"{name}: {words}")
        return value or (words if how in (":-", "-") else "")

    return HOLE.sub(fill, text)


def read_settings(path: Path) -> dict[str, str]:
    """The lines of a file `.env`."""
    lines = [line.strip() for line in path.read_text().splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def variables(name: str, settings: Mapping[str, str]) -> dict[str, str]:
    """The variables of a container: those of the image, then of `.env` where the service has an `env_file`, then its
    own."""
    service = SERVICES[name]
    own = {key: filled(str(value), settings) for key, value in service.get("environment", {}).items()}
    image = image_variables() if name in OURS else {}
    return image | (dict(settings) if service.get("env_file") else {}) | own


def image_files() -> list[Path]:
    """What `COPY . .` takes: the files of the repository without those that .dockerignore names."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    ignored = [line for line in (ROOT / ".dockerignore").read_text().split() if not line.startswith("#")]

    def is_ignored(path: str) -> bool:
        parts = path.split("/")
        beginnings = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        anywhere = [one.removeprefix("**/") for one in ignored if one.startswith("**/")]
        return any(fnmatch(part, one) for part in parts for one in anywhere) or any(
            fnmatch(one, pattern) for one in beginnings for pattern in ignored
        )

    return [Path(one) for one in listed if not is_ignored(one) and (ROOT / one).is_file()]


def build(into: Path) -> None:
    """What the image is made of, in a folder: its files, and what its build makes of them without installing."""
    for path in image_files():
        (into / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, into / path)
    steps = re.findall(r"((?:\w+=\S+ )*)python ((?:manage\.py|-m) [^&\n\\]*)", (ROOT / "Dockerfile").read_text())
    assert any("collectstatic" in step for _told, step in steps), "the build collects the static files"
    for told, step in steps:
        given = pairs(told.replace("/tmp/build", str(into / "build")))
        command, env = [sys.executable, *step.split()], running_in(into) | image_variables() | given
        subprocess.run(command, cwd=into, env=env, check=True, stdout=subprocess.DEVNULL)


class Composed:
    """One site: its folder, its settings, and its services by their names in docker-compose.yml. `database_url` is a
    database of its own on a server that runs already. Its code is what `build` lays into its folder; where it is to
    run from the repository (`code`), its static files are not collected."""

    def __init__(self, folder: Path, database_url: str, code: Path | None = None) -> None:
        self.folder, self.database_url, self.code = folder, database_url, code or folder / "app"
        self.is_built = code is None
        self.ports = {name: free_port() for name in (*SERVERS, "redis", "nginx")}
        self.origin = f"http://127.0.0.1:{self.ports['nginx']}"
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.settings: dict[str, str] = {}

    def write_settings(self, **more: str) -> None:
        """The one file `.env` of the site, as docs/deploy.md has it written."""
        secret = {name: urlsafe_b64encode(token_bytes(32)).decode() for name in SECRETS}
        lines = [f"{name}={value}" for name, value in (secret | {"UNDERCUT_ORIGINS": self.origin} | more).items()]
        (self.folder / ".env").write_text("\n".join(["# of this site alone", "", *lines]))
        (self.folder / ".env").chmod(0o600)
        self.settings = read_settings(self.folder / ".env")

    def here(self, name: str, text: str) -> str:
        """A value or a word of a command, with the addresses and folders of this machine."""
        redis, own = self.ports["redis"], self.ports.get(name, 0)
        made = MADE_BY.format(password=self.settings["POSTGRES_PASSWORD"])
        there = {
            made: self.database_url,
            "@redis:6379": f"@127.0.0.1:{redis}",
            "http://nginx:8000": self.origin,
            "http://127.0.0.1:8000": f"http://127.0.0.1:{own}",
            "--host=0.0.0.0": "--host=127.0.0.1",
            "--port=8000": f"--port={own}",
            "redis-server ": f"redis-server --bind 127.0.0.1 --port {redis} --dir {self.folder} ",
            "redis-cli ": f"redis-cli -p {redis} ",
        }
        for given, wanted in there.items():
            text = text.replace(given, wanted)
        return re.sub(r"^/data(?=/|$)", str(self.folder / "data"), text)

    def environment(self, name: str) -> dict[str, str]:
        """The variables of a service; of this machine's own nothing else reaches it than how to find programs."""
        told = {key: self.here(name, value) for key, value in variables(name, self.settings).items()}
        return running_in(self.code) | told | ({} if self.is_built else {"UNDERCUT_STATIC_MANIFEST": "0"})

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start a service by its command."""
        words = [self.here(name, filled(word, {})) for word in SERVICES[name]["command"]]
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                words, env=self.environment(name), cwd=self.code, stdout=log, stderr=log, start_new_session=True
            )
        return self.running[name]

    def is_healthy(self, name: str) -> bool:
        """What its health check says."""
        words = [self.here(name, filled(word, {})) for word in SERVICES[name]["healthcheck"]["test"][1:]]
        done = subprocess.run(words, env=self.environment(name), cwd=self.code, check=False, capture_output=True)
        return done.returncode == 0

    def until_healthy(self, name: str) -> None:
        """Wait until its health check says so."""
        until(f"{name} is healthy", lambda: self.is_healthy(name), self.running[name])

    def start_all(self) -> None:
        """Redis, the migration, then all that wait for both."""
        self.start("redis")
        self.until_healthy("redis")
        if code := self.start("migrate").wait(PATIENCE_S):
            raise AssertionError(f"migrate ended with {code}:\n{(self.folder / 'migrate.log').read_text()}")
        for name in OURS:
            if name != "migrate":
                self.start(name)

    def running_ours(self) -> list["subprocess.Popen[bytes]"]:
        """The processes of ours that are to run until they are stopped."""
        return [process for name, process in self.running.items() if name in OURS and name != "migrate"]

    def stop_all(self) -> dict[str, int]:
        """Stop the services of ours as `docker compose stop` does; with which codes they ended."""
        ours = {name: process for name, process in self.running.items() if name in OURS and name != "migrate"}
        ended = {name: code for name, process in ours.items() if (code := process.poll()) is not None}
        for process in ours.values():
            if process.poll() is None:
                process.terminate()
        for name, process in ours.items():
            process.wait(int(SERVICES[name]["stop_grace_period"].removesuffix("s")))
        return {name: process.returncode for name, process in ours.items()} | {
            f"{name}, before it was stopped": code for name, code in ended.items()
        }

    def kill_all(self) -> None:
        """End what is left, with all that it started."""
        for process in self.running.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE_S)


def running_in(code: Path) -> dict[str, str]:
    """The variables of a process of this machine that runs the code in this folder."""
    found = {key: os.environ[key] for key in ("HOME", "LANG", "TMPDIR", "PGOPTIONS") if key in os.environ}
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return found | {"PATH": programs, "PYTHONPATH": f"{code}:{code / 'platform'}"}


def until(what: str, is_so: Callable[[], Any], *processes: "subprocess.Popen[bytes]") -> None:
    """Wait until something holds, as long as these processes run."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < PATIENCE_S, f"not after {PATIENCE_S:.0f} s: {what}"
        assert all(process.poll() is None for process in processes), f"ended by itself: {what}"
        time.sleep(0.2)


def answers(address: str) -> bool:
    """Does somebody answer 200 there?"""
    with suppress(OSError):
        return bool(urllib.request.urlopen(address, timeout=5).status == 200)
    return False
