"""Put off the request to set up a second step; mark the pages of allauth that are translated."""

from allauth.account import views as account
from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import signed_in
from accounts.second_factor import services
from doors.languages import translated

for view in (
    account.login,
    account.reauthenticate,
    base.index,
    base.authenticate,
    base.reauthenticate,
    totp.activate_totp,
    totp.deactivate_totp,
    recovery_codes.view_recovery_codes,
    recovery_codes.generate_recovery_codes,
    webauthn.add_webauthn,
    webauthn.list_webauthn,
    webauthn.edit_webauthn,
    webauthn.remove_webauthn,
    webauthn.reauthenticate_webauthn,
):
    translated(view)


@require_POST
@login_required
def later(request: HttpRequest) -> HttpResponse:
    """Put off the request: the site asks again after a month."""
    services.put_off(user=signed_in.user(request), now=timezone.now())
    return redirect("pages:me")
