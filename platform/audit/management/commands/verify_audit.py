"""`manage.py verify_audit`: check that the audit chain is intact and that its end was not cut off."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from audit import services
from audit.models import AuditEntry


class Command(BaseCommand):
    help = "Check the audit chain from its first entry to its last, and that no entry noted outside of it is gone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file with a copy of the noted heads that was kept elsewhere."""
        parser.add_argument("--heads", type=Path, help="noted heads of the chain (default: those in the data folder)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of entries; fail at the first bad one."""
        broken = services.first_broken()
        if broken is not None:
            raise CommandError(
                f"entry {broken.pk} ({broken.action}, {broken.at:%Y-%m-%d %H:%M}) does not follow the one before"
            )
        heads = self._heads(options["heads"])
        try:
            missing = services.first_missing(heads)
        except ValueError as bad:
            raise CommandError(f"the noted heads cannot be read: {bad}") from bad
        if missing is not None:
            raise CommandError(
                f"entry {missing['entry']} was the last one on {missing['at']} and is not there: the end of the log "
                "was cut off, or the log replaced"
            )
        self.stdout.write(f"{AuditEntry.objects.count()} entries, the chain holds; {len(heads)} noted heads are in it")

    def _heads(self, named: Path | None) -> list[str]:
        path = named or services.heads_file()
        if named is None and not path.exists():
            return []
        try:
            return path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as bad:
            raise CommandError(f"{path} cannot be read: {bad}") from bad
