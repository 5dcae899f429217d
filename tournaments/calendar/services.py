"""The secret address of a person's calendar."""

from datetime import datetime

from accounts.models import User
from tournaments.models import CalendarKey
from tournaments.models.announcements import new_key


def renew(*, user: User, now: datetime) -> CalendarKey:
    """Give the person's calendar a new secret address; an earlier one stops working."""
    made, _new = CalendarKey.objects.update_or_create(user=user, defaults={"key": new_key(), "made_at": now})
    return made


def close(*, user: User) -> None:
    """Remove the address of the person's calendar."""
    CalendarKey.objects.filter(user=user).delete()
