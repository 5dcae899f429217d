"""Ask people again who they are before an act as powerful as their password, so that whoever finds a browser signed in
cannot become its owner."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from allauth.account.internal.flows import reauthentication
from allauth.core.exceptions import ReauthenticationRequired
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import signed_in
from accounts.models import User

SAFE = ("GET", "HEAD", "OPTIONS")
Page = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that a person, by key, has given password, code or passkey in this browser within the last five
    minutes."""

    of: int

    def require(self, user: User) -> None:
        """Raise PermissionDenied if this is somebody else's proof."""
        if self.of != user.pk:
            raise PermissionDenied("This is the proof of somebody else.")


def proof(request: HttpRequest) -> Proof:
    """The proof of the signed-in person. Raises ReauthenticationRequired if it is missing or too old: then a page asks
    for it, and the original request goes on afterwards. Raises PermissionDenied for a person who has nothing to give as
    proof."""
    user = signed_in.user(request)
    if not reauthentication.get_reauthentication_flows(user):
        words = _("This needs your password, and you have none. The page to sign in sends you a link to choose one.")
        raise PermissionDenied(words)
    if not reauthentication.did_recently_reauthenticate(request):
        raise ReauthenticationRequired
    return Proof(user.pk)


def proved(view: Page) -> Page:
    """Mark a page whose changes need a proof; reading it does not."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        if request.method not in SAFE:
            proof(request)
        return view(request, *args, **named)

    return asked


def proved_first(view: Page) -> Page:
    """Mark a page that is only shown with a proof. It is for forms with passwords, because a request that waits for a
    proof is stored in the session as it was sent."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        try:
            proof(request)
        except ReauthenticationRequired:
            if request.method in SAFE:
                raise
            return redirect(request.get_full_path())
        return view(request, *args, **named)

    return asked
