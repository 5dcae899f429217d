"""The configuration of the app accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Connect the signals of accounts, and register the nightly work."""
        from accounts import receivers, services
        from duework import services as duework

        receivers.connect()
        duework.delete_every_night(services.OLD_SESSIONS, services.forget_old_sessions, hour=services.OLD_SESSIONS_HOUR)
        duework.delete_every_night(services.OLD_ACTS, services.forget_old_acts, hour=services.OLD_ACTS_HOUR)
