"""Wiring of ratings."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "ratings"

    def ready(self) -> None:
        """Name the handler of what a lost task left."""
        from duework import services as duework
        from ratings import services

        duework.register("ratings.rate", services.rate_due)
