"""Who asks at a door that lets only people with an account in."""

from datetime import datetime
from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from accounts.models import User


class Asked(TypedDict):
    """By whom something is asked, and when: what most services take."""

    by: User
    now: datetime


def user(request: HttpRequest | Request) -> User:
    """Whoever is signed in; `PermissionDenied` (403) where nobody is, so a door that forgot to ask stays shut."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Sign in first.")
    return request.user


def asked(request: HttpRequest | Request) -> Asked:
    """Whoever is signed in, and the time; raises as `user`."""
    return {"by": user(request), "now": timezone.now()}
