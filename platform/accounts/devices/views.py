"""The page that lists the browsers in which a user is signed in."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts import signed_in
from accounts.api_tokens import services as api_tokens
from accounts.devices import services


@require_safe
@cache_control(private=True, no_store=True)
@login_required
def devices(request: HttpRequest) -> HttpResponse:
    """List the browsers in which the user is signed in, this one first."""
    user = signed_in.user(request)
    context = {
        "devices": services.devices_of(user, current=request.session.session_key),
        "nameless": _("A browser without a name"),
        "tokens": api_tokens.tokens_of(user).count(),
    }
    return render(request, "account/devices.html", context)


@require_POST
@login_required
def end(request: HttpRequest) -> HttpResponse:
    """Sign out in one browser (`device`), in all others (`device=others`), or everywhere (`device=all`); with
    `tokens` the API tokens are revoked, too."""
    user, now, chosen = signed_in.user(request), timezone.now(), request.POST.get("device", "")
    here, tokens = request.session.session_key, "tokens" in request.POST
    if chosen == "all":
        services.end_all(user=user, tokens=tokens, now=now)
        logout(request)
        messages.success(request, _("You are signed out everywhere."))
        return redirect("account_login")
    if chosen == "others":
        ended = services.end_all(user=user, tokens=tokens, now=now, but=here)
    else:
        ended = int(chosen.isascii() and chosen.isdigit() and services.end(user=user, pk=int(chosen[:18]), now=now))
    many = _("You are signed out in %(n)d browsers.") % {"n": ended}
    messages.success(request, _("You are signed out in that browser.") if ended == 1 else many)
    return redirect("account_devices")
