"""`manage.py public_dump`: write the public dump now; it is also written every night."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from pages import services
from pages.selectors import dump_files


class Command(BaseCommand):
    help = "Write everything public to a dated folder of the data folder, with checksums (docs/public-dump.md)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each file; fail while another dump is being made."""
        try:
            made = services.write_dump(now=timezone.now())
        except services.Busy as busy:
            raise CommandError(str(busy)) from busy
        for file in made.files:
            self.stdout.write(f"{file['sha256']}  {file['name']}  {file['lines']} lines, {file['bytes']} bytes")
        self.stdout.write(str(dump_files.dumps_folder() / made.name))
