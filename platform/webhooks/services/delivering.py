"""Deliver messages: one endpoint at a time by one process, in the order in which they are due."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from time import monotonic

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services as second_factor
from duework import services as duework
from duework.models import DueWork
from quotas import services as quotas
from quotas.acts import ASK_RESOLVER
from webhooks import posting, sealing, selectors, standard
from webhooks.models import Attempt, Delivery, DeliveryState, Endpoint, OffReason
from webhooks.services import sending
from webhooks.services.endpoints import Refused, turn_off

DELIVER = sending.DELIVER
AT_ONCE = 45.0  # s: so long one endpoint is served before others come
BUSY = timedelta(seconds=60)  # longer than one try
KEPT_ANSWER = 1000  # letters
AGENT = "Undercut-Webhooks/1"


def do_deliver(work: DueWork, now: datetime) -> None:
    """Handler of long work: send what is due to one endpoint, for at most three quarters of a minute. The rest of its
    work goes behind that of others, so that a slow endpoint, or a thousand messages, keep nobody waiting. If a process
    dies in between, a message may be sent twice, with the same id."""
    endpoint = Endpoint.objects.filter(pk=work.payload["endpoint"]).first()
    if endpoint is None or not selectors.waiting(endpoint).filter(pk=work.payload["delivery"]).exists():
        return
    held = now + BUSY
    _move_work(endpoint, held, due_at__lte=now)
    free = Endpoint.objects.filter(pk=endpoint.pk).filter(Q(busy_until=None) | Q(busy_until__lte=now))
    if not free.update(busy_until=held):
        raise duework.LeaseLost(work.key)  # another process sends to it; the work stays for later
    try:
        at = _drain(endpoint, work, now)
    finally:
        Endpoint.objects.filter(pk=endpoint.pk).update(busy_until=None)
    _move_work(endpoint, at, due_at=held)
    if _is_open(work):
        raise duework.LeaseLost(work.key)  # its own turn has not come yet


def try_out(*, endpoint: Endpoint, by: User, now: datetime) -> Attempt:
    """Send `webhook.test` to an endpoint at once and wait for the answer, even if it is off. It is not tried again and
    does not count as a failure. Raises PermissionDenied, LimitReached."""
    if not selectors.may_manage(by, endpoint.club):
        raise PermissionDenied(_("Only the club's organisers look after its webhooks."))
    quotas.take(ASK_RESOLVER, now=now, account=by.pk)
    said = {"club": {"id": endpoint.club.public_id, "name": endpoint.club.name} if endpoint.club else None}
    with transaction.atomic():
        message = sending.write(endpoint.club, standard.TEST, said, now)
        delivery = Delivery.objects.create(message=message, endpoint=endpoint, state=DeliveryState.FAILED)
    answer = _post(delivery, now)
    with transaction.atomic():
        delivery.tries = 1
        delivery.state = DeliveryState.DELIVERED if _is_taken(answer) else DeliveryState.FAILED
        delivery.save(update_fields=["tries", "state"])
        return _note(delivery, answer, now)


@transaction.atomic
def send_again(*, delivery: Delivery, by: User, now: datetime) -> Delivery:
    """Send a message again, with the same id and body, starting with the first try. Locks the delivery. Raises Refused
    while it waits anyway or the endpoint is off, PermissionDenied, LimitReached."""
    if not selectors.may_manage(by, delivery.endpoint.club):
        raise PermissionDenied(_("Only the club's organisers look after its webhooks."))
    quotas.take(ASK_RESOLVER, now=now, account=by.pk)
    return _sent_again(delivery, now)


@transaction.atomic
def repair(*, delivery: Delivery, by: User, now: datetime) -> Delivery:
    """Send a message again as the staff of the site, whose club it may be. Locks the delivery. Raises Refused as
    `send_again` does, PermissionDenied."""
    second_factor.require_staff(by, _("For the staff of the site."))
    return _sent_again(delivery, now)


@transaction.atomic
def let_be(*, delivery: Delivery, by: User) -> bool:
    """Say as the staff of the site that a message that was given up needs nobody any more. Returns whether it was given
    up. Raises PermissionDenied."""
    second_factor.require_staff(by, _("For the staff of the site."))
    given_up = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.FAILED)
    return given_up.update(state=DeliveryState.LET_BE) == 1


def _sent_again(delivery: Delivery, now: datetime) -> Delivery:
    delivery = _locked(delivery)
    if delivery.state == DeliveryState.WAITING:
        raise Refused(_("This message is to be sent anyway."), "waiting")
    if not delivery.endpoint.is_on:
        raise Refused(_("This address is off: turn it on first."), "off")
    if selectors.waiting(delivery.endpoint)[: sending.MOST_WAITING].count() >= sending.MOST_WAITING:
        raise Refused(_("Too many messages wait for this address: try again later."), "too_many")
    delivery.state, delivery.due_at, delivery.tries_before = DeliveryState.WAITING, now, delivery.tries
    delivery.save(update_fields=["state", "due_at", "tries_before"])
    sending.plan(delivery, now)
    duework.nudge()
    return delivery


def _drain(endpoint: Endpoint, work: DueWork, now: datetime) -> datetime:
    """Send what is due, one message after the other; returns the time when it ended."""
    began = monotonic()
    at = now
    while monotonic() - began < AT_ONCE:
        due = selectors.waiting(endpoint).filter(due_at__lte=at).select_related("endpoint__club").first()
        if due is None or not due.endpoint.is_on:
            break
        with suppress(duework.LeaseLost):  # the mark on the endpoint keeps others away
            duework.renew(work)
        Endpoint.objects.filter(pk=endpoint.pk).update(busy_until=at + BUSY)
        answer = _post(due, at)
        _settle(due, answer, at)
        at = now + timedelta(seconds=monotonic() - began)
    return at


def _post(delivery: Delivery, at: datetime) -> posting.Answer:
    message, endpoint = delivery.message, delivery.endpoint
    try:
        signed = sealing.signed(
            selectors.secrets_of(endpoint, at), message=message.public_id, at=at.astimezone(UTC), body=message.body
        )
    except sealing.LostKey as lost:
        return posting.Answer(fault=str(lost))
    headers = {"Content-Type": "application/json", "User-Agent": AGENT, **signed}
    return posting.post(endpoint.url, body=message.body.encode(), headers=headers)


@transaction.atomic
def _settle(delivery: Delivery, answer: posting.Answer, at: datetime) -> None:
    """Store the result of a try, and plan the next one. Locks endpoint and delivery."""
    endpoint = Endpoint.objects.select_for_update(of=("self",)).select_related("club").get(pk=delivery.endpoint_id)
    delivery = _locked(delivery)
    if delivery.state != DeliveryState.WAITING:
        return
    DueWork.objects.filter(key=sending.key_of(delivery), done_at=None).update(done_at=at)
    _note(delivery, answer, at)
    delivery.tries += 1
    if _is_taken(answer):
        delivery.state, delivery.due_at, failing_since = DeliveryState.DELIVERED, None, None
    else:
        _plan_next(delivery, answer, at)
        failing_since = endpoint.failing_since or at
    delivery.save(update_fields=["state", "due_at", "tries"])
    if failing_since != endpoint.failing_since:
        endpoint.failing_since = failing_since
        endpoint.save(update_fields=["failing_since"])
    if answer.status == 410:
        turn_off(endpoint, OffReason.GONE, at)
    elif failing_since and (at - failing_since).total_seconds() >= standard.GIVE_UP_AFTER:
        turn_off(endpoint, OffReason.FAILING, at)


def _plan_next(delivery: Delivery, answer: posting.Answer, at: datetime) -> None:
    message = delivery.message.public_id
    tries = delivery.tries - delivery.tries_before
    wait = standard.wait_after(tries, message=message, asked=answer.retry_after)
    if wait is None:
        delivery.state, delivery.due_at = DeliveryState.FAILED, None
        return
    delivery.due_at = at + timedelta(seconds=wait)
    sending.plan(delivery, delivery.due_at)


def _note(delivery: Delivery, answer: posting.Answer, at: datetime) -> Attempt:
    return Attempt.objects.create(
        delivery=delivery, at=at, milliseconds=int(answer.seconds * 1000), status=answer.status,
        answer=answer.text.replace("\0", "")[:KEPT_ANSWER], fault=answer.fault[:200],
    )  # fmt: skip


def _is_taken(answer: posting.Answer) -> bool:
    return answer.status is not None and 200 <= answer.status < 300


def _is_open(work: DueWork) -> bool:
    """Is the try of this work still to come? A later one has its own work."""
    found = Delivery.objects.filter(pk=work.payload["delivery"], state=DeliveryState.WAITING)
    delivery = found.select_related("endpoint").first()
    return delivery is not None and sending.key_of(delivery) == work.key


def _move_work(endpoint: Endpoint, to: datetime, **which: datetime) -> None:
    """Move open work of an endpoint to another time."""
    DueWork.objects.filter(key__startswith=sending.keys_of(endpoint), done_at=None, **which).update(due_at=to)


def _locked(delivery: Delivery) -> Delivery:
    found = Delivery.objects.select_for_update(of=("self",)).select_related("message", "endpoint__club")
    return found.get(pk=delivery.pk)
