"""Browsers in which a person has signed in before. There, wrong tries of others behind the same address do not count
against them."""

import secrets
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from accounts.models import User

COOKIE, SALT, PATH = "known", "accounts.known_browser", "/accounts/"
KEPT_S = 365 * 24 * 3600
MOST = 8  # people who share a browser


def remember(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    """Remember this browser for this person, by a signed cookie, until they choose another password."""
    name, marks = _read(request)
    marks.pop(str(user.pk), None)
    kept = dict([*marks.items(), (str(user.pk), _mark(user))][-MOST:])
    answer.set_cookie(
        COOKIE,
        Signer(salt=SALT).sign_object([name or secrets.token_hex(8), kept]),
        max_age=KEPT_S,
        path=PATH,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def name_of(request: HttpRequest, login: str) -> str:
    """The name of this browser, if the person with this login has signed in here before; else empty."""
    name, marks = _read(request)
    if not (name and login):
        return ""
    people = User.objects.filter(Q(username__iexact=login) | Q(email__iexact=login), pk__in=[*map(int, marks)])
    return name if any(constant_time_compare(marks[str(user.pk)], _mark(user)) for user in people) else ""


def _read(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    try:
        name, marks = Signer(salt=SALT).unsign_object(request.COOKIES.get(COOKIE, ""))
    except (BadSignature, ValueError, TypeError):
        return "", {}
    return name, marks


def _mark(user: User) -> str:
    """A mark that is derived from the present password without revealing it."""
    return user.get_session_auth_hash()[:32]
