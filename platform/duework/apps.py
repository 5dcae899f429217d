"""The configuration of the app duework."""

from django.apps import AppConfig


class DueworkConfig(AppConfig):
    name = "duework"

    def ready(self) -> None:
        """Register the nightly work."""
        from duework import services

        services.delete_every_night(services.OLD_WORK, services.forget_old_work, hour=services.OLD_WORK_HOUR)
