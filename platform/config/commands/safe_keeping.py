"""What the commands `backup`, `restore` and `move_database` share: the check that the site is stopped, passphrases,
other databases, and the checks afterwards."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from getpass import getpass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError, OutputWrapper
from django.db import connections

from config.commands import embedded
from config.environment import keys, sqlite, variables

SQLITE = "sqlite"  # the name of the database in the data folder
QUICK = 500  # tables whose logs are folded again at once; more take minutes
Say = Callable[[str], None]
Asked = Callable[[], str | None]


@contextmanager
def alone() -> Iterator[None]:
    """Lock the data folder during the block; raises CommandError if the site is running on it."""
    try:
        with embedded.data_folder_lock():
            yield
    except embedded.AlreadyRunning as running:
        raise CommandError("Undercut runs on this data folder: stop it first.") from running


@contextmanager
def plain_words(*errors: type[Exception]) -> Iterator[None]:
    """Turn errors of these kinds, and impossible settings, into a CommandError of one sentence."""
    expected: tuple[type[Exception], ...] = (ImproperlyConfigured, *errors)
    try:
        yield
    except expected as problem:
        raise CommandError(str(problem)) from problem


def saying(out: OutputWrapper) -> Say:
    """A function that prints a line at once. It ignores an empty line, which only says that the work goes on."""

    def say(line: str) -> None:
        if line:
            out.write(line)
            out.flush()

    return say


def add_passphrase(parser: ArgumentParser) -> None:
    """Add the option that names the file of the passphrase. The passphrase itself is never on the command line, which
    others on this computer can read."""
    parser.add_argument("--passphrase-file", type=Path, metavar="FILE", help="its first line is the passphrase")


def named_passphrase(file: Path | None) -> str | None:
    """The passphrase in this file, else that of the settings; None without either."""
    if file is not None:
        return variables.passphrase_of(file, "--passphrase-file")
    return settings.BACKUP_PASSPHRASE or None


def new_passphrase() -> str:
    """Ask for a new passphrase, twice."""
    if not sys.stdin.isatty():
        raise CommandError("There is nobody to ask for the passphrase: use --passphrase-file.")
    typed = variables.require_passphrase(getpass("Passphrase: "), "Passphrase")
    if getpass("Once more: ") != typed:
        raise CommandError("The two passphrases differ.")
    return typed


def asked_passphrase(file: Path | None) -> Asked:
    """A function that gives the passphrase of a backup: from the file or the settings, else typed. It asks only once,
    and only when it is called."""

    @cache
    def asked() -> str | None:
        named = named_passphrase(file)
        return named or (getpass("Passphrase of the backup: ") if sys.stdin.isatty() else None)

    return asked


def other_database(name: str) -> dict[str, Any]:
    """Django's settings for another database: `sqlite`, which is in the data folder, or the address of a PostgreSQL
    database."""
    usual = {**connections["default"].settings_dict, "USER": "", "PASSWORD": "", "HOST": "", "PORT": ""}
    if name == SQLITE:
        path = keys.private_file(settings.DATA_DIR / "undercut.sqlite3")
        return {**usual, "ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": sqlite.OPTIONS}
    if not name.startswith(("postgres://", "postgresql://")):
        raise CommandError("--to is `sqlite` or an address such as postgres://user:password@host:5432/name.")
    return usual | variables.database(name)


def verify(say: Say, database: str | None = None) -> None:
    """Run `verify_site` in a process of its own, which reads the site's keys again. `database` is the address of the
    database if the environment names another one. Raises CommandError if something is wrong."""
    env = {**os.environ, "UNDERCUT_DATA": str(settings.DATA_DIR), "REDIS_URL": ""}  # nothing is told to anybody
    env |= {} if database is None else {"DATABASE_URL": "" if database == SQLITE else database}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "verify_site", "--most", str(QUICK)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    say(done.stdout.strip())
    if done.returncode:
        raise CommandError(f"All rows are there, but not as they should be: {done.stderr.strip()}")
