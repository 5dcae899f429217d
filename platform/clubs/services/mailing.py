"""Mail the links of invitations: one at once, or those of a list in portions. Each is taken by compare-and-set right
before it goes out, so no two processes send it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import mail
from accounts import selectors as accounts
from clubs import selectors
from clubs.models import Club, Invitation
from duework import services as duework
from duework.models import DueWork
from quotas import services as quotas
from quotas.acts import MAIL_INVITATION
from quotas.services import LimitReached

MAILS = 40  # at a time, and the next a minute later, so that a mail server takes them
MAIL_KIND = "clubs.mail_invitations"
NEXT, AGAIN = timedelta(minutes=1), timedelta(minutes=5)
TOO_OLD = timedelta(days=1)  # after this an address that the server does not take for now is tried no more


@dataclass(frozen=True, slots=True)
class Occasion:
    """The occasion of an invitation, once in full and once without any text that people have written."""

    full: str
    in_general: str


NO_OCCASION = Occasion("", "")


def mail_link(invitation: Invitation, now: datetime, why: Occasion = NO_OCCASION) -> None:
    """Mail the link in the active language, unless another process does so, or the club has mailed this address today.
    A club that the site's staff have not approved mails nobody whose address is not confirmed. Raises MailFailed if it
    did not go out; the invitation stands, and its link can be copied."""
    if not invitation.club.is_approved and not accounts.owners(invitation.email).exists():
        return
    before = invitation.mailed_at
    own = Invitation.objects.filter(pk=invitation.pk, accepted_at=None)
    try:
        with transaction.atomic():
            quotas.take(MAIL_INVITATION, now=now, address=invitation.email, club=invitation.club_id)
            is_ours = own.filter(mailed_at=before).update(mailed_at=now) == 1
    except LimitReached:
        return
    if not is_ours:
        return
    invitation.mailed_at = now
    try:
        subject, text = _words(invitation, why)
        mail.send(to=invitation.email, subject=subject, text=text)
    except mail.MailFailed:
        own.filter(mailed_at=now).update(mailed_at=before)
        quotas.give_back(MAIL_INVITATION, now=now, address=invitation.email, club=invitation.club_id)
        invitation.mailed_at = before
        raise


def _words(invitation: Invitation, why: Occasion) -> tuple[str, str]:
    """Subject and text of the mail. A mail to an unconfirmed address contains nothing that somebody wrote: neither the
    club's name nor the name of the invited person."""
    club = invitation.club
    said = {
        "name": invitation.name,
        "club": club.name,
        "link": f"{settings.SITE_ORIGINS[0]}{invitation.get_absolute_url()}",
        "day": date_format(invitation.expires_at.astimezone(ZoneInfo(club.timezone)), "DATE_FORMAT"),
    }
    if accounts.owners(invitation.email).exists():
        subject, occasion = _("An invitation to %(club)s"), why.full
        text = _(
            "%(name)s, the card club %(club)s invites you to become a member.\n\nOpen this link and sign in, or join"
            " the site first:\n\n%(link)s\n\nThe link is good once, until %(day)s. If you do not know the club, do"
            " nothing."
        )
    else:
        subject, occasion = _("An invitation to a card club"), why.in_general
        text = _(
            "A card club invites you to become a member. The link says which, and who invites you.\n\nOpen it and sign"
            " in, or join the site first:\n\n%(link)s\n\nThe link is good once, until %(day)s. If you expect no such"
            " invitation, do nothing."
        )
    return subject % said, "\n\n".join(part for part in (text % said, occasion) if part)


def plan_mails(club: Club, now: datetime) -> None:
    """Plan to mail the open invitations of a club that have not been mailed yet, in the active language."""
    _plan(club.pk, now, {"after": 0, "language": translation.get_language()})


def _plan(club: int, at: datetime, said: dict[str, Any]) -> None:
    key = f"{MAIL_KIND}:{club}:{at.timestamp():.6f}:{said['after']}"
    duework.plan(key=key, kind=MAIL_KIND, due_at=at, payload={"club": club, **said})


def mail_due(work: DueWork, now: datetime) -> None:
    """Handler of long work: mail the next open invitations of a club that have not been mailed, and plan the rest. If
    the server refuses one for good, its link stays for the club to pass on; one that it refuses for now is tried again
    with the next. Raises MailFailed while the server is away: then everything is tried again."""
    said: dict[str, Any] = {"again": [], "language": None, **work.payload}
    club = Club.objects.filter(pk=said["club"], closed_at=None).first()
    if club is None or not mail.is_configured():
        return
    waiting = selectors.open_invitations(club, now).filter(mailed_at=None).exclude(email="").order_by("pk")
    waiting = waiting.select_related("club")
    fresh = list(waiting.filter(pk__gt=said["after"])[:MAILS])
    once_more = list(waiting.filter(pk__in=said["again"][:MAILS], invited_at__gt=now - TOO_OLD))
    walking = duework.walk(work.key, now=now, through=(mail.MailFailed,))
    with translation.override(said["language"]), walking as walk:
        delayed = _mail(work, [*once_more, *fresh], now, walk)
    again = [*said["again"][MAILS:], *delayed]
    with transaction.atomic():
        duework.hold(work)
        if len(fresh) == MAILS or again:
            after = fresh[-1].pk if fresh else said["after"]
            _plan(club.pk, now + (NEXT if fresh else AGAIN), said | {"after": after, "again": again})


def _mail(work: DueWork, invitations: Sequence[Invitation], now: datetime, walk: duework.Walk) -> list[int]:
    """Mail these invitations; returns the keys of those that the server refuses for now. Raises MailFailed and
    LeaseLost."""
    delayed = []
    for invitation in invitations:
        duework.renew(work)
        try:
            with walk.row(f"invitation {invitation.pk}"):
                mail_link(invitation, now)
        except mail.MailRefused as refused:
            if not refused.is_for_good:
                delayed.append(invitation.pk)
    return delayed
