"""`manage.py tournament_dump SLUG [FILE]`: a tournament with everything as one JSON file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.exchange.selectors import dump
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write a tournament with everything as JSON, to FILE or to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """The tournament's address, and the file."""
        parser.add_argument("slug")
        parser.add_argument("file", nargs="?", default="-")

    def handle(self, *args: Any, slug: str, file: str, **options: Any) -> None:
        """Dump it."""
        tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament with the address “{slug}”.")
        text = dump.dump_text(tournament)
        if file == "-":
            self.stdout.write(text, ending="")
            return
        Path(file).write_text(text, encoding="utf-8")
        self.stderr.write(f"{tournament.name}: {len(text.encode()):,} bytes in {file}")
