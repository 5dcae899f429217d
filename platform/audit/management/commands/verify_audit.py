"""`manage.py verify_audit`: does the audit chain hold?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from audit import services
from audit.models import AuditEntry


class Command(BaseCommand):
    help = "Check the audit chain from its first entry to its last."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of entries; fail with the first one that does not fit."""
        broken = services.first_broken()
        if broken is not None:
            raise CommandError(
                f"entry {broken.pk} ({broken.action}, {broken.at:%Y-%m-%d %H:%M}) does not follow the one before"
            )
        self.stdout.write(f"{AuditEntry.objects.count()} entries, the chain holds")
