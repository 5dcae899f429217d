"""Delete old notices every night."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from notices.models import KeptMail, Notice

OLD_NOTICES, OLD_NOTICES_HOUR = "notices.old", 5  # UTC


@transaction.atomic
def forget_old_notices(*, now: datetime) -> int:
    """Delete notices and stored mails that are too old, with their deliveries; returns their number."""
    old = now - timedelta(days=settings.KEEP_NOTICES)
    KeptMail.objects.filter(at__lt=old).delete()
    deleted, _ = Notice.objects.filter(at__lt=old).delete()
    return deleted


def take_back(*, key: str) -> int:
    """Delete the notices with this key from all inboxes, and stop their mail and push. Returns the number of people who
    had it. Part of the caller's transaction."""
    found = Notice.objects.filter(key=key)
    count = found.count()
    found.delete()
    return count


def take_back_about(*, things: Collection[str], since: datetime) -> int:
    """Do as `take_back` for all notices since a time whose keys begin with one of these `things` (`round:7`). Returns
    the number of notices."""
    keys = Notice.objects.filter(at__gte=since).values_list("pk", "key")
    found = [pk for pk, key in keys.iterator() if ":".join(key.split(":", 2)[:2]) in things]
    Notice.objects.filter(pk__in=found).delete()
    return len(found)
