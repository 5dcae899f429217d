"""Wiring of due work."""

from django.apps import AppConfig


class DueworkConfig(AppConfig):
    name = "duework"

    def ready(self) -> None:
        """Register the nightly work."""
        from duework import services

        services.every_night(services.OLD_WORK, services.old_work_due, hour=services.OLD_WORK_HOUR)
