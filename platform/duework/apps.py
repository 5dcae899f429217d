"""Wiring of work that time starts."""

from django.apps import AppConfig


class DueworkConfig(AppConfig):
    name = "duework"

    def ready(self) -> None:
        """Name the work of the night."""
        from duework import services

        services.every_night(services.OLD_WORK, services.old_work_due, hour=services.OLD_WORK_HOUR)
