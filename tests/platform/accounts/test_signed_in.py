"""A view that needs an account gets one, or refuses."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import RequestFactory
from django.utils.functional import SimpleLazyObject

from accounts import signed_in
from accounts.models import User


def test_whoever_is_signed_in_is_who_asks() -> None:
    request = RequestFactory().get("/")
    anna = User(username="anna")
    request.user = SimpleLazyObject(lambda: anna)  # as Django's middleware puts it there
    assert signed_in.user(request) == anna


def test_nobody_is_refused() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    with pytest.raises(PermissionDenied):
        signed_in.user(request)
