"""Wiring of keeping."""

from django.apps import AppConfig


class KeepingConfig(AppConfig):
    name = "keeping"

    def ready(self) -> None:
        """Name the work of the night: a backup, before the other work begins."""
        from duework import services as duework
        from keeping import services

        duework.every_night(services.BACKUP, services.night_due, hour=1)
