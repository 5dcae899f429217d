"""Add, change, remove and turn off endpoints, and give them a new secret."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import mail
from accounts.models import User
from accounts.selectors import with_confirmed_address
from audit import services as audit
from clubs.models import Club, Role
from quotas import services as quotas
from quotas.acts import ASK_RESOLVER
from webhooks import posting, sealing, selectors, standard
from webhooks.models import Delivery, DeliveryState, Endpoint, OffReason

MOST = 10  # endpoints of a club
BOTH_GOOD = timedelta(days=1)  # after a rotation


class Refused(Exception):
    """The act is refused; `field` names the wrong value, empty if no value is wrong."""

    def __init__(self, words: str, code: str, field: str = "") -> None:
        super().__init__(words)
        self.code, self.field = code, field


def add(*, club: Club | None, url: str, kinds: Collection[str], by: User, now: datetime) -> tuple[Endpoint, str]:
    """Add an endpoint to a club (None: to the site); returns it and its secret, which nobody can read again. The host's
    name is looked up before anything is locked. Locks the club. Raises Refused, PermissionDenied, LimitReached."""
    _require(club, by)
    wanted = _checked(kinds)
    _check_address(url, by, now)
    with transaction.atomic():
        if club is not None:
            Club.objects.select_for_update().get(pk=club.pk)
        if selectors.endpoints(club).count() >= MOST:
            raise Refused(_("There are %(n)d addresses already: remove one first.") % {"n": MOST}, "too_many")
        secret = sealing.new_secret()
        made = Endpoint.objects.create(club=club, url=url, kinds=wanted, secret=sealing.seal(secret), created_at=now)
        _record(made, "webhook.add", by, now, after=_facts(made))
    return made, secret


def change(*, endpoint: Endpoint, url: str, kinds: Collection[str], is_on: bool, by: User, now: datetime) -> Endpoint:
    """Change an endpoint's address or events, or turn it on or off. Turning it on starts afresh; turning it off gives
    up what waits for it. Locks it. Raises Refused, PermissionDenied, LimitReached."""
    _require(endpoint.club, by)
    wanted = _checked(kinds)
    if url != endpoint.url:
        _check_address(url, by, now)
    with transaction.atomic():
        endpoint = _locked(endpoint)
        before = _facts(endpoint)
        endpoint.url, endpoint.kinds = url, wanted
        if is_on and not endpoint.is_on:
            endpoint.off_reason, endpoint.off_at, endpoint.failing_since = OffReason.NONE, None, None
        elif not is_on and endpoint.is_on:
            _end(endpoint, OffReason.BY_HAND, now)
        endpoint.save()
        _record(endpoint, "webhook.change", by, now, before=before, after=_facts(endpoint))
    return endpoint


@transaction.atomic
def rotate(*, endpoint: Endpoint, by: User, now: datetime) -> tuple[Endpoint, str]:
    """Make a new secret; the old one also signs for a day. Locks the endpoint. Raises PermissionDenied."""
    _require(endpoint.club, by)
    endpoint = _locked(endpoint)
    secret = sealing.new_secret()
    endpoint.old_secret, endpoint.old_until = endpoint.secret, now + BOTH_GOOD
    endpoint.secret = sealing.seal(secret)
    endpoint.save(update_fields=["secret", "old_secret", "old_until"])
    _record(endpoint, "webhook.rotate", by, now, after={"endpoint": endpoint.public_id})
    return endpoint, secret


@transaction.atomic
def remove(*, endpoint: Endpoint, by: User, now: datetime) -> None:
    """Remove an endpoint with its log. Locks it. Raises PermissionDenied."""
    _require(endpoint.club, by)
    endpoint = _locked(endpoint)
    _record(endpoint, "webhook.remove", by, now, before=_facts(endpoint))
    endpoint.delete()


def turn_off(endpoint: Endpoint, reason: OffReason, now: datetime) -> None:
    """Turn off an endpoint that failed, and tell the organisers. The caller has locked it."""
    if not endpoint.is_on:
        return
    _end(endpoint, reason, now)
    endpoint.save(update_fields=["off_reason", "off_at"])
    _record(endpoint, "webhook.turn_off", None, now, after=_facts(endpoint))
    transaction.on_commit(lambda: _tell(endpoint), robust=True)


def _end(endpoint: Endpoint, reason: OffReason, now: datetime) -> None:
    endpoint.off_reason, endpoint.off_at = reason, now
    waiting = Delivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.FAILED, due_at=None)


def _tell(endpoint: Endpoint) -> None:
    """Mail the organisers of the club, or the staff; the page of the club shows it as well."""
    if not mail.is_configured():
        return
    people = User.objects.filter(is_active=True).exclude(email="")
    if endpoint.club is None:
        people = people.filter(is_staff=True)
    else:
        people = people.filter(memberships__club=endpoint.club, memberships__role=Role.ORGANISER)
    said = {"host": _host(endpoint), "why": endpoint.get_off_reason_display(), "of": endpoint.club or _("the site")}
    subject = _("Webhooks to %(host)s are off") % said
    text = _(
        "%(of)s sends no more webhooks to %(host)s: %(why)s.\n\nWhen the other side works again, open the page of"
        " webhooks, try it there, and turn it on. What was not taken can be sent again from the log of its deliveries."
    )
    told = list(people.distinct())
    confirmed = with_confirmed_address(told)
    for person in (one for one in told if one.pk in confirmed):
        with suppress(mail.MailFailed):
            mail.send(to=person.email, subject=subject, text=text % said)


def _checked(kinds: Collection[str]) -> list[str]:
    wanted = [kind for kind in standard.KINDS if kind in kinds]
    unknown = sorted(set(kinds) - set(standard.KINDS))
    if unknown:
        raise Refused(_("There are no events called “%(kind)s”.") % {"kind": unknown[0][:60]}, "kind", "kinds")
    if not wanted:
        raise Refused(_("Choose at least one kind of event."), "no_kinds", "kinds")
    return wanted


def _check_address(url: str, by: User, now: datetime) -> None:
    """Look up the host's name, outside a transaction; the look-up counts even if the address is refused."""
    quotas.take(ASK_RESOLVER, now=now, account=by.pk)
    try:
        posting.check(url)
    except posting.BadAddress as bad:
        words = {
            "form": _("An address such as https://club.example/hooks."),
            "scheme": _("The address must begin with https://."),
            "login": _("The address must not hold a name or a password: the signature says who sends."),
            "unknown": _("This host was not found. Is its name spelt right?"),
            "inner": _("This host is not in the public internet: nothing is sent there."),
        }
        raise Refused(words[bad.code], f"address_{bad.code}", "url") from bad


def _require(club: Club | None, by: User) -> None:
    if not selectors.may_manage(by, club):
        who = _("Only the club's organisers look after its webhooks.")
        raise PermissionDenied(who if club is not None else _("Only the site’s staff look after its webhooks."))


def _locked(endpoint: Endpoint) -> Endpoint:
    return Endpoint.objects.select_for_update(of=("self",)).select_related("club").get(pk=endpoint.pk)


def _host(endpoint: Endpoint) -> str:
    return urlsplit(endpoint.url).netloc


def _facts(endpoint: Endpoint) -> dict[str, Any]:
    """An endpoint for the audit log: only its host, because the rest of an address may be a secret."""
    return {
        "endpoint": endpoint.public_id, "host": _host(endpoint), "kinds": endpoint.kinds, "off": endpoint.off_reason
    }  # fmt: skip


def _record(endpoint: Endpoint, action: str, by: User | None, now: datetime, **facts: Any) -> None:
    target = f"club:{endpoint.club.slug}" if endpoint.club else "site"
    audit.record(actor=by, action=action, target=target, now=now, **facts)
