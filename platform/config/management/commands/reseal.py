"""`manage.py reseal`: seal everything under the present seal key, before an older one is thrown away."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from keeping.services import resealing


class Command(BaseCommand):
    help = "Seal everything that an older key of UNDERCUT_SEAL_KEY_FALLBACKS has sealed under UNDERCUT_SEAL_KEY."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the choice to look only."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail if an older key is needed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say by kind how much is sealed under which key; fail where something is left that needs another one."""
        found = resealing.reseal(only_look=options["check"])
        done = "need an older key" if options["check"] else "sealed anew"
        for kind, one in found.items():
            self.stdout.write(f"{kind}: {one.current:,} under this key, {one.older:,} {done}, {one.lost:,} lost")
        if any(one.lost for one in found.values()):
            raise CommandError("Something opens with no key: name the older key in UNDERCUT_SEAL_KEY_FALLBACKS.")
        if options["check"] and any(one.older for one in found.values()):
            raise CommandError("An older key is still needed: run `manage.py reseal`.")
