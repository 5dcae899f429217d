"""Wiring of accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Name the work of the night."""
        from accounts import services
        from duework import services as duework

        duework.every_night(services.OLD_SESSIONS, services.old_sessions_due, hour=services.OLD_SESSIONS_HOUR)
