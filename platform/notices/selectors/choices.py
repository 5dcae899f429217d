"""A reader's choices: channels by kind, quiet hours, language and zone, and the valid address."""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models.functions import Lower

from accounts import mail
from accounts.models import User
from doors.zones import known_zones
from notices.kinds import CHANNELS, INBOX, Kind, kinds
from notices.models import Reader


def reader_of(user: User) -> Reader:
    """This person's choices; an unsaved row if they have chosen nothing."""
    return readers_of([user])[user.pk]


def reader_at_hand(user: User) -> Reader:
    """The choices of a user whose choices were read together with the user (`select_related`)."""
    return getattr(user, "reader", None) or Reader(user=user)


def readers_of(users: Collection[User]) -> dict[int, Reader]:
    """The choices of several people, by their keys."""
    found = {one.user_id: one for one in Reader.objects.filter(user__in=users)}
    return {user.pk: found.get(user.pk) or Reader(user=user) for user in users}


def wants(reader: Reader, kind: Kind, channel: str) -> bool:
    """Does this person want notices of this kind by this channel?"""
    chosen = reader.choices.get(kind.key, {}).get(channel)
    return channel in kind.channels if chosen is None else bool(chosen)


def table_of(reader: Reader) -> list[tuple[Kind, dict[str, bool]]]:
    """Each kind with its channels, for the page of settings."""
    return [(kind, {channel: wants(reader, kind, channel) for channel in CHANNELS}) for kind in kinds()]


def zone_of(user: User) -> ZoneInfo | None:
    """The person's time zone; None if they have chosen none."""
    return ZoneInfo(user.timezone) if user.timezone in known_zones() else None


def language_of(reader: Reader) -> str:
    """The language that the person reads."""
    return reader.language if reader.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def quiet_until(reader: Reader, zone: ZoneInfo | None, now: datetime) -> datetime | None:
    """The end of the present quiet hours; None outside them. They may cross midnight. The clock is that of the reader's
    zone, so on the day it changes they are an hour longer or shorter."""
    start, end = reader.quiet_from, reader.quiet_until
    if start is None or end is None or start == end:
        return None
    zone = zone or ZoneInfo("UTC")
    here = now.astimezone(zone)
    clock = here.time().replace(tzinfo=None)
    is_quiet = start <= clock < end if start < end else clock >= start or clock < end
    if not is_quiet:
        return None
    day = here.date() if clock < end else here.date() + timedelta(days=1)
    ends = datetime.combine(day, end, tzinfo=zone).astimezone(UTC)
    return max(ends, now)


def addresses_of(users: Iterable[User], readers: dict[int, Reader]) -> dict[int, str]:
    """The addresses that mail may go to, by the keys of their people: not an unproved one that somebody else may have
    typed, nor one that a mail server refused for good."""
    found = {user.pk: user.email for user in users if user.email}
    open_ones = EmailAddress.objects.filter(user__in=found, verified=False)
    unproved = set(open_ones.annotate(low=Lower("email")).values_list("user", "low"))
    return {
        pk: email
        for pk, email in found.items()
        if (pk, email.lower()) not in unproved and readers[pk].bounced.lower() != email.lower()
    }


def bounces(user: User) -> bool:
    """Does the address of this person bounce? On a site that sends no mail nothing bounces, and nothing is queried."""
    return bool(user.email) and mail.is_configured() and is_bouncing(user, reader_of(user))


def is_bouncing(user: User, reader: Reader) -> bool:
    """Did a mail server refuse the person's address for good, without the person proving it again since?"""
    return bool(user.email) and reader.bounced.lower() == user.email.lower()


def is_shown(reader: Reader, kind: Kind) -> bool:
    """Does this person want notices of this kind in the inbox?"""
    return wants(reader, kind, INBOX)
