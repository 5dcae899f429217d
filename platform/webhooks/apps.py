"""The configuration of the app webhooks."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "webhooks"

    def ready(self) -> None:
        """Register the delivery, the deletion of old messages, and own data."""
        from accounts.own_data import parts
        from duework import services as duework
        from webhooks import own_data
        from webhooks.services import delivering, sending

        parts.register(own_data.PART)
        duework.register(delivering.DELIVER, delivering.do_deliver, aside=True)
        duework.delete_every_night(sending.OLD_MESSAGES, sending.forget_old_messages, hour=sending.OLD_MESSAGES_HOUR)
