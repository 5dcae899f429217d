"""Wiring of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Register the handlers of due work: matches left by lost tasks, lists to publish, the nightly work."""
        from duework import services as duework
        from ratings import services

        duework.register_together("ratings.rate", services.rate_due)
        duework.register("ratings.publish", services.publish_due)
        duework.register("ratings.night", services.night_due)
