"""Pages of sign-in that differ from allauth's: the address, a first password, the way back in without one."""

from typing import Any

from allauth.account.views import EmailView, PasswordResetView, PasswordSetView
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views import View

from accounts import mail
from accounts.proving import proofs


class NeedsMail(View):
    """A page that needs mail; on a site that sends none it says so."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show the page that says so, or go on."""
        if not mail.is_configured():
            return render(request, "account/no_mail.html")
        return super().dispatch(request, *args, **kwargs)


class Address(NeedsMail, EmailView):  # type: ignore[misc]  # allauth has no types
    """One's own address; another one replaces it only when it is confirmed."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Change the address: whoever has it can choose a new password."""
        proofs.proof(request)
        return super().post(request, *args, **kwargs)  # type: ignore[no-any-return]  # allauth has no types

    def _action_primary(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        return None


class Reset(NeedsMail, PasswordResetView):  # type: ignore[misc]  # allauth has no types
    """A link for a new password, by mail."""


address = Address.as_view()
# for who signs in by passkey alone; a new password in place of another asks for that one
first_password = login_required(proofs.proved_first(PasswordSetView.as_view()))
reset = Reset.as_view()
