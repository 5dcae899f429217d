"""What no address of the site may hold."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

Answer = Callable[[HttpRequest], HttpResponse]


class NoNul:
    """400 for an address with a NUL: PostgreSQL takes none in text, SQLite does; here both answer the same."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return HttpResponseBadRequest("no NUL in an address", content_type="text/plain")
        return self.answer(request)
