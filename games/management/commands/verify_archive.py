"""`manage.py verify_archive`: check that every table agrees with its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Table
from games.services.archive import soundness


class Command(BaseCommand):
    help = "Fold the log of every table again and compare it with its snapshot, its deals and its result."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line; if there are faults, print each on its own line and fail."""
        found = list(soundness.verify_archive())
        for table, fault in found:
            self.stdout.write(f"table {table}: {fault}")
        if found:
            raise CommandError(f"{len({table for table, _ in found})} tables are not what their logs say")
        self.stdout.write(f"{Table.objects.count()} tables are what their logs say")
