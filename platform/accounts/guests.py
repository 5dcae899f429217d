"""Guests: who sits down to a casual game without an account. Their browser's session remembers them; anywhere but at
such tables they are nobody, so no door has to refuse them."""

from collections.abc import Mapping
from typing import Any

from allauth.core.exceptions import RateLimited
from allauth.core.ratelimit import consume
from django.http import HttpRequest

from accounts import services
from accounts.models import User

KEY = "guest"


class TooManyGuests(Exception):
    """Too many guests have come from one address within a minute."""


def in_session(session: Mapping[str, Any] | None) -> int | None:
    """The guest of a session by number, None without one."""
    return session.get(KEY) if session else None


def player_of(request: HttpRequest) -> User | None:
    """Who plays here: whoever is signed in, else this browser's guest, else nobody yet."""
    if isinstance(request.user, User):
        return request.user
    number = in_session(request.session)
    return None if number is None else User.objects.filter(pk=number, is_guest=True, is_active=True).first()


def player_here(request: HttpRequest) -> User:
    """Who plays here, a new guest where nobody does yet. Raises TooManyGuests."""
    found = player_of(request)
    if found is not None:
        return found
    try:
        is_let_in = consume(request, action="guest")
    except RateLimited:
        is_let_in = False
    if not is_let_in:
        raise TooManyGuests
    guest = services.guest()
    request.session[KEY] = guest.pk
    return guest
