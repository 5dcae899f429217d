"""Put off the request to set up a second step."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import signed_in
from accounts.second_factor import services


@require_POST
@login_required
def later(request: HttpRequest) -> HttpResponse:
    """Put off the request: the site asks again in a month."""
    services.put_off(user=signed_in.user(request), now=timezone.now())
    return redirect("pages:me")
