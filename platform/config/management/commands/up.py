"""`manage.py up`: run the whole site in one process, with nothing to install besides Python."""

import io
import os
import time
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from config import static_files
from config.commands import demo, embedded
from config.environment import hall, sqlite, variables


class Command(BaseCommand):
    help = "Start Undercut: database, worker, beat, house players and server. Ctrl-C stops all of it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add two options: phones in the hall, and a site without the demo club."""
        parser.add_argument(
            "--lan",
            nargs="?",
            const="1",
            metavar="ADDRESS",
            help="let phones on the same network in, as LAN=1 does (manage.py reads it); ADDRESS: this computer's "
            "address that they open, where it has several",
        )
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, **options: Any) -> None:
        """Lock, migrate, collect files, seed, start, serve, stop."""
        if settings.REDIS_URL:
            raise CommandError(
                "`up` is the whole site in one process. With REDIS_URL start web, worker, beat and house as "
                "docker-compose.yml does."
            )
        os.umask(0o077)  # files that this process writes into the data folder are readable by their owner only
        embedded.stop_cleanly()
        try:
            with embedded.data_folder_lock():
                self._check_address()
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
        except embedded.WrongHost as wrong:
            raise CommandError(f"HOST={wrong} is not an address of this computer. {_choices()}") from wrong

    def _check_address(self) -> None:
        """Refuse a bad HOST, or a hall without a network, before anything is started."""
        named = variables.text("HOST")
        if named and not hall.is_ipv4(named):
            self._say(f"Undercut: HOST={named} is not an IPv4 address and is ignored. {_choices()}")
        if settings.HOST == hall.EVERYWHERE and not settings.HALL:
            raise CommandError("No network found. Join the Wi-Fi of the hall first, or start without LAN=1.")
        if settings.HOST == hall.EVERYWHERE and settings.LAN_ADDRESS not in ("", *settings.HALL):
            raise CommandError(
                f"LAN={settings.LAN_ADDRESS} is not an address of this computer. Its addresses: "
                f"{_commands('LAN', settings.HALL)}"
            )
        embedded.require_free_port(settings.HOST, settings.PORT)

    def _run(self, *, with_demo: bool) -> None:
        began = time.monotonic()
        host = "127.0.0.1" if settings.HOST == hall.EVERYWHERE else settings.HOST
        here, site = f"http://{host}:{settings.PORT}", settings.SITE_ORIGINS[0]
        library = f"SQLite {sqlite.VERSION}, {sqlite.WAY}" if settings.EMBEDDED else connection.vendor
        self._say(f"Undercut: database {connection.settings_dict['NAME']} ({library})")
        call_command("migrate", interactive=False, verbosity=0)
        if settings.COLLECTS_AT_START and settings.STATIC_ROOT:
            static_files.collect(settings.STATIC_ROOT)
        if with_demo:
            self._seed(site)
        self._say("Undercut: starting worker, house players and server ...")

        def ready() -> None:
            before = embedded.last_address()
            embedded.announce(here, site if settings.HALL else "")
            self._say(f"Undercut: ready at {site}/ after {time.monotonic() - began:.1f} s. Ctrl-C stops it.")
            if settings.HALL:
                self._invite_phones(site)
                if before not in ("", site):
                    self._say(_moved(before, site))
            else:
                self._say("Only this computer can open it. For phones on the same Wi-Fi: LAN=1 make run")

        connection.close()
        with embedded.background(), embedded.house_players(here):
            if not embedded.serve(host=settings.HOST, port=settings.PORT, on_ready=ready):
                raise CommandError("The server did not start; see the reason above.")
        self._say("Undercut: stopped.")

    def _invite_phones(self, site: str) -> None:
        """Print the site's address as a QR code, who can use it, and possible obstacles for phones."""
        self._say(_in_white_on_black(_code(f"{site}/")) if self.stdout.isatty() else _code(f"{site}/"))
        others = [address for address in settings.HALL if address not in site]
        self._say(
            f"Phones on the same network scan the code or open {site}/"
            f"{f' (here: http://127.0.0.1:{settings.PORT}/)' if settings.HOST == hall.EVERYWHERE else ''}\n"
            f"If a phone finds nothing:\n"
            f"  - allow port {settings.PORT} in this computer's firewall (macOS and Windows ask at the first start; "
            f"on Linux: sudo ufw allow {settings.PORT}/tcp);\n"
            f"  - use a Wi-Fi that lets its devices see each other: guest networks often do not."
        )
        if others:
            self._say(f"  - this computer has other addresses, too: {_commands('LAN', others)}")
        self._say("Everybody on this network can open the site, and its connections are not encrypted.")

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


def _choices() -> str:
    """The allowed values of HOST on this computer."""
    return f"Its addresses: {_commands('HOST', [*hall.addresses(hall.EVERYWHERE), '127.0.0.1'])}"


def _commands(name: str, addresses: list[str]) -> str:
    return ", ".join(f"{name}={address}" for address in addresses)


def _code(address: str) -> str:
    """An address as a QR code of block characters."""
    code = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out=code, compact=True)
    return code.getvalue()


def _in_white_on_black(code: str) -> str:
    """The code in these colours whatever the terminal's are: some phones cannot read a code with exchanged colours."""
    return "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in code.splitlines())


def _moved(before: str, site: str) -> str:
    """What the user has to know if the address is not that of the last time."""
    return (
        f"\nThe address has changed: until now it was {before}/\n"
        f"Slips, posters and hall screens of before name the old one. What to do:\n"
        f"  - slips: print them again, or let players open {site}/s/ and type the table and the six letters of their "
        f"slip, which still hold;\n"
        f"  - hall screens: open them again from the page Hall screens; posters: print them again."
    )
