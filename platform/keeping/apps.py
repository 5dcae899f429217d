"""The configuration of the app keeping."""

from django.apps import AppConfig


class KeepingConfig(AppConfig):
    name = "keeping"

    def ready(self) -> None:
        """Register the nightly backup, which runs before the other work of the night, and the check of the tables."""
        from django.core import checks

        from duework import services as duework
        from keeping.services import nights
        from keeping.tables import differences

        duework.every_night(nights.BACKUP, nights.night_due, hour=1)
        checks.register(differences.tables_check, checks.Tags.database)
