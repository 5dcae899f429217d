"""`manage.py store_schema`: keep the schema of this release, so that later releases are tested on it."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.commands import stored_schema


class Command(BaseCommand):
    help = "Write the schema of this database to tests/data/schemas/, as that of the version that runs."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it and name the file."""
        self.stdout.write(f"written: {stored_schema.store(connection)}")
