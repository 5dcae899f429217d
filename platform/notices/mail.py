"""The mail of a site without a mail server: stored as rows, for its staff to read."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from notices.models import KeptMail

MOST_KEPT = 1000


class Kept(BaseEmailBackend):
    """A mail backend that stores mails instead of sending them; the latest thousand."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store these mails; returns their number."""
        now = timezone.now()
        made = KeptMail.objects.bulk_create(
            KeptMail(
                to=", ".join(one.recipients())[:320],
                sender=str(one.from_email)[:320],
                subject=str(one.subject)[:300],
                text=str(one.body),
                headers={name: str(value) for name, value in one.extra_headers.items()},
                at=now,
            )
            for one in email_messages
        )
        for last in KeptMail.objects.order_by("-pk").values_list("pk", flat=True)[MOST_KEPT : MOST_KEPT + 1]:
            KeptMail.objects.filter(pk__lte=last).delete()
        return len(made)
