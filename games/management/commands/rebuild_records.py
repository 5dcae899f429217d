"""`manage.py rebuild_records [--check]`: compute the records again from the archive. The result is the same each
time."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.live.finished import tallies


class Command(BaseCommand):
    help = "Fold all finished sittings into the players' records again, or compare the stored ones with such a fold."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option --check."""
        parser.add_argument("--check", action="store_true", help="change nothing, fail where the numbers differ")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line. With --check, print the first differences, one a line, and fail if there are any."""
        if not options["check"]:
            self.stdout.write(f"{tallies.rebuild()} tallies")
            return
        found = list(tallies.differences())
        for difference in found[:20]:
            self.stdout.write(difference)
        if found:
            raise CommandError(f"{len(found)} differences; rebuild_records without --check repairs them")
        self.stdout.write("the numbers are the same")
