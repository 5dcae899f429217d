"""Wiring of keeping."""

from django.apps import AppConfig


class KeepingConfig(AppConfig):
    name = "keeping"

    def ready(self) -> None:
        """Register the nightly backup, which runs before the other work of the night."""
        from duework import services as duework
        from keeping.services import nights

        duework.every_night(nights.BACKUP, nights.night_due, hour=1)
