"""The configuration of the app clubs."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        """Register own data, the texts of notices, and the handlers of due work."""
        from accounts.own_data import parts
        from clubs import own_data, services
        from clubs.services import mailing, notice_texts, requests
        from duework import services as duework
        from notices import kinds

        parts.register(own_data.PART)
        kinds.register(notice_texts.KINDS, notice_texts.TEXTS)
        kind, hour = services.OLD_INVITATIONS, services.OLD_INVITATIONS_HOUR
        duework.delete_every_night(kind, services.forget_old_invitations, hour=hour)
        duework.delete_every_night(services.OLD_REQUESTS, requests.forget_old_requests, hour=hour)
        duework.register(mailing.MAIL_KIND, mailing.mail_due, aside=True)
