"""The embedded default: worker, beat, house players and server of one site in one process and one child."""

import errno
import fcntl
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from celery import beat
from celery.worker import WorkController, state
from django.conf import settings

from config.celery import app
from config.environment.ports import free_port

logger = logging.getLogger(__name__)
RUN = settings.DATA_DIR / "run"


class AlreadyRunning(Exception):
    """Another Undercut uses this data folder."""


class PortTaken(Exception):
    """Another program listens on this port."""


class WrongHost(Exception):
    """No network of this computer has the address."""


class DidNotStart(Exception):
    """A server that we started has stopped or takes too long; the text is its output."""


@contextmanager
def data_folder_lock() -> Iterator[None]:
    """Lock the data folder for this process; a second process gets AlreadyRunning. The system frees the lock when the
    process dies."""
    RUN.mkdir(parents=True, exist_ok=True)
    with open(RUN / "up.lock", "a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as taken:
            raise AlreadyRunning(str(RUN)) from taken
        yield


def require_free_port(host: str, port: int) -> None:
    """Raise PortTaken if another program listens at `port`, WrongHost if `host` is not an address of this computer."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as refused:
            if refused.errno == errno.EADDRNOTAVAIL:
                raise WrongHost(host) from refused
            raise PortTaken(str(port)) from refused


def running_server() -> str | None:
    """The address of the embedded server that runs on this data folder; None if there is none."""
    try:
        with data_folder_lock():
            return None
    except AlreadyRunning:
        try:
            return str(json.loads((RUN / "server.json").read_text())["url"])
        except (OSError, ValueError, KeyError):
            return None


class Background:
    """Celery's worker and beat as two threads of this process, on `memory://`."""

    def __init__(self) -> None:
        self.worker = WorkController(
            app=app,
            pool="solo",
            concurrency=1,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="WARNING",
        )
        self.beat = beat.Service(app, max_interval=1, scheduler_cls=beat.Scheduler)
        self.threads = [
            threading.Thread(target=self.worker.start, name="celery-worker", daemon=True),
            threading.Thread(target=self.beat.start, name="celery-beat", daemon=True),
        ]

    def start(self) -> None:
        """Start both threads."""
        state.should_stop = None
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Stop both threads: the current task is finished; queued tasks are forgotten (their rows are not)."""
        self.beat.stop(wait=False)
        state.should_stop = 0  # type: ignore[assignment]  # the stubs know its first value only
        app.send_task("duework.sweep")  # wakes the worker, which then sees that it should stop
        for thread in self.threads:
            thread.join(timeout=5)


@contextmanager
def background() -> Iterator[None]:
    """Run worker and beat during the block."""
    threads = Background()
    threads.start()
    try:
        yield
    finally:
        threads.stop()


@contextmanager
def own_server(patience: float = 60.0) -> Iterator[str]:
    """Run an embedded server on a free port as a child process during the block, after migrating; yields its
    address."""
    port = free_port()
    env = {**os.environ, "PORT": str(port), "UNDERCUT_DATA": str(settings.DATA_DIR), "PYTHONUNBUFFERED": "1"}
    for name in ("UNDERCUT_ORIGINS", "LAN", "HOST"):
        env.pop(name, None)
    RUN.mkdir(parents=True, exist_ok=True)
    log = RUN / "own-server.log"
    with log.open("w") as out:
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "up", "--no-demo"]
        child = subprocess.Popen(
            command, stdout=out, stderr=out, stdin=subprocess.PIPE, start_new_session=True, env=env
        )
    try:
        _wait_until_ready(child, log, patience)
        yield f"http://127.0.0.1:{port}"
    finally:
        _end(child)


def _wait_until_ready(child: subprocess.Popen[Any], log: Path, patience: float) -> None:
    until = time.monotonic() + patience
    while "ready at" not in log.read_text():
        if child.poll() is not None or time.monotonic() > until:
            raise DidNotStart(log.read_text())
        time.sleep(0.05)


class Supervised:
    """A child process that is restarted on exit, with back-off."""

    def __init__(self, command: list[str], first_s: float = 1.0, most_s: float = 60.0) -> None:
        self._command = command
        self._waits_s = (first_s, most_s)
        self._is_over = threading.Event()
        self._guard = threading.Lock()
        self._child = self._begun()
        self._thread = threading.Thread(target=self._keep, name="kept-child", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop the process and do not restart it."""
        self._is_over.set()
        with self._guard:
            _end(self._child)
        self._thread.join()

    def _begun(self) -> "subprocess.Popen[bytes]":
        env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, start_new_session=True, env=env)

    def _keep(self) -> None:
        wait, most = self._waits_s
        while True:
            status = self._child.wait()
            if self._is_over.wait(wait):
                return
            logger.error("%s has ended (%d) and is restarted", " ".join(self._command), status)
            wait = min(2 * wait, most)
            with self._guard:
                if self._is_over.is_set():
                    return
                self._child = self._begun()


@contextmanager
def house_players(url: str) -> Iterator[None]:
    """Run the house players as one child process. It ends with this process, however that ends, because its standard
    input closes."""
    players = Supervised([sys.executable, str(settings.BASE_DIR / "manage.py"), "house", "--server", url])
    try:
        yield
    finally:
        players.end()


def _end(child: subprocess.Popen[Any]) -> None:
    if child.stdin:
        child.stdin.close()
    child.terminate()
    try:
        child.wait(timeout=15)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


class Server(uvicorn.Server):
    """uvicorn, with a message when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then print the message."""
        await super().startup(sockets=sockets)
        if self.started:
            self.on_ready()


def stop_cleanly() -> None:
    """Make SIGTERM end this process as Ctrl-C does: uvicorn stops first and passes the signal on, and we clean up."""

    def interrupt(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)


def serve(*, host: str, port: int, on_ready: Callable[[], None]) -> bool:
    """Serve until SIGINT or SIGTERM; returns whether the server started."""
    config = uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        lifespan="on",
        log_level="warning",
        access_log=False,
        ws="config.sockets:TableSocket",
        ws_max_size=16384,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=10,
        proxy_headers=False,
        server_header=False,
    )
    server = Server(config, on_ready)
    with suppress(KeyboardInterrupt):
        server.run()
    return server.started


def announce(url: str, phones: str = "") -> None:
    """Store the server's address beside its lock, for commands that look for it, and the address for `phones`, for the
    next start."""
    path: Path = RUN / "server.json"
    path.write_text(json.dumps({"url": url, "phones": phones or last_address(), "pid": os.getpid()}))


def last_address() -> str:
    """The address at which phones opened this site when it last ran in a hall; "" if it never did."""
    try:
        return str(json.loads((RUN / "server.json").read_text())["phones"])
    except (OSError, ValueError, KeyError):
        return ""
