"""The addresses `/livez`, `/readyz` and `/healthz`. They are public, because they only read."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from config.environment import sqlite
from config.health import readiness, site


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


class Unqueued:
    """Middleware that answers these addresses before anything that may wait for the database."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = VIEWS.get(request.path)
        return self.answer(request) if view is None else view(request)


VIEWS = {"/livez": livez, "/readyz": readyz, "/healthz": healthz}
