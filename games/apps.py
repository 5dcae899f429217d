"""Wiring of games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Name the handlers of long work, and the work of the night; hear who signs out."""
        from django.core import checks

        from accounts.own_data import parts
        from duework import services as duework
        from games import own_data, receivers, services
        from games.live.store import soundness
        from games.services import challenges, seeks, turns
        from notices import kinds

        assert receivers
        parts.register(own_data.PART)
        kinds.register(challenges.KINDS, (*challenges.TEXTS, *seeks.TEXTS))
        kinds.register(turns.KINDS, turns.TEXTS)
        duework.register(turns.TURNS, turns.turns_due)
        checks.register(soundness.seal_key_check, checks.Tags.database)
        for kind, handler in services.LONG_HANDLERS.items():
            duework.register(kind, handler, aside=True)
        duework.register(services.DAILY_END, services.daily_end_due)
        duework.every_night(services.PROBLEM, services.problem_due, hour=services.PROBLEM_HOUR)
        duework.every_night(services.KIND, services.fair_deals_due, hour=services.HOUR)
        duework.every_night(services.LOGS, services.soundness_due, hour=services.LOGS_HOUR)
        duework.delete_every_night(services.OLD_TALK, services.forget_old_talk, hour=services.OLD_TALK_HOUR)
        duework.delete_every_night(services.OLD_GUESTS, services.forget_old_guests, hour=services.OLD_GUESTS_HOUR)
        duework.delete_every_night(services.OLD_SEEKS, services.forget_old_seeks, hour=services.OLD_SEEKS_HOUR)
        kind, hour = services.OLD_CHALLENGES, services.OLD_CHALLENGES_HOUR
        duework.delete_every_night(kind, services.forget_old_challenges, hour=hour)
        kind, hour = services.OLD_PROCESSES, services.OLD_PROCESSES_HOUR
        duework.delete_every_night(kind, services.forget_old_processes, hour=hour)
