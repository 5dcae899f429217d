"""Notices by mail: the message with its one-click unsubscription (RFC 8058), and the mail server's answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from email.utils import parseaddr
from smtplib import SMTP
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import mail
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend
from django.core.mail.message import sanitize_address
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.selectors import with_confirmed_address
from notices import kinds
from notices.kinds import Words
from notices.models import Delivery, Notice, Reader
from notices.selectors import choices
from notices.selectors.wording import worded
from notices.services import stopping
from notices.services.faults import Away, Delayed, Refused
from quotas import services as quotas
from quotas.acts import MAIL_STRANGER
from quotas.services import LimitReached

NO_ADDRESS, UNCONFIRMED = "no address", "the address is not confirmed"  # as it should be: nobody can mend that
OK, FORWARDED, FOR_GOOD = 250, 251, 500  # answers of a mail server (RFC 5321, 4.2)


class Mail:
    """An open connection to the mail server."""

    def __init__(self, line: Any) -> None:
        self.line = line

    def send(self, delivery: Delivery, now: datetime, take: Callable[[], bool]) -> None:
        """Send one mail. If the server refuses the recipient for good, the address is marked as bouncing."""
        user = delivery.notice.user
        reader = choices.reader_at_hand(user)
        to = choices.addresses_of([user], {user.pk: reader}).get(user.pk)
        if to is None:
            raise Refused(NO_ADDRESS)
        is_confirmed = bool(with_confirmed_address([user]))
        in_general = "" if is_confirmed else _in_general(delivery.notice, to, now)
        try:
            self._hand_over(message_of(delivery.notice, reader, to, in_general), to, reader, now, take)
        except Delayed:
            if not is_confirmed:
                quotas.give_back(MAIL_STRANGER, now=now, address=to)
            raise

    def _hand_over(
        self, message: mail.EmailMessage, to: str, reader: Reader, now: datetime, take: Callable[[], bool]
    ) -> None:
        if not isinstance(self.line, SmtpBackend):
            if take():
                self.line.send_messages([message])
            return
        line = self.line.connection
        assert line is not None
        self._announce(line, message, to, reader, now)
        if not take():
            line.rset()
            return
        code, words = line.data(message.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]  # the stubs lack it
        if code != OK:
            raise _fault(code, words)

    def _announce(self, line: SMTP, message: mail.EmailMessage, to: str, reader: Reader, now: datetime) -> None:
        """Name sender and recipient to the server; no mail is handed over yet."""
        try:
            line.ehlo_or_helo_if_needed()
            code, words = line.mail(sanitize_address(message.from_email, "utf-8"))
            if code != OK:  # the server does not like this site, whoever the mail is for
                raise Away(f"{code} {_plain(words)}")
            code, words = line.rcpt(sanitize_address(to, "utf-8"))
        except OSError as fault:  # every error of smtplib, of the connection and of TLS is an OSError
            raise Away(f"{type(fault).__name__}: {fault}") from fault
        if code not in (OK, FORWARDED):
            line.rset()
            if code >= FOR_GOOD:
                facts = {"bounced": to, "bounced_words": f"{code} {_plain(words)}"[:300], "bounced_at": now}
                Reader.objects.update_or_create(user=reader.user, defaults=facts)
            raise _fault(code, words)


def _fault(code: int, words: bytes | str) -> Exception:
    """The fault that a refusing answer means: 5xx is for good, 4xx may pass (RFC 5321, 4.2.1)."""
    said = f"{code} {_plain(words)}"[:300]
    return Refused(said) if code >= FOR_GOOD else Delayed(said)


def _plain(words: bytes | str) -> str:
    text = words.decode(errors="replace") if isinstance(words, bytes) else str(words)
    return " ".join(text.split())


@contextmanager
def opened() -> Iterator[Mail]:
    """Open a connection to the mail server for several mails. Raises Away while the server is away or refuses the
    site."""
    line = mail.get_connection()
    try:
        line.open()
    except OSError as fault:  # every error of smtplib, of the connection and of TLS is an OSError
        where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
        raise Away(f"{where}: {type(fault).__name__}: {fault}") from fault
    try:
        yield Mail(line)
    finally:
        line.close()


def _in_general(notice: Notice, to: str, now: datetime) -> Words:
    """The words for an unconfirmed address, which gets only a few mails a day. Raises Refused."""
    kind = kinds.kind(notice.kind)
    if kind is None or not kind.in_general:
        raise Refused(UNCONFIRMED)
    try:
        quotas.take(MAIL_STRANGER, now=now, address=to)
    except LimitReached as reached:
        raise Refused(str(reached)) from reached
    return kind.in_general


def message_of(notice: Notice, reader: Reader, to: str, in_general: Words = "") -> mail.EmailMessage:
    """The mail with a notice, in the reader's language, with the link that stops this kind of mail by one click. With
    words `in_general` it contains nothing that people have written, and leads to the page that confirms the address."""
    site = settings.SITE_ORIGINS[0]
    with translation.override(choices.language_of(reader)):
        said = worded(notice, choices.zone_of(notice.user))
        title, says, link = said.title, said.says, notice.link
        if in_general:
            title, link = str(in_general), stopping.proof(notice.user, notice)
            says = _(
                "Somebody gave this address to a card club. To read what it is about, and to have further mail from it,"
                " confirm that the address is yours. If it is not about you, do nothing."
            )
        stop = f"{site}{stopping.link(notice.user, notice.kind)}"
        lines = [
            says,
            f"{site}{link}",
            "-- ",
            _("You get this mail because you want mail about “%(kind)s”.") % {"kind": said.kind},
            f"{_('Stop these mails:')} {stop}",
            f"{_('All my settings:')} {site}{reverse('notices:settings')}",
        ]
        subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{' '.join(title.split())}"
    headers = {
        "Message-ID": f"<notice-{notice.public_id}@{_host()}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    text = "{}\n\n{}\n\n{}\n{}\n{}\n{}\n".format(*lines)
    return mail.EmailMessage(subject, text, to=[to], headers=headers)


def _host() -> str:
    """The host in the ids of our mails: that of the sender's address, else the site's."""
    at = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return at or urlsplit(settings.SITE_ORIGINS[0]).hostname or "localhost"
