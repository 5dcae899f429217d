"""How pages answer: whole or as a live region with its ETag; and how a refusal becomes a message."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from tournaments import services


def live(request: HttpRequest, page: str, region: str, context: Mapping[str, Any]) -> HttpResponse:
    """The whole page, or for htmx only its live region; 304 where the browser has that already."""
    is_region = bool(getattr(request, "htmx", False))
    answer = render(request, region if is_region else page, dict(context))
    if is_region:
        etag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
        if request.headers.get("If-None-Match") == etag:
            answer = HttpResponseNotModified()
        answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache"
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer


def no_store(answer: HttpResponse) -> HttpResponse:
    """A page that holds secrets, such as the codes of slips: no copy of it is kept. (Its address goes to no other site:
    SECURE_REFERRER_POLICY. `no-referrer` would also take the origin from its forms, which CSRF needs.)"""
    answer["Cache-Control"] = "no-store"
    return answer


def attempt(request: HttpRequest, work: Callable[[], Any], done: str = "") -> bool:
    """Do one service; say that it is done, or why it is refused. Tells whether it was done."""
    try:
        work()
    except services.NeedsReason as needs:
        messages.warning(request, " ".join((*needs.warnings, str(needs))))
    except services.NoPairing as none:
        messages.error(request, " ".join((str(none), *none.witness, *none.ways_out)))
    except services.OpenResults as missing:
        messages.error(request, f"{missing} {', '.join(str(table) for table in missing.tables)}")
    except services.Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        if done:
            messages.success(request, done)
        return True
    return False
