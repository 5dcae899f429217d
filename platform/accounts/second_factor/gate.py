"""Close the administration to staff without a second step, or all pages to everybody without one, if the site's
settings say so."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services
from doors.api import problems

OPEN = frozenset({  # what leads to a second step, or away; no page of it shows or does anything else
    "account_login", "account_logout", "account_reauthenticate", "account_signup", "account_inactive",
    "account_confirm_email", "account_email_verification_sent", "account_reset_password",
    "account_reset_password_done", "account_reset_password_from_key", "account_reset_password_from_key_done",
    "account_set_password", "account_change_password", "account_second_factor_later",
})  # fmt: skip


class SecondStep:
    """Middleware for a site that requires a second step of everybody: a signed-in person without one is led to the page
    that sets one up, and the API answers 403."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        """Check before the view of a page or an operation is called."""
        name = (request.resolver_match and request.resolver_match.url_name) or ""
        if name in OPEN or name.startswith("mfa_") or not services.is_demanded_of(services.EVERYBODY):
            return None  # before the user is looked up
        if not services.is_kept_out(request.user):
            return None
        said = _("This site asks everybody for a second step at sign-in. Set one up here first.")
        if request.path.startswith(problems.PREFIX):
            return problems.refusal(403, "second_step_missing", said)
        messages.warning(request, said)
        return redirect("mfa_index")


def guard(site: AdminSite) -> None:
    """Make the administration `site` refuse staff without a second step, and lead them to the page that sets one up."""
    is_permitted, sign_in = site.has_permission, site.login

    def has_permission(request: HttpRequest) -> bool:
        return is_permitted(request) and not _is_missing(request)

    def login(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not _is_missing(request):
            return sign_in(request, *args, **kwargs)  # type: ignore[arg-type]  # as Django calls it
        messages.warning(request, _("The administration needs a second step at sign-in. Set one up here first."))
        return redirect("mfa_index")

    site.has_permission = has_permission  # type: ignore[method-assign]  # this site's own door
    site.login = login  # type: ignore[method-assign,assignment]  # this site's own door


def _is_missing(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and services.is_missing(request.user)
