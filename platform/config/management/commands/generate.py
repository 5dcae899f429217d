"""`manage.py generate`: write the parts of docs/ that are generated from the code, and the joined sheets."""

from typing import Any

from django.core.management.base import BaseCommand

from config.commands import documents


class Command(BaseCommand):
    help = "Write the API schema and the tables of docs/ that are made from the code, and join stylesheets."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the stale files and print their names."""
        for name in documents.generate():
            self.stdout.write(f"written: {name}")
