"""The sign-in pages that differ from allauth's: the address, a first password, the way back in without a password."""

from typing import Any

from allauth.account.views import EmailView, PasswordResetView, PasswordSetView
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views import View

from accounts import mail
from accounts.proving import proofs


class NeedsMail(View):
    """A page that needs mail. On a site that sends none it says so."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the page, or say that the site sends no mail."""
        if not mail.is_configured():
            return render(request, "account/no_mail.html")
        return super().dispatch(request, *args, **kwargs)


class Address(NeedsMail, EmailView):  # type: ignore[misc]  # allauth has no types
    """Change one's address. A new one replaces the old one only when it is confirmed."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Change the address. This needs a proof, because the owner of an address can choose a new password."""
        proofs.proof(request)
        return super().post(request, *args, **kwargs)  # type: ignore[no-any-return]  # allauth has no types

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        return None


class Reset(NeedsMail, PasswordResetView):  # type: ignore[misc]  # allauth has no types
    """Mail a link for a new password."""


address = Address.as_view()
# for who signs in by passkey alone; a new password in place of another asks for that one
first_password = login_required(proofs.proved_first(PasswordSetView.as_view()))
reset = Reset.as_view()
