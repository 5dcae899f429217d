"""Wiring of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Connect the signal of finished tables, and register the handlers of due work."""
        from duework import services as duework
        from tournaments import receivers
        from tournaments.ladders.services import challenges
        from tournaments.rounds.services import jobs, league_matches, running, timing

        assert receivers
        for module in (running, timing, league_matches, challenges):
            for kind, handler in module.HANDLERS.items():
                duework.register(kind, handler)
        for kind, handler in jobs.HANDLERS.items():
            duework.register(kind, handler, aside=True)
