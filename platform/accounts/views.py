"""Pages of sign-in that differ from allauth's: the address, and the way back in without a password."""

from typing import Any

from allauth.account.views import EmailView, PasswordResetView
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views import View

from accounts import mail


class NeedsMail(View):
    """A page that needs mail; on a site that sends none it says so."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the page that says so, or go on."""
        if not mail.is_configured():
            return render(request, "account/no_mail.html")
        return super().dispatch(request, *args, **kwargs)


class Address(NeedsMail, EmailView):  # type: ignore[misc]  # allauth has no types
    """One's own address; another one replaces it only when it is confirmed."""

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        return None


class Reset(NeedsMail, PasswordResetView):  # type: ignore[misc]  # allauth has no types
    """A link for a new password, by mail."""


address = Address.as_view()
reset = Reset.as_view()
