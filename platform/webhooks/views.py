"""The pages of webhooks, for organisers of a club (with its address) and for the staff of the site (without)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import signed_in
from clubs.models import Club
from doors.once import once, shown_once
from webhooks import selectors
from webhooks.forms import EndpointForm, label_of
from webhooks.models import Delivery, Endpoint
from webhooks.services import delivering
from webhooks.services import endpoints as endpoint_services

ON_A_PAGE = 25
Page = Callable[..., HttpResponseBase]


def managed(view: Page) -> Page:
    """Mark a page for the people who manage the webhooks of a club or of the site. Some show secrets, so no cache may
    store them."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str = "", **named: Any) -> HttpResponseBase:
        club = get_object_or_404(Club, slug=slug) if slug else None
        if not selectors.may_manage(request.user, club):
            raise PermissionDenied(
                _("Only the club's organisers look after its webhooks.") if club else _("Only the site’s staff do.")
            )
        return view(request, club, **named)

    return cache_control(private=True, no_store=True)(login_required(answer))


@managed
@require_safe
def endpoints(request: HttpRequest, club: Club | None) -> HttpResponse:
    """All endpoints, and the form for a new one."""
    return _list(request, club, EndpointForm(is_new=True))


@managed
@once
@require_POST
def add(request: HttpRequest, club: Club | None) -> HttpResponse:
    """Add an endpoint; its secret is shown only this once."""
    form = EndpointForm(request.POST, is_new=True)
    if form.is_valid():
        try:
            made, secret = endpoint_services.add(
                club=club, by=signed_in.user(request), now=timezone.now(), **form.cleaned_data
            )
            return shown_once(
                _one(request, club, made, secret=secret), address(club, "endpoint", public_id=made.public_id)
            )
        except endpoint_services.Refused as refused:
            form.add_error(refused.field or None, str(refused))
    return _list(request, club, form)


@managed
@require_http_methods(["GET", "HEAD", "POST"])
def endpoint(request: HttpRequest, club: Club | None, public_id: str) -> HttpResponse:
    """An endpoint with its log; POST changes it."""
    shown = _found(club, public_id)
    if request.method != "POST":
        return _one(request, club, shown)
    form = EndpointForm(request.POST)
    if form.is_valid():
        try:
            endpoint_services.change(
                endpoint=shown, by=signed_in.user(request), now=timezone.now(), **form.cleaned_data
            )
            messages.success(request, _("Saved."))
            return redirect(address(club, "endpoint", public_id=public_id))
        except endpoint_services.Refused as refused:
            form.add_error(refused.field or None, str(refused))
    return _one(request, club, shown, form=form)


@managed
@once
@require_POST
def rotate(request: HttpRequest, club: Club | None, public_id: str) -> HttpResponse:
    """Make a new secret, which is shown only this once."""
    of = _found(club, public_id)
    changed, secret = endpoint_services.rotate(endpoint=of, by=signed_in.user(request), now=timezone.now())
    return shown_once(_one(request, club, changed, secret=secret), address(club, "endpoint", public_id=public_id))


@managed
@require_POST
def remove(request: HttpRequest, club: Club | None, public_id: str) -> HttpResponse:
    """Remove an endpoint with its log."""
    endpoint_services.remove(endpoint=_found(club, public_id), by=signed_in.user(request), now=timezone.now())
    messages.success(request, _("The address is removed."))
    return redirect(address(club, "endpoints"))


@managed
@require_POST
def try_out(request: HttpRequest, club: Club | None, public_id: str) -> HttpResponse:
    """Send a test now, and show the answer."""
    to = _found(club, public_id)
    tried = delivering.try_out(endpoint=to, by=signed_in.user(request), now=timezone.now())
    return _one(request, club, to, tried=tried)


@managed
@once
@require_POST
def send_again(request: HttpRequest, club: Club | None, public_id: str, delivery: str) -> HttpResponse:
    """Send a message again."""
    of = _found(club, public_id)
    found = get_object_or_404(selectors.log(of), public_id=delivery)
    try:
        delivering.send_again(delivery=found, by=signed_in.user(request), now=timezone.now())
        messages.success(request, _("It is sent again now. Look at this page in a moment."))
    except endpoint_services.Refused as refused:
        messages.error(request, str(refused))
    return redirect(address(club, "endpoint", public_id=public_id))


def address(club: Club | None, name: str, **named: str) -> str:
    """The address of a page of webhooks, for a club or for the site."""
    facts = {"slug": club.slug, **named} if club else named
    return reverse(f"webhooks:{name}" if club else f"webhooks:site-{name}", kwargs=facts)


def _found(club: Club | None, public_id: str) -> Endpoint:
    return get_object_or_404(selectors.endpoints(club), public_id=public_id)


def _list(request: HttpRequest, club: Club | None, form: EndpointForm) -> HttpResponse:
    rows = [(one, address(club, "endpoint", public_id=one.public_id)) for one in selectors.endpoints(club)]
    context = {"club": club, "rows": rows, "form": form, "add": address(club, "add")}
    return render(request, "webhooks/endpoints.html", context, status=422 if form.errors else 200)


def _one(
    request: HttpRequest, club: Club | None, shown: Endpoint, *, form: EndpointForm | None = None, **more: Any
) -> HttpResponse:
    at = {"public_id": shown.public_id}
    named = {"url": shown.url, "kinds": shown.kinds, "is_on": shown.is_on}
    page = Paginator(selectors.log(shown), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "endpoint": shown,
        "form": form or EndpointForm(initial=named),
        "log": page,
        "rows": [_row(club, shown, one) for one in page],
        "is_rotating": bool(shown.old_until and timezone.now() < shown.old_until),
        "all": address(club, "endpoints"),
        "here": address(club, "endpoint", **at),
        **{f"to_{name}": address(club, name, **at) for name in ("rotate", "remove", "try_out")},
        **more,
    }
    return render(request, "webhooks/endpoint.html", context, status=422 if form and form.errors else 200)


def _row(club: Club | None, shown: Endpoint, delivery: Delivery) -> dict[str, Any]:
    tries = list(delivery.attempts.all())
    return {
        "delivery": delivery,
        "words": label_of(delivery.message.kind),
        "tries": tries,
        "last": tries[0] if tries else None,
        "again": address(club, "send_again", public_id=shown.public_id, delivery=delivery.public_id),
    }
