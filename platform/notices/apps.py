"""The configuration of the app notices."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        """Register the work that sends notices, the nightly deletions, and own data."""
        from accounts.own_data import parts
        from duework import services as duework
        from notices import own_data, receivers  # noqa: F401  (the receivers connect themselves)
        from notices.services import forgetting, sending

        parts.register(own_data.PART)
        for kind, handler in sending.HANDLERS.items():
            duework.register(kind, handler, aside=True)
        duework.delete_every_night(
            forgetting.OLD_NOTICES, forgetting.forget_old_notices, hour=forgetting.OLD_NOTICES_HOUR
        )
