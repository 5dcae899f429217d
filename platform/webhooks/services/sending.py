"""Announce that something has happened: write a message for those who listen, in the transaction in which it
happens."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from clubs.models import Club
from duework import services as duework
from webhooks import selectors
from webhooks.models import Delivery, DeliveryState, Endpoint, Message

DELIVER = "webhooks.deliver"
OLD_MESSAGES, OLD_MESSAGES_HOUR = "webhooks.old_messages", 4  # UTC
MOST_WAITING = 1000  # messages for one endpoint
KEPT = timedelta(days=14)


@transaction.atomic(savepoint=False)
def send(*, club: Club | None, kind: str, data: Callable[[], dict[str, Any]], now: datetime) -> Message | None:
    """Tell those who listen to this kind of event of this club (None: of the whole site); returns None if nobody does.
    `data` is called only if somebody does. The message and the work to send it are written in the transaction of the
    event, so they exist if the event does. An endpoint for which too many messages wait gets this one only in its
    log."""
    listening = selectors.listeners(club, kind)
    if not listening:
        return None
    message = write(club, kind, data(), now)
    for endpoint in listening:
        is_full = selectors.waiting(endpoint)[:MOST_WAITING].count() >= MOST_WAITING
        state = DeliveryState.LEFT_OUT if is_full else DeliveryState.WAITING
        delivery = Delivery.objects.create(
            message=message, endpoint=endpoint, state=state, due_at=None if is_full else now
        )
        if not is_full:
            plan(delivery, now)
    duework.nudge()
    return message


def write(club: Club | None, kind: str, data: dict[str, Any], now: datetime) -> Message:
    """A message in the form of the specification: type, timestamp, data."""
    said = {"type": kind, "timestamp": now.astimezone(UTC).isoformat().replace("+00:00", "Z"), "data": data}
    body = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return Message.objects.create(club=club, kind=kind, body=body, created_at=now)


def plan(delivery: Delivery, due_at: datetime) -> None:
    """Plan the next try of a delivery."""
    payload = {"endpoint": delivery.endpoint_id, "delivery": delivery.pk}
    duework.plan(key=key_of(delivery), kind=DELIVER, due_at=due_at, payload=payload)


def key_of(delivery: Delivery) -> str:
    """The key of the work for the next try."""
    return f"{keys_of(delivery.endpoint)}{delivery.pk}:{delivery.tries}"


def keys_of(endpoint: Endpoint) -> str:
    """The beginning of the keys of all work for an endpoint."""
    return f"webhooks:{endpoint.pk}:"


def forget_old_messages(*, now: datetime) -> int:
    """Delete the messages older than two weeks, with their log; returns their number."""
    found = Message.objects.filter(created_at__lt=now - KEPT)
    count = found.count()
    found.delete()
    return count
