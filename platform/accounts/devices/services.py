"""Note in which browsers a person is signed in, and sign them out there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest

from accounts.api_tokens import services as api_tokens
from accounts.devices import agents
from accounts.devices.signals import session_ended
from accounts.models import User
from audit import services as audit

SEEN_EVERY = timedelta(minutes=10)
HERE_FOR = timedelta(minutes=15)  # longer than a use is written down again
SEEN = "seen"  # in a session: when it was last written down that it is used


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which somebody is signed in. `agent` is its User-Agent header."""

    pk: int
    browser: str
    system: str
    agent: str
    address: str
    since: datetime
    seen: datetime
    is_this: bool


def devices_of(user: User, *, current: str | None) -> list[Device]:
    """The browsers in which this person is signed in: the one with the session `current` first, then the latest
    used."""
    found = [
        Device(
            pk=row.pk,
            browser=agents.browser(row.user_agent),
            system=agents.system(row.user_agent),
            agent=row.user_agent,
            address=row.ip,
            since=row.created_at,
            seen=row.last_seen_at,
            is_this=row.session_key == current,
        )
        for row in UserSession.objects.purge_and_list(user)
    ]
    return sorted(found, key=lambda device: (device.is_this, device.seen), reverse=True)


def here_among(people: Iterable[User], *, now: datetime) -> set[int]:
    """The keys of the people (of those given) who have used a login lately."""
    found = UserSession.objects.filter(user__in=list(people), last_seen_at__gt=now - HERE_FOR)
    return set(found.values_list("user", flat=True))


def note_seen(request: HttpRequest, *, now: datetime) -> None:
    """Note that this login is in use, at most every ten minutes; add a login that is not on the list yet."""
    if now.timestamp() - request.session.get(SEEN, 0) < SEEN_EVERY.total_seconds():
        return  # before the user is looked up, for pages that do not need one
    user, key = request.user, request.session.session_key
    if not isinstance(user, User) or key is None:
        return
    request.session[SEEN] = int(now.timestamp())
    said = request.META.get("HTTP_USER_AGENT", "").replace("\0", "")
    agent = said[: UserSession._meta.get_field("user_agent").max_length]
    facts = {"user": user, "ip": get_adapter().get_client_ip(request), "user_agent": agent, "last_seen_at": now}
    if not UserSession.objects.filter(session_key=key).update(**facts):
        UserSession.objects.bulk_create([UserSession(session_key=key, created_at=now, **facts)], ignore_conflicts=True)


@transaction.atomic
def end(*, user: User, pk: int, now: datetime) -> bool:
    """Sign this person out in one of their browsers; returns whether they were signed in there."""
    return _noted(user, _end(UserSession.objects.filter(user=user, pk=pk)), now) > 0


@transaction.atomic
def end_all(*, user: User, tokens: bool, now: datetime, but: str | None = None) -> int:
    """Sign this person out everywhere except in the browser with the session `but`, and with `tokens` revoke their API
    tokens, too. Returns the number of browsers."""
    if tokens:
        api_tokens.revoke_all(user=user, now=now)
    return _noted(user, cut_off(user=user, but=but), now)


@transaction.atomic
def cut_off(*, user: User, but: str | None = None) -> int:
    """Do as `end_all`, but without an audit entry, for a service that writes its own, such as a new password."""
    return _end(UserSession.objects.filter(user=user).exclude(session_key=but or ""))


def _end(found: Iterable[UserSession]) -> int:
    keys = [row.session_key for row in found]
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()
    for key in keys:
        session_ended.send(sender=User, session=key)
    return len(keys)


def _noted(user: User, ended: int, now: datetime) -> int:
    if ended:
        target, after = f"user:{user.public_id}", {"sessions": ended}
        audit.record(actor=user, action="account.sessions_ended", target=target, after=after, now=now)
    return ended
