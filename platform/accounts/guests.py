"""Guests: people who play a casual game without an account. The session of their browser remembers them. Everywhere
except at such tables they count as not signed in, so no other door has to refuse them."""

from collections.abc import Mapping
from typing import Any

from allauth.core.exceptions import RateLimited
from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from accounts import services
from accounts.models import User

KEY = "guest"


class TooManyGuests(Exception):
    """Too many guests have come from one address within a minute; the message says what to do."""


class GuestSession(SessionAuthentication):
    """Authentication for API views where a guest may act: the login session, if there is one. A request that writes
    must prove that it comes from a page of the site, even without a sign-in."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """The signed-in user; None for guests and others. Raises 403 for a write from another site (CSRF)."""
        self.enforce_csrf(request)
        return super().authenticate(request)


def in_session(session: Mapping[str, Any] | None) -> int | None:
    """The key of the guest of a session; None without a guest."""
    return session.get(KEY) if session else None


def player_of(request: HttpRequest) -> User | None:
    """The player: the signed-in user, else this browser's guest, else None."""
    return request.user if isinstance(request.user, User) else guest_of(request)


def guest_of(request: HttpRequest) -> User | None:
    """This browser's guest, None without one."""
    number = in_session(request.session)
    return None if number is None else User.objects.filter(pk=number, is_guest=True, is_active=True).first()


def player_here(request: HttpRequest) -> User:
    """The player, or a new guest if there is none yet. Raises TooManyGuests."""
    found = player_of(request)
    if found is not None:
        return found
    try:
        is_let_in = consume(request, action="guest")
    except RateLimited:
        is_let_in = False
    if not is_let_in:
        raise TooManyGuests(_("Many guests have come from your address just now. Try again in a minute, or sign in."))
    guest = services.guest()
    request.session[KEY] = guest.pk
    return guest


def called(request: HttpRequest, text: str) -> User:
    """The guest of this browser, or a new one, under the name they choose; a sign-up offers the same name. Raises
    BadName, TooManyGuests."""
    guest = guest_of(request) or player_here(request)
    request.session[services.CHOSEN] = services.name_guest(user=guest, text=text)
    return guest


def to_sign_in(request: HttpRequest, refused: TooManyGuests) -> HttpResponse:
    """Refuse a guest from an address with too many guests: give the reason and lead to the sign-in page."""
    messages.error(request, str(refused))
    return redirect_to_login(request.path)
