"""Middleware around every page: what is worked on, and how long it took."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from watching import asked

FIELD = f"HTTP_{asked.HEADER.upper().replace('-', '_')}"


class Pages:
    """Say during a request what is worked on. A request id that is not of nginx's form is none. nginx, which sends one,
    is told the route for its own log; it tells nobody else."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not asked.REQUEST_ID.fullmatch(request.META.get(FIELD, "")):
            request.META.pop(FIELD, None)
        page = asked.Page(request)
        with asked.working(page):
            response = self.answer(request)
        if FIELD in request.META:
            response["X-Route"] = page.route
        return response
