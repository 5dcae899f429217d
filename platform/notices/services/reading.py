"""A person reads their notices; what a notice asks for is done."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from notices.models import Notice


def mark_read(*, user: User, public_id: str, now: datetime) -> Notice | None:
    """Mark one of the person's notices as read; returns it, None if there is none. A repeat changes nothing."""
    notice = Notice.objects.filter(user=user, public_id=public_id).first()
    if notice is not None and notice.read_at is None:
        Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=now)
    return notice


def mark_all_read(*, user: User, now: datetime) -> int:
    """Mark all of the person's notices as read; returns how many were unread."""
    return Notice.objects.filter(user=user, read_at=None).update(read_at=now)


def settle(*, keys: Collection[str], now: datetime) -> int:
    """Mark the notices with these keys as read for everybody, because what they ask for is done: they are not new any
    more, and what of them waits to be sent is not sent. Returns how many were unread. Part of the caller's
    transaction."""
    return Notice.objects.filter(key__in=keys, read_at=None).update(read_at=now)
