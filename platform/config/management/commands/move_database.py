"""`manage.py move_database --to DATABASE`: move the site from SQLite to PostgreSQL, or back."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.commands import safe_keeping
from duework import services as duework
from keeping import form
from keeping.services import moving

STANDS_STILL = 30.0  # seconds without a sweep


class Command(BaseCommand):
    help = "Copy every row of the site to an empty database, while the site stands still. docs/backup.md says more."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the database to move to."""
        to = "`sqlite` (the database in the data folder) or postgres://user:password@host:5432/name"
        parser.add_argument("--to", required=True, metavar="DATABASE", help=to)

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy all rows, compare them, and check the new site; the old database stays as it is."""
        to, say = options["to"], safe_keeping.saying(self.stdout)
        if to == safe_keeping.SQLITE and settings.EMBEDDED:
            raise CommandError("The site is on SQLite: set DATABASE_URL to the database that it is to leave.")
        with safe_keeping.plain_words(form.KeepingError), safe_keeping.alone():
            self._check_stillness()
            count = moving.move(to=safe_keeping.other_database(to), tell=say)
            say(f"{count:,} rows are in the other database, and every one is as it was.")
            safe_keeping.verify(say, to)
        way = "unset DATABASE_URL" if to == safe_keeping.SQLITE else "set DATABASE_URL to its address"
        say(f"To use it from now on, {way}, and keep the old database until all is well.")

    def _check_stillness(self) -> None:
        since = None if settings.EMBEDDED else duework.seconds_since_beat("sweep", now=timezone.now())
        if since is not None and since < STANDS_STILL:
            raise CommandError("The worker of the site was heard a moment ago: stop the site, wait half a minute.")
