"""Answers of the API whose version is known before they are made."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.request import Request


def made_once(request: Request, version: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer with its version as ETag, or 304 without making it."""
    etag = quote_etag(version)
    answer = get_conditional_response(request._request, etag=etag) or make()
    answer["ETag"], answer["Cache-Control"] = etag, "no-cache"
    return answer
