"""Close the administration to staff without a second step, where the site's settings say so."""

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import services


def guard(site: AdminSite) -> None:
    """Make the administration `site` refuse staff who lack a second step, and lead them to the page that sets one
    up."""
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
