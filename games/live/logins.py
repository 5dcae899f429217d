"""Who is still signed in: a socket knows its user from the handshake, so the house asks again from time to time."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.sessions.models import Session

from accounts.models import User

Login = tuple[int, str]


def ended(logins: Collection[Login], now: datetime) -> set[Login]:
    """Of these users with their session's key ("" when no session let them in), those who have signed out or were
    deactivated: two queries, however many there are."""
    users, keys = {user_id for user_id, _ in logins}, {key for _, key in logins if key}
    active = set(User.objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True))
    alive = Session.objects.filter(session_key__in=keys, expire_date__gt=now).values_list("session_key", flat=True)
    open_keys = {"", *alive}
    return {(user_id, key) for user_id, key in logins if user_id not in active or key not in open_keys}
