"""Parts of pages that ask the server again by themselves (htmx)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def is_part(request: HttpRequest) -> bool:
    """Is only the part wanted that asks again?"""
    return request.headers.get("HX-Request") == "true"


def lead_to(there: str, *, part: bool) -> HttpResponse:
    """Redirect to another page, also from a part of a page."""
    return HttpResponse(headers={"HX-Redirect": there}) if part else redirect(there)
