"""The configuration of the app quotas."""

from django.apps import AppConfig


class QuotasConfig(AppConfig):
    name = "quotas"

    def ready(self) -> None:
        """Register the nightly work."""
        from duework import services as duework
        from quotas import services

        duework.delete_every_night(services.OLD_COUNTS, services.forget_old_counts, hour=services.OLD_COUNTS_HOUR)
