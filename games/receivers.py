"""Receivers of signals that the platform app sends."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.devices.signals import session_ended
from games import services


@receiver(user_logged_out, dispatch_uid="games.signed_out")
def close_sockets(sender: Any, request: HttpRequest, **_: Any) -> None:
    """Close a user's sockets when they sign out; the session still has the key that the sockets came in with."""
    if request.session.session_key:
        services.sign_out(session=request.session.session_key)


@receiver(session_ended, dispatch_uid="games.session_ended")
def close_sockets_elsewhere(sender: Any, session: str, **_: Any) -> None:
    """A login is ended from another browser, or by a new password."""
    services.sign_out(session=session)
