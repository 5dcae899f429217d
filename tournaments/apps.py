"""Wiring of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Hear of finished tables, and name the handlers of what time starts."""
        from duework import services as duework
        from tournaments import receivers, services

        assert receivers
        for kind, handler in services.HANDLERS.items():
            duework.register(kind, handler)
        for kind, handler in services.LONG_HANDLERS.items():
            duework.register(kind, handler, aside=True)
