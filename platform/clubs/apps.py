"""Wiring of clubs."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        """Say what clubs know about people, and name the work of the night."""
        from accounts.own_data import parts
        from clubs import own_data, services
        from duework import services as duework

        parts.register(own_data.PART)
        duework.every_night(services.OLD_INVITATIONS, services.old_invitations_due, hour=services.OLD_INVITATIONS_HOUR)
