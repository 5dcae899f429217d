"""The pages on which users export their own data or delete their account."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import signed_in
from accounts.own_data import services
from accounts.own_data.forms import LeaveForm
from accounts.own_data.parts import Blocked
from accounts.proving import proofs


@require_safe
@cache_control(private=True, no_store=True)
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    """Show what users can do with their own data."""
    return render(request, "account/own_data.html")


@require_POST
@cache_control(private=True, no_store=True)
@login_required
@proofs.proved
def export(request: HttpRequest) -> HttpResponseBase:
    """Download all of one's data as one file."""
    user, now = signed_in.user(request), timezone.now()
    answer = HttpResponse(
        services.export(user=user, proof=proofs.proof(request), now=now), content_type="application/json"
    )
    answer["Content-Disposition"] = f'attachment; filename="undercut-{user.public_id}-{now:%Y-%m-%d}.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_store=True)
@login_required
@proofs.proved
def leave(request: HttpRequest) -> HttpResponse:
    """Show what is deleted, what stays, and what prevents it; POST deletes the account."""
    user, form = signed_in.user(request), LeaveForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            alias = services.leave(user=user, proof=proofs.proof(request), now=timezone.now(), **form.cleaned_data)
        except services.NotMeant:
            form.add_error("confirmed", _("This is not the name with which you sign in."))
        except Blocked as blocked:
            form.add_error(None, [one.words for one in blocked.obstacles])
        else:
            logout(request)
            words = _("Your account is deleted. Your results stay under the name “%(alias)s”.")
            messages.success(request, words % {"alias": alias})
            return redirect("pages:home")
    context = {"form": form, "obstacles": services.obstacles(user)}
    return render(request, "account/leave.html", context, status=422 if form.errors else 200)
