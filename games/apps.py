"""The configuration of the app games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Register the handlers of due work and the nightly work, and listen for sign-outs."""
        from django.core import checks

        from accounts.own_data import parts
        from duework import services as duework
        from games import own_data, receivers
        from games.live.store import soundness
        from games.services import analyses, challenges, fair_deals, old_rows, seeks, talking, turns
        from games.services.archive import packing
        from games.services.archive import soundness as archive_soundness
        from games.services.daily import deals, problems
        from notices import kinds

        assert receivers
        parts.register(own_data.PART)
        kinds.register(challenges.KINDS, (*challenges.TEXTS, *seeks.TEXTS))
        kinds.register(turns.KINDS, turns.TEXTS)
        duework.register(turns.TURNS, turns.turns_due)
        checks.register(soundness.seal_key_check, checks.Tags.database)
        for kind, handler in analyses.LONG_HANDLERS.items():
            duework.register(kind, handler, aside=True)
        duework.register(deals.DAILY_END, deals.daily_end_due)
        duework.every_night(problems.PROBLEM, problems.problem_due, hour=problems.PROBLEM_HOUR)
        duework.every_night(fair_deals.KIND, fair_deals.fair_deals_due, hour=fair_deals.HOUR)
        duework.every_night(archive_soundness.LOGS, archive_soundness.soundness_due, hour=archive_soundness.LOGS_HOUR)
        duework.every_night(packing.PACKING, packing.packing_due, hour=packing.PACKING_HOUR)
        duework.delete_every_night(talking.OLD_TALK, talking.forget_old_talk, hour=talking.OLD_TALK_HOUR)
        duework.delete_every_night(old_rows.OLD_GUESTS, old_rows.forget_old_guests, hour=old_rows.OLD_GUESTS_HOUR)
        duework.delete_every_night(seeks.OLD_SEEKS, seeks.forget_old_seeks, hour=seeks.OLD_SEEKS_HOUR)
        kind, hour = challenges.OLD_CHALLENGES, challenges.OLD_CHALLENGES_HOUR
        duework.delete_every_night(kind, challenges.forget_old_challenges, hour=hour)
        kind, hour = old_rows.OLD_PROCESSES, old_rows.OLD_PROCESSES_HOUR
        duework.delete_every_night(kind, old_rows.forget_old_processes, hour=hour)
