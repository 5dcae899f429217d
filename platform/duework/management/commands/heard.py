"""`manage.py heard sweep`: has this part of the site reported lately that it runs? For health checks."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from duework import services


class Command(BaseCommand):
    help = "Fail unless the part of the site with this name (sweep, beat, house, backup) has reported lately."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the part, and how long its silence may last."""
        parser.add_argument("name", choices=["sweep", "beat", "house", "backup"])
        parser.add_argument("--within", type=float, default=30.0, help="seconds (30)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 0 if it has reported in time."""
        since = services.seconds_since_beat(options["name"], now=timezone.now())
        if since is None or since > options["within"]:
            raise CommandError(
                f"{options['name']}: " + ("never heard" if since is None else f"silent for {since:.0f} s")
            )
        self.stdout.write(f"{options['name']}: heard {since:.0f} s ago")
