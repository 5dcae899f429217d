"""`manage.py tournament_load FILE`: the tournament of a dump, all of it or nothing."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.errors import Refusal
from tournaments.exchange.services import loading


class Command(BaseCommand):
    help = "Load a tournament that `tournament_dump` wrote; its club and people are created if they are missing."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and whether to look only."""
        parser.add_argument("file")
        parser.add_argument("--dry-run", action="store_true", help="say what it holds and change nothing")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        """Load it, or name the place in the file that prevents it."""
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            report = loading.load_tournament(data=data, now=timezone.now(), dry_run=options["dry_run"])
        except OSError as bad:
            raise CommandError(f"{file}: {bad.strerror}") from bad
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        said = ", ".join(f"{count} {name}" for name, count in report.counts)
        self.stdout.write(f"{report.name} ({report.club}): {said}; {report.new_people} new people")
        if report.elsewhere:
            self.stdout.write(f"{report.elsewhere} matches at live tables: their deals stay where they were played")
        self.stdout.write("Nothing was changed." if options["dry_run"] else "Loaded.")
