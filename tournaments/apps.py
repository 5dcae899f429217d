"""The configuration of the app tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Connect the signal of finished tables, and register the handlers of due work, own data, notices, merging."""
        from accounts.own_data import parts
        from duework import services as duework
        from notices import kinds
        from tournaments import own_data, receivers
        from tournaments.event.services import notice_texts
        from tournaments.ladders.services import challenges
        from tournaments.merging.services import claims, merging
        from tournaments.open_events.services import arenas, hourly, sit_and_gos
        from tournaments.rounds.services import jobs, league_matches, running, timing
        from tournaments.seasons.services import moving

        assert receivers
        parts.register(own_data.PART)
        kinds.register(notice_texts.KINDS, notice_texts.TEXTS)
        merging.register(moving.move_person)
        for module in (running, timing, league_matches, challenges):
            for kind, handler in module.HANDLERS.items():
                duework.register(kind, handler)
        for kind, handler in jobs.HANDLERS.items():
            duework.register(kind, handler, aside=True)
        duework.every_hour(hourly.HOURLY, hourly.open_hour)
        duework.delete_every_night(claims.OLD_CLAIMS, claims.forget_old_claims, hour=claims.OLD_CLAIMS_HOUR)
        duework.delete_every_night(arenas.OLD_ARENAS, arenas.forget_old_arenas, hour=arenas.OLD_ARENAS_HOUR)
        duework.delete_every_night(sit_and_gos.OLD, sit_and_gos.forget_old, hour=sit_and_gos.OLD_HOUR)
