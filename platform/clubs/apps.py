"""Wiring of clubs."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        """Say what clubs know about people."""
        from accounts.own_data import parts
        from clubs import own_data

        parts.register(own_data.PART)
