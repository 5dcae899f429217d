"""Receivers of the platform's signals."""

from typing import Any

from allauth.account.signals import user_signed_up
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.devices.signals import session_ended
from accounts.models import User
from games.services import tables


@receiver(user_logged_out, dispatch_uid="games.signed_out")
def close_sockets(sender: Any, request: HttpRequest, **_: Any) -> None:
    """Close a user's sockets when they sign out; the session still has the key with which the sockets came in."""
    if request.session.session_key:
        tables.sign_out(session=request.session.session_key)


@receiver(user_signed_up, dispatch_uid="games.signed_up")
def guest_has_account(sender: Any, user: User, **_: Any) -> None:
    """Rename a guest at their tables when they sign up."""
    tables.rename_at_tables(user=user)


@receiver(session_ended, dispatch_uid="games.session_ended")
def close_sockets_elsewhere(sender: Any, session: str, **_: Any) -> None:
    """Close the sockets of a login that was ended from another browser, or by a new password."""
    tables.sign_out(session=session)
