"""The inbox of a person."""

from collections.abc import Sequence

from django.db.models import F, QuerySet

from accounts.models import User
from notices.models import Notice
from notices.selectors.choices import zone_of
from notices.selectors.wording import Worded, worded

PAGE = 25
MOST_COUNTED = 100  # the badge says 99+ from here


def notices_of(user: User) -> QuerySet[Notice]:
    """The person's notices: unread ones first, in each group the latest first."""
    found = Notice.objects.filter(user=user, is_shown=True)
    return found.order_by(F("read_at").desc(nulls_first=True), "-at", "-pk")


def unread(user: User) -> int:
    """The number of unread notices, up to the limit of the badge. One query of an index."""
    found = Notice.objects.filter(user=user, read_at=None, is_shown=True).order_by()
    return len(found.values_list("pk")[:MOST_COUNTED])


def in_words(user: User, notices: Sequence[Notice]) -> list[Worded]:
    """The notices in words, in the active language."""
    zone = zone_of(user)
    return [worded(notice, zone) for notice in notices]
