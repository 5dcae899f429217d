"""`manage.py house`: run the house players in a process of their own beside the server."""

import asyncio
import contextlib
import os
import signal
import stat
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.management.base import BaseCommand

from games.live.house import house


class Command(BaseCommand):
    requires_system_checks = (checks.Tags.database,)  # those of the seal key and of the tables
    help = "Seat the house players at every table that has a place for one, over the server's websockets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--server", default=f"http://127.0.0.1:{settings.PORT}", help="address of the server")
        parser.add_argument("--origin", default="", help="the origin to name (the first of UNDERCUT_ORIGINS)")
        parser.add_argument("--pace", choices=("table", "people", "fast"), default="table",
                            help="pauses between moves: as the table says, as people do, or none")  # fmt: skip
        parser.add_argument("--with-parent", action="store_true", help="end when standard input closes")

    def get_check_kwargs(self, options: dict[str, Any]) -> dict[str | None, Any]:
        return super().get_check_kwargs(options) | {"databases": ["default"]}

    def handle(self, *args: Any, **options: Any) -> None:
        origin = options["origin"] or settings.SITE_ORIGINS[0]
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(run(options["server"], origin, options["pace"], with_parent=options["with_parent"]))


async def run(server: str, origin: str, pace: str, *, with_parent: bool) -> None:
    """Play until SIGTERM, SIGINT, or the end of the parent process."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    if with_parent or _is_piped():
        watcher = threading.Thread(target=_watch_parent, args=(loop, ended), daemon=True)
        watcher.start()
    await house.serve(server, origin, pace, ended)


def _is_piped() -> bool:
    """Is standard input a pipe, whose end means that the parent process has ended?"""
    try:
        return not sys.stdin.isatty() and stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError, AttributeError):
        return False


def _watch_parent(loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
    with contextlib.suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(ended.set)
