"""Wiring of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Register own data and the handlers of due work: matches left by lost tasks, lists to publish, the night."""
        from accounts.own_data import parts
        from duework import services as duework
        from notices import kinds
        from ratings import own_data, services
        from ratings.services import list_notices

        duework.register_together("ratings.rate", services.rate_due)
        duework.register("ratings.publish", services.publish_due)
        duework.register("ratings.night", services.night_due)
        parts.register(own_data.PART)
        kinds.register(list_notices.KINDS, list_notices.TEXTS)
