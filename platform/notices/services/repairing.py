"""Mail and push that went wrong: sent once more, or let be, by the staff of the site."""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from duework import services as duework
from notices.models import Delivery, DeliveryState
from notices.services.mailing import NO_ADDRESS, UNCONFIRMED
from notices.services.telling import WORK

WRONG = (DeliveryState.REFUSED, DeliveryState.UNKNOWN)


def went_wrong(since: datetime) -> QuerySet[Delivery]:
    """Deliveries that were refused, or of which nobody knows, the latest first. Those without an address that could be
    used are as they should be."""
    found = Delivery.objects.filter(state__in=WRONG, notice__at__gt=since).exclude(said__in=(NO_ADDRESS, UNCONFIRMED))
    return found.select_related("notice__user", "device").order_by("-pk")


@transaction.atomic
def send_again(*, delivery: Delivery, now: datetime) -> bool:
    """Send a delivery once more; if nobody knows whether it arrived, it may arrive twice. Returns whether it still was
    one that went wrong."""
    batch, kind = secrets.token_hex(8), WORK[delivery.channel]
    again = Delivery.objects.filter(pk=delivery.pk, state__in=WRONG)
    facts = {"batch": batch, "due_at": now, "taken_at": None, "said": ""}
    if not again.update(state=DeliveryState.WAITING, **facts):
        return False
    duework.plan(key=f"{kind}:{batch}", kind=kind, due_at=now, payload={"batch": batch})
    duework.nudge()
    return True


def let_be(*, delivery: Delivery) -> bool:
    """Say that a delivery needs nobody any more. Returns whether it still was one that went wrong."""
    return Delivery.objects.filter(pk=delivery.pk, state__in=WRONG).update(state=DeliveryState.DROPPED) == 1
