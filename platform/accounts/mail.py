"""Mail of the site: whether it is configured, and what happens when the mail server is down."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from smtplib import SMTPDataError, SMTPRecipientsRefused

from django.conf import settings
from django.core import mail

logger = logging.getLogger(__name__)
FOR_GOOD = 500  # such answers of a mail server stay, lower ones may pass


class MailFailed(Exception):
    """A mail did not go out; the text says where and why."""


class MailRefused(MailFailed):
    """The server answered, but does not accept this mail or its address; `is_for_good`: it never will (RFC 5321,
    4.2.1)."""

    def __init__(self, said: str, *, is_for_good: bool) -> None:
        super().__init__(said)
        self.is_for_good = is_for_good


def is_configured() -> bool:
    """Does this site send mail at all?"""
    return bool(settings.MAIL_IS_CONFIGURED)


def send(*, to: str, subject: str, text: str) -> None:
    """Send one mail. Raises MailFailed when the server is away, MailRefused when it refuses this mail."""
    message = mail.EmailMessage(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}", text, to=[to])
    with sending():
        message.send()


@contextmanager
def sending() -> Iterator[None]:
    """Turn errors of the mail server in this block into a log line and MailFailed."""
    try:
        yield
    except OSError as fault:  # every error of smtplib, of the connection and of TLS is an OSError
        where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        logger.error("a mail was not sent by %s: %s: %s", where, type(fault).__name__, fault)
        said = f"{where}: {type(fault).__name__}: {fault}"
        codes = _answers(fault)
        if codes:
            raise MailRefused(said, is_for_good=min(codes) >= FOR_GOOD) from fault
        raise MailFailed(said) from fault


def _answers(fault: OSError) -> list[int]:
    """The server's answers to one mail; none if it is away or refuses the site."""
    if isinstance(fault, SMTPRecipientsRefused):
        return [code for code, _words in fault.recipients.values()]
    return [fault.smtp_code] if isinstance(fault, SMTPDataError) else []
