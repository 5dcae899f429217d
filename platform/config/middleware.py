"""What no address or form of the site may hold, and the language in which a page speaks."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from doors import languages

Answer = Callable[[HttpRequest], HttpResponse]


class NoNul:
    """400 for an address or a page's form with a NUL: PostgreSQL takes none in text, SQLite does; here both answer the
    same. The API looks at its bodies itself."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return HttpResponseBadRequest("no NUL in an address", content_type="text/plain")
        return self.answer(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Look at a form that is sent to a page; what is exempt from the pages' token is no page."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        if any("\0" in value for name, values in request.POST.lists() for value in (name, *values)):
            return HttpResponseBadRequest("no NUL in a form", content_type="text/plain")
        return None


class PageLanguage(LocaleMiddleware):
    """The visitor's language (their cookie, else what the browser asks for) on pages that have all their words in it;
    English on all others, so that no page says with `lang` what its words are not (WCAG 3.1.1). `request.is_translated`
    says which of the two a page is."""

    def process_request(self, request: HttpRequest) -> None:
        """Remember the language that is wished; until a view is found the site speaks its own."""
        super().process_request(request)
        request.wished_language = translation.get_language()  # type: ignore[attr-defined]
        self._speak(request, settings.LANGUAGE_CODE)

    def process_view(self, request: Any, view: Callable[..., Any], _args: Any, _kwargs: Any) -> None:
        """A view that is marked as translated is called in the language that is wished."""
        request.is_translated = languages.is_translated(view)
        if request.is_translated:
            self._speak(request, request.wished_language)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Name the language in the answer, and leave none behind for what this thread does next."""
        answer = super().process_response(request, response)
        translation.deactivate()
        return answer

    def _speak(self, request: HttpRequest, language: str) -> None:
        translation.activate(language)
        request.LANGUAGE_CODE = language
