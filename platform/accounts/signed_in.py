"""The signed-in user of a request, for views that need an account."""

from datetime import datetime
from typing import TypedDict

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from accounts.models import User


class Asked(TypedDict):
    """The user and the time of a request, which most services need."""

    by: User
    now: datetime


def user(request: HttpRequest | Request) -> User:
    """The signed-in user; raises `PermissionDenied` (403) if nobody is signed in."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Sign in first.")
    return request.user


def asked(request: HttpRequest | Request) -> Asked:
    """The signed-in user and the time; raises as `user` does."""
    return {"by": user(request), "now": timezone.now()}
