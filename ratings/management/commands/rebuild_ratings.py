"""`manage.py rebuild_ratings [POOL ...] [--check]`: replay the archive. The numbers stay the same."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ratings.selectors import pools
from ratings.services.runs import folding


class Command(BaseCommand):
    help = "Replay finished matches from nothing into a fresh run, or compare the current run with such a replay."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the keys of the pools; without any, all pools are rebuilt."""
        parser.add_argument("pools", nargs="*", metavar="POOL")
        parser.add_argument("--check", action="store_true", help="change nothing, fail where the numbers differ")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line for each pool. Fail for an unknown pool and, with --check, for one whose numbers differ."""
        known = pools.pool_keys()
        if unknown := sorted(set(options["pools"]) - set(known)):
            raise CommandError(f"no pool {', '.join(unknown)}; there are: {', '.join(known) or 'none yet'}")
        wrong = [key for key in options["pools"] or known if not self._one(key, check=options["check"])]
        if wrong:
            raise CommandError(f"the numbers differ in {', '.join(wrong)}; rebuild_ratings without --check repairs it")

    def _one(self, key: str, *, check: bool) -> bool:
        if not check:
            run = folding.rebuild(pool=key)
            self.stdout.write(f"{key}: {run.matches} rated matches, digest {run.input_digest[:16]}")
            return True
        differences = folding.differences(pool=key)
        for difference in differences[:20]:
            self.stdout.write(f"{key}: {difference}")
        self.stdout.write(
            f"{key}: {len(differences)} differences" if differences else f"{key}: the numbers are the same"
        )
        return not differences
