"""`manage.py migrate`: migrate, and then compare the tables with those of this version."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from keeping.tables import differences


class Command(migrate.Command):
    """Django's command. At the end it refuses a database that was made by other migrations of the same names."""

    def check(self, *args: Any, **options: Any) -> None:
        """Run Django's checks without that of the tables, which do not exist yet."""
        with differences.migrating():
            super().check(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then compare, unless only a part or a plan was asked for. Raises CommandError where tables stand
        that no migration made."""
        if differences.lacks_history(connections[options["database"]]):
            raise CommandError(differences.NO_HISTORY)
        super().handle(*args, **options)
        if options["app_label"] or options["plan"] or options["prune"]:
            return
        if (wrong := differences.problem(connections[options["database"]])) is not None:
            raise CommandError(wrong)
