"""Middleware for every page: refuse NUL characters, share out database connections, give ETags, serve parts of pages,
compute versions once, set the language."""

import re
from collections.abc import Callable
from hashlib import sha256
from threading import BoundedSemaphore
from time import perf_counter
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import quote_etag

from doors.api import problems
from doors.caching import digests
from watching import figures

FORM_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
Answer = Callable[[HttpRequest], HttpResponse]


class NoNul:
    """Answer 400 to an address or a page's form with a NUL: PostgreSQL does not store it in text, SQLite does; here
    both answer the same. A cookie with a NUL is ignored. The API checks its bodies itself."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            said = "no NUL in an address"
            if request.path.startswith(problems.PREFIX):
                return problems.refusal(400, "invalid", said)
            return HttpResponseBadRequest(said, content_type="text/plain")
        if any("\0" in value for value in request.COOKIES.values()):
            request.COOKIES = {name: value for name, value in request.COOKIES.items() if "\0" not in value}
        return self.answer(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Check a form sent to a page. Views exempt from the CSRF token are not pages."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        if any("\0" in value for name, values in request.POST.lists() for value in (name, *values)):
            return HttpResponseBadRequest("no NUL in a form", content_type="text/plain")
        return None


class Turns:
    """Let only as many pages be made at once as there are database connections; the next page waits for its turn. So a
    crowd waits longer, but no page fails for lack of a connection. The connection is free as soon as the page is made,
    even if its visitor reads it slowly."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        database: dict[str, Any] = settings.DATABASES["default"]
        most = database.get("OPTIONS", {}).get("pool", {}).get("max_size")
        if most is None:
            raise MiddlewareNotUsed("every thread has a connection of its own")
        self.turns = BoundedSemaphore(most)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        came = perf_counter()
        with self.turns:
            figures.waited(perf_counter() - came)
            try:
                return self.answer(request)
            finally:
                connection.close_if_unusable_or_obsolete()


class PageVersions(ConditionalGetMiddleware):
    """Give every cacheable page an ETag, and answer 304 to a visitor who has it. Django's own ETag changes with the
    CSRF token in forms, which is different in every answer. Any of these tokens is valid as long as the visitor's
    secret is the same, so the ETag covers the secret instead."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        """Give a page its ETag unless it has one, then answer as Django does."""
        is_page = request.method == "GET" and response.status_code == 200 and not response.streaming
        if is_page and self.needs_etag(response) and "ETag" not in response:
            said, tokens = FORM_TOKEN.subn(b"", response.content)
            secret = request.META.get("CSRF_COOKIE", "") if tokens else ""
            response["ETag"] = quote_etag(sha256(said + secret.encode()).hexdigest()[:32])
            response.setdefault("Cache-Control", "no-cache")
        return super().process_response(request, response)


class Parts:
    """Serve parts of pages, which have the addresses of their pages. No browser may show the one for the other. If a
    part needs a sign-in, the redirect leads the whole page to it and back to it later, so that the sign-in page does
    not appear inside another."""

    ASKED_BY = ("HX-Request", "X-Region")  # headers that say: only the part

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.answer(request)
        if not any(name in request.headers for name in self.ASKED_BY):
            if response.get("Content-Type", "").startswith("text/html"):
                patch_vary_headers(response, self.ASKED_BY)
            return response
        to = urlsplit(response.get("Location", ""))
        if "HX-Request" in request.headers and to.path == settings.LOGIN_URL:
            here = urlencode({REDIRECT_FIELD_NAME: self._page(request)})
            response = HttpResponse(headers={"HX-Redirect": f"{settings.LOGIN_URL}?{here}"})
        patch_vary_headers(response, self.ASKED_BY)
        if response.status_code != 200 or "HX-Redirect" in response:
            response["Cache-Control"] = "no-store"
            del response["ETag"]
        return response

    @staticmethod
    def _page(request: HttpRequest) -> str:
        """The address of the page that a part belongs to, on this site."""
        shown = urlsplit(request.headers.get("HX-Current-URL", ""))
        if shown.netloc != request.get_host():
            return request.get_full_path()
        return shown.path + (f"?{shown.query}" if shown.query else "")


class PackedPages(GZipMiddleware):
    """Compress pages for browsers that accept it, because half of the wait on a slow phone is for them. Django pads
    them against guessing by length (BREACH). Other answers stay as they are: the API keeps its strong ETags."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        """Compress a page; static files are compressed when they are collected."""
        is_page = response.get("Content-Type", "").startswith("text/html")
        return super().process_response(request, response) if is_page else response


class OneLook:
    """Compute each version of a page's facts only once during a request that only reads."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return self.answer(request)
        with digests.one_look():
            return self.answer(request)


class VisitorLanguage(LocaleMiddleware):
    """Show every page in the visitor's language (from their cookie, else what the browser asks for)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Name the language in the answer, and deactivate it, because the thread continues with other work."""
        answer = super().process_response(request, response)
        translation.deactivate()
        return answer
