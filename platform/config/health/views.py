"""The addresses `/livez`, `/readyz` and `/healthz`, which are public because they only read, and `/metrics`, which is
not."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotFound, JsonResponse
from django.urls import resolve

from config.environment import sqlite
from config.health import readiness, site
from watching import scraping


def livez(request: HttpRequest) -> JsonResponse:
    """Answer that the process is alive."""
    return JsonResponse({"alive": True})


def readyz(request: HttpRequest) -> JsonResponse:
    """Answer whether this process can serve; if not, 503 with a sentence for each reason. Answers within two
    seconds."""
    problems = readiness.problems()
    body: dict[str, Any] = {"ready": not problems, "problems": problems, "database": connection.vendor}
    if connection.vendor == "sqlite":
        body["sqlite"] = {"version": sqlite.VERSION, "way": sqlite.WAY, "journal": sqlite.JOURNAL}
    return JsonResponse(body, status=503 if problems else 200)


def healthz(request: HttpRequest) -> JsonResponse:
    """Answer whether the whole site is well; if not, 503 with a sentence for each reason. Answers within four
    seconds."""
    problems, figures = site.health()
    return JsonResponse({"healthy": not problems, "problems": problems, **figures}, status=503 if problems else 200)


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer the figures of this process and of the site to whoever may read them."""
    if not settings.METRICS_ARE_ON:
        return HttpResponseNotFound("No figures are counted here.\n", content_type="text/plain")
    if not scraping.may_read(request.headers.get("Authorization", ""), request.META.get("REMOTE_ADDR", "")):
        return HttpResponseForbidden(scraping.NOBODY, content_type="text/plain")
    return HttpResponse(scraping.text(), content_type=scraping.CONTENT_TYPE)


class Unqueued:
    """Middleware that answers these addresses before anything that may wait for the database."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = VIEWS.get(request.path)
        if view is None:
            return self.answer(request)
        request.resolver_match = resolve(request.path)
        return view(request)


VIEWS = {"/livez": livez, "/readyz": readyz, "/healthz": healthz, "/metrics": metrics}
