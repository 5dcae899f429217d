"""Rate limits for expensive reads, counted for each account over pages and API together, and the answer to a caller who
is over one. Acts that store or send something are limited where they are done (`quotas`)."""

from collections.abc import Callable
from functools import wraps
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

READING = ("GET", "HEAD")
View = Callable[..., HttpResponseBase]


class TooOften(Exception):
    """Something was done as often as is allowed; the text says what, and `wait` says in how many seconds it may be done
    again."""

    def __init__(self, words: str, *, wait: int) -> None:
        super().__init__(words)
        self.wait = wait


class TooOftenPages:
    """Middleware that answers 429 with the reason if a page's service raises TooOften."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for TooOften; other errors are left to others."""
        return too_often(request, error.wait, str(error)) if isinstance(error, TooOften) else None


class Limit(SimpleRateThrottle):
    """A rate limit of one account. Without a sign-in the address is counted, with the higher `rate_of_address`, because
    a hall of a hundred phones shares one. In the API it is a throttle."""

    rate = ""
    rate_of_address = ""

    def allow_request(self, request: HttpRequest | Request, view: Any = None) -> bool:
        """Is this request allowed? Only requests that read count."""
        if request.method not in READING:
            return True
        if not request.user.is_authenticated and self.rate_of_address:
            self.num_requests, self.duration = self.parse_rate(self.rate_of_address)
        return bool(super().allow_request(request, view))  # type: ignore[arg-type]  # nothing of the API is asked for

    def get_cache_key(self, request: HttpRequest | Request, view: Any) -> str:
        """The key to count by: the account, else the address."""
        who = f"user-{request.user.pk}" if request.user.is_authenticated else request.META.get("REMOTE_ADDR", "")
        return f"limit/{self.scope}/{who}"


class Searches(Limit):
    """The limit for searches of the archive and for files of their results."""

    scope, rate, rate_of_address = "archive", "60/min", "600/min"


class Hints(Limit):
    """The limit for hints at a table of practice, because the house computes each."""

    scope, rate, rate_of_address = "hints", "60/min", "600/min"


def limited(limit: type[Limit]) -> Callable[[View], View]:
    """Put a page under a limit: too many requests get 429 with `Retry-After` and a sentence that says when to try
    again."""

    def under(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **facts: Any) -> HttpResponseBase:
            counted = limit()
            if counted.allow_request(request):
                return view(request, *args, **facts)
            return too_often(request, ceil(counted.wait() or 1))

        return answer

    return under


def too_often(request: HttpRequest, wait: int, words: str = "") -> HttpResponse:
    """The page that says why something is refused (`words`), and that it may be done again in `wait` seconds."""
    page = render(request, "too_often.html", {"minutes": ceil(wait / 60), "words": words})
    return said_too_often(page, TooOften(words, wait=wait))


def said_too_often(page: HttpResponse, error: TooOften) -> HttpResponse:
    """Send a page that shows the refusal itself, such as a form with its fields, as a 429 with `Retry-After`."""
    page.status_code = 429
    page["Retry-After"] = str(error.wait)
    return page
