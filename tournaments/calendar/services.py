"""The secret address of a person's calendar."""

from datetime import datetime

from accounts.models import User
from tournaments.models import CalendarKey
from tournaments.models.announcements import new_key


def renew(*, user: User, now: datetime) -> CalendarKey:
    """Give the person's calendar an address, or a new one; the old one leads nowhere from now on."""
    made, _new = CalendarKey.objects.update_or_create(user=user, defaults={"key": new_key(), "made_at": now})
    return made


def close(*, user: User) -> None:
    """The person's calendar has no address any more."""
    CalendarKey.objects.filter(user=user).delete()
