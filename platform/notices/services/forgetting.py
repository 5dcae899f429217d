"""Delete what is too old, every night."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from notices.models import KeptMail, Notice

OLD_NOTICES, OLD_NOTICES_HOUR = "notices.old", 5  # UTC


@transaction.atomic
def forget_old_notices(*, now: datetime) -> int:
    """Delete notices and kept mails that are older than notices are kept, with their deliveries; returns how many."""
    old = now - timedelta(days=settings.KEEP_NOTICES)
    KeptMail.objects.filter(at__lt=old).delete()
    deleted, _ = Notice.objects.filter(at__lt=old).delete()
    return deleted


def take_back(*, key: str) -> int:
    """Take what was told by this key out of all inboxes; mail and push on their way are not sent any more. Returns how
    many people had it. Part of the caller's transaction."""
    found = Notice.objects.filter(key=key)
    count = found.count()
    found.delete()
    return count


def take_back_about(*, things: Collection[str], since: datetime) -> int:
    """As `take_back`, for all that was told since then by keys that begin with one of these `things` (`round:7`).
    Returns how many notices went."""
    keys = Notice.objects.filter(at__gte=since).values_list("pk", "key")
    found = [pk for pk, key in keys.iterator() if ":".join(key.split(":", 2)[:2]) in things]
    Notice.objects.filter(pk__in=found).delete()
    return len(found)
