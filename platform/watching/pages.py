"""Middleware around every page: what is worked on, and how long it took."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse

from watching import asked, figures

FIELD = f"HTTP_{asked.HEADER.upper().replace('-', '_')}"


class Pages:
    """Say during a request what is worked on. A request id that is not of nginx's form is none. nginx, which sends one,
    is told the route for its own log; it tells nobody else."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not asked.REQUEST_ID.fullmatch(request.META.get(FIELD, "")):
            request.META.pop(FIELD, None)
        page, came = asked.Page(request), perf_counter()
        with asked.working(page):
            response = self.answer(request)
        figures.answered(page.route, request.method, response.status_code, perf_counter() - came)
        if FIELD in request.META:
            response["X-Route"] = page.route
        return response
