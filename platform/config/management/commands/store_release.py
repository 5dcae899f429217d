"""`manage.py store_release`: store a small database of this release, so that later releases can be tried on it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone

from config.commands import safe_keeping, stored_release
from keeping import form


class Command(BaseCommand):
    help = "Write this small database to tests/data/released/, as one of the version that runs (docs/releasing.md)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write its files and print their names."""
        folder = settings.BASE_DIR / stored_release.FOLDER
        with safe_keeping.plain_words(form.KeepingError, stored_release.NotSmall):
            tell = safe_keeping.saying(self.stdout)
            for path in stored_release.store(connection, folder, now=timezone.now(), tell=tell):
                self.stdout.write(f"written: {path}")
