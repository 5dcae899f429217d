"""The configuration of the app ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Register the players' own data and the handlers of due work: matches left by lost tasks, lists to publish,
        nightly work."""
        from accounts.own_data import parts
        from duework import services as duework
        from notices import kinds
        from ratings import own_data
        from ratings.services import list_notices, lists, nightly
        from ratings.services.runs import folding

        duework.register_together("ratings.rate", folding.rate_due)
        duework.register("ratings.publish", lists.publish_due)
        duework.register("ratings.night", nightly.night_due)
        parts.register(own_data.PART)
        kinds.register(list_notices.KINDS, list_notices.TEXTS)
