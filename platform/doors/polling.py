"""Parts of pages that refresh themselves (htmx)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def is_part(request: HttpRequest) -> bool:
    """Does the request ask only for the part that refreshes itself?"""
    return request.headers.get("HX-Request") == "true"


def lead_to(there: str, *, part: bool) -> HttpResponse:
    """Redirect to another page, even from a part of a page."""
    return HttpResponse(headers={"HX-Redirect": there}) if part else redirect(there)
