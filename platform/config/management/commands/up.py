"""`manage.py up`: the whole site in one process, with nothing to install beside Python."""

import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from config import demo, embedded, sqlite


class Command(BaseCommand):
    help = "Start Undercut: database, worker, beat, house players and server. Ctrl-C stops all of it."

    def add_arguments(self, parser: CommandParser) -> None:
        """One option: a site without the demo club."""
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, **options: Any) -> None:
        """Lock, migrate, seed, start, serve, stop."""
        if settings.REDIS_URL:
            raise CommandError(
                "`up` is the whole site in one process. With REDIS_URL start web, worker, beat and house as "
                "docker-compose.yml does."
            )
        embedded.stop_cleanly()
        try:
            with embedded.data_folder_lock():
                embedded.require_free_port(settings.PORT)
                self._run(with_demo=not options["no_demo"])
        except embedded.AlreadyRunning as running:
            raise CommandError(
                f"Undercut already runs on this data folder ({running}): stop it first, or set "
                f"UNDERCUT_DATA to another folder."
            ) from running
        except KeyboardInterrupt:
            self._say("Undercut: stopped before it was ready.")
        except embedded.PortTaken as taken:
            raise CommandError(f"Port {taken} is in use. Choose another: PORT=8001 make run") from taken

    def _run(self, *, with_demo: bool) -> None:
        began = time.monotonic()
        url = f"http://127.0.0.1:{settings.PORT}"
        library = f"SQLite {sqlite.VERSION}, {sqlite.WAY}" if settings.EMBEDDED else connection.vendor
        self._say(f"Undercut: database {connection.settings_dict['NAME']} ({library})")
        call_command("migrate", interactive=False, verbosity=0)
        if with_demo:
            self._seed(url)
        self._say("Undercut: starting worker, house players and server ...")

        def ready() -> None:
            embedded.announce(url)
            self._say(f"Undercut: ready at {url}/ after {time.monotonic() - began:.1f} s. Ctrl-C stops it.")

        connection.close()
        with embedded.background(), embedded.house_players(url):
            if not embedded.serve(port=settings.PORT, on_ready=ready):
                raise CommandError("The server did not start; the reason stands above.")
        self._say("Undercut: stopped.")

    def _seed(self, url: str) -> None:
        login = demo.seed()
        if login is None:
            return
        self._say(
            "\nThis is a fresh site with a demo club. The organiser signs in once with:\n"
            f"    address   {url}/accounts/login/\n    name      {login.username}\n    password  {login.password}\n"
            "Keep the password: it is shown only now (manage.py changepassword makes a new one).\n"
        )

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
