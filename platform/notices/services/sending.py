"""Send deliveries. Each is taken by compare-and-set right before it goes out, so no two processes send it, and none
sends it again. docs/design/notices.md says what that guarantees."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from time import monotonic
from typing import Protocol

from django.db import transaction

from duework import services as duework
from duework.models import DueWork
from notices.kinds import MAIL, PUSH
from notices.models import Delivery, DeliveryState, Notice
from notices.selectors import choices
from notices.services import mailing, pushing
from notices.services.faults import Away, Delayed, Refused
from notices.services.telling import WORK

TOO_OLD = timedelta(days=1)  # after this nobody wants to be told of it any more, apart from in the inbox
RENEW_EVERY = 3.0  # seconds


Take = Callable[[], bool]


class Channel(Protocol):
    """An open connection to a mail server or to push services."""

    def send(self, delivery: Delivery, now: datetime, take: Take) -> None:
        """Hand a delivery over. It calls `take` at the last moment at which nothing can have been handed over, and goes
        on only if that is True. Raises Refused for good, Delayed for now; any other fault after `take` leaves it
        unknown."""


Open = Callable[[], AbstractContextManager[Channel]]


def send_due(work: DueWork, now: datetime, opened: Open) -> None:
    """Send the deliveries of a piece of work. Those that another process had taken when it ended stay unknown and are
    not sent again. Raises Delayed if something has to be tried again later."""
    batch, delayed, renewed = work.payload["batch"], "", monotonic()
    found = Delivery.objects.filter(batch=batch)
    found.filter(state=DeliveryState.TAKEN).update(state=DeliveryState.UNKNOWN)
    waiting = found.filter(state=DeliveryState.WAITING).select_related("notice__user__reader", "device").order_by("pk")
    rows = list(waiting)
    if not rows:
        return
    with opened() as channel, duework.walk(work.key, now=now, through=(Delayed,)) as walk:
        for delivery in rows:
            if monotonic() - renewed > RENEW_EVERY:
                duework.renew(work)
                renewed = monotonic()
            name = f"delivery {delivery.pk}"
            try:
                with walk.row(name):
                    _send(delivery, channel, now)
            except Away:
                raise
            except Delayed as fault:
                delayed = str(fault)
            if name in walk.skipped:
                _end(delivery, walk.skipped[name])
    if delayed:
        raise Delayed(delayed)


def _send(delivery: Delivery, channel: Channel, now: datetime) -> None:
    if _is_put_off(delivery, now):
        return
    try:
        channel.send(delivery, now, lambda: _take(delivery, now))
    except Delayed:
        _leave(delivery, DeliveryState.WAITING)
        raise
    except Refused as refused:
        _leave(delivery, DeliveryState.REFUSED, said=str(refused)[:300])
    else:
        taken = Delivery.objects.filter(pk=delivery.pk, state__in=(DeliveryState.TAKEN, DeliveryState.UNKNOWN))
        taken.update(state=DeliveryState.SENT, sent_at=now)


def _end(delivery: Delivery, said: str) -> None:
    """End a delivery: if it still waits, it is refused; if it was handed over, its outcome stays unknown."""
    open_ones = Delivery.objects.filter(pk=delivery.pk)
    open_ones.filter(state=DeliveryState.TAKEN).update(state=DeliveryState.UNKNOWN)
    open_ones.filter(state=DeliveryState.WAITING).update(state=DeliveryState.REFUSED, said=said[:300])


def _take(delivery: Delivery, now: datetime) -> bool:
    """Take a waiting delivery; returns whether this process has it. Nothing is sent before this is committed."""
    free = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.WAITING)
    return free.update(state=DeliveryState.TAKEN, taken_at=now) == 1


def _leave(delivery: Delivery, state: str, **facts: object) -> None:
    Delivery.objects.filter(pk=delivery.pk).update(state=state, **facts)


def _is_put_off(delivery: Delivery, now: datetime) -> bool:
    """Must this delivery not go out now? It is dropped if it is too old or has been read meanwhile; in quiet hours that
    have begun since, it waits for their end."""
    notice = delivery.notice
    if now - delivery.due_at > TOO_OLD or Notice.objects.filter(pk=notice.pk, read_at__isnull=False).exists():
        _leave(delivery, DeliveryState.DROPPED)
        return True
    until = choices.quiet_until(choices.reader_at_hand(notice.user), choices.zone_of(notice.user), now)
    if until is None:
        return False
    with transaction.atomic():
        key = f"{WORK[delivery.channel]}:again:{delivery.pk}:{until.isoformat()}"
        batch = f"again{delivery.pk}"
        Delivery.objects.filter(pk=delivery.pk).update(batch=batch, due_at=until)
        duework.plan(key=key, kind=WORK[delivery.channel], due_at=until, payload={"batch": batch})
    return True


def mail_due(work: DueWork, now: datetime) -> None:
    """Handler of due work: send mails."""
    send_due(work, now, mailing.opened)


def push_due(work: DueWork, now: datetime) -> None:
    """Handler of due work: send pushes."""
    send_due(work, now, pushing.opened)


HANDLERS = {WORK[MAIL]: mail_due, WORK[PUSH]: push_due}
