"""The page of one's own tokens."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from accounts import signed_in
from accounts.api_tokens import authentication, services
from accounts.api_tokens.forms import TokenForm
from accounts.proving import proofs
from doors.once import once, shown_once


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
@once
@proofs.proved
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's tokens with the form for a new one. POST makes a token and shows its text, only this once."""
    user, now, form, text = signed_in.user(request), timezone.now(), TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            _made, text = services.make(user=user, proof=proofs.proof(request), now=now, **form.cleaned_data)
            form = TokenForm()
        except services.TooManyTokens:
            form.add_error(None, _("You have %(n)d tokens: revoke one first.") % {"n": services.MOST})
    context = {
        "form": form,
        "text": text,
        "tokens": [(token, token.has_expired(now)) for token in services.tokens_of(user)],
        "rate": authentication.TokenRate.rate.partition("/")[0],
    }
    page = render(request, "account/tokens.html", context, status=201 if text else 422 if form.errors else 200)
    return shown_once(page, reverse("account_tokens")) if text else page


@require_POST
@login_required
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke one of one's tokens."""
    services.revoke(user=signed_in.user(request), public_id=request.POST.get("token", ""), now=timezone.now())
    messages.success(request, _("The token is revoked."))
    return redirect("account_tokens")
