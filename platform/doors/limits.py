"""How often somebody may ask for what costs much: counted for each account, pages and API together."""

from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

View = Callable[..., HttpResponseBase]


class Limit(SimpleRateThrottle):
    """So often in so long may one account do something. Where nobody is signed in the address is counted, with the
    higher `rate_of_address`: a hall of a hundred phones stands behind one. The API names it as a throttle."""

    rate = ""
    rate_of_address = ""
    methods: tuple[str, ...] = ("POST",)

    def allow_request(self, request: HttpRequest | Request, view: Any = None) -> bool:
        """May this request go on? Only requests by the limit's methods count."""
        if request.method not in self.methods:
            return True
        if not request.user.is_authenticated and self.rate_of_address:
            self.num_requests, self.duration = self.parse_rate(self.rate_of_address)
        return bool(super().allow_request(request, view))  # type: ignore[arg-type]  # nothing of the API is asked for

    def get_cache_key(self, request: HttpRequest | Request, view: Any) -> str:
        """Who asks: an account, else an address."""
        who = f"user-{request.user.pk}" if request.user.is_authenticated else request.META.get("REMOTE_ADDR", "")
        return f"limit/{self.scope}/{who}"


class NewClubs(Limit):
    """Clubs that one person founds."""

    scope, rate = "clubs", "10/day"


class NewTournaments(Limit):
    """Tournaments that one person makes."""

    scope, rate = "tournaments", "60/hour"


class Exports(Limit):
    """Files with all that the site knows about one person."""

    scope, rate = "exports", "10/hour"


class Leavings(Limit):
    """Tries of one person to delete their account: each may be a guess at the password."""

    scope, rate = "leavings", "10/hour"


class Searches(Limit):
    """Searches of the archive, and files of what they find."""

    scope, rate, rate_of_address, methods = "archive", "60/min", "600/min", ("GET", "HEAD")


def limited(limit: type[Limit]) -> Callable[[View], View]:
    """A page under a limit: whoever asks too often gets 429 with `Retry-After` and a sentence: when to come back."""

    def under(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **facts: Any) -> HttpResponseBase:
            counted = limit()
            if counted.allow_request(request):
                return view(request, *args, **facts)
            wait = ceil(counted.wait() or 1)
            page = render(request, "too_often.html", {"minutes": ceil(wait / 60)}, status=429)
            page["Retry-After"] = str(wait)
            return page

        return answer

    return under
