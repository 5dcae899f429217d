"""Tell which users are still signed in. A socket knows its user from the handshake only, so the server checks
regularly."""

from collections.abc import Collection
from datetime import datetime
from typing import Literal

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from accounts.models import User

Login = tuple[int, str]


def ended(logins: Collection[Login], now: datetime) -> set[Login]:
    """The logins (user and session key; "" without a session) whose user has since signed out, was deactivated, or has
    a new password. It takes two queries, however many users there are."""
    users, keys = {user_id for user_id, _ in logins}, {key for _, key in logins if key}
    active = {user.pk: user for user in User.objects.filter(pk__in=users, is_active=True)}
    alive = {row.session_key: row for row in Session.objects.filter(session_key__in=keys, expire_date__gt=now)}
    return {(user_id, key) for user_id, key in logins if not _is_open(active.get(user_id), key and alive.get(key))}


def _is_open(user: User | None, login: Session | Literal[""] | None) -> bool:
    """Does this login ("": by no session; None: ended) still let its user in, as at any page of the site?"""
    if user is None or login is None:
        return False
    by_password = login and login.get_decoded().get(HASH_SESSION_KEY)  # a guest has none
    return not by_password or constant_time_compare(by_password, user.get_session_auth_hash())
