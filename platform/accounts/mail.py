"""Mail of the site: is it configured, and what happens when the mail server is down."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core import mail

logger = logging.getLogger(__name__)


class MailFailed(Exception):
    """A mail did not go out; the text says where and why."""


def is_configured() -> bool:
    """Does this site send mail at all?"""
    return bool(settings.MAIL_IS_CONFIGURED)


def send(*, to: str, subject: str, text: str) -> None:
    """Send one mail. Raises MailFailed when the server is away or refuses it."""
    message = mail.EmailMessage(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{subject}", text, to=[to])
    with sending():
        message.send()


@contextmanager
def sending() -> Iterator[None]:
    """Turn errors of the mail server in this block into a line of the log and MailFailed."""
    try:
        yield
    except OSError as fault:  # every error of smtplib, of the connection and of TLS is an OSError
        where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        logger.error("a mail was not sent by %s: %s: %s", where, type(fault).__name__, fault)
        raise MailFailed(f"{where}: {type(fault).__name__}: {fault}") from fault
