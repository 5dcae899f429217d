"""`manage.py verify_site`: check that the whole site is sound. A restore and a move run it at their end."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser, SystemCheckError

from games import selectors as games


class Command(BaseCommand):
    help = "Ask verify_audit, the check of the seal key and verify_archive, one after the other."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the largest number of tables whose logs are replayed; with more that takes minutes and is left out."""
        parser.add_argument("--most", type=int, metavar="N", help="with more tables leave out verify_archive")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run each check and print its result; fail if one of them fails."""
        tables, most = games.tables().count(), options["most"]
        is_quick = most is None or tables <= most
        asked = ["verify_audit", "check"] + (["verify_archive"] if is_quick else [])
        failed = [one for one in asked if not self._holds(one)]
        if not is_quick:
            self.stdout.write(f"{tables:,} tables are not checked yet: `manage.py verify_archive` takes a while.")
        if failed:
            raise CommandError(f"{', '.join(failed)} says that something is wrong.")

    def _holds(self, name: str) -> bool:
        options = {"databases": ["default"]} if name == "check" else {}
        try:
            call_command(name, stdout=self.stdout, stderr=self.stderr, **options)
        except (CommandError, SystemCheckError) as wrong:
            self.stdout.write(f"{name}: {wrong}")
            return False
        return True
