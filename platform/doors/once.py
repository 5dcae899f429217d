"""Process a form that was sent twice, by a double click or a lost answer, only once."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from time import monotonic, sleep
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

View = Callable[..., HttpResponseBase]
KEPT_S = 24 * 3600
MADE, SECRET = "made_at", "secret:"  # of an answer: the address of what it has made, and shows a secret of
PATIENCE_S, EVERY_S = 5.0, 0.05  # how long the second of two waits for what the first has made


def once(view: View) -> View:
    """Mark a page that creates something: the same form from the same page creates it once, and the second answer leads
    to what the first created. The key is the form as it was sent, with the content of its files: each page that is
    shown has its own token, so loading the page again, or changing a field, makes another form. What a page shows
    only once (`shown_once`) is not shown again."""

    @wraps(view)
    def work(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST" or "csrfmiddlewaretoken" not in request.POST:
            return view(request, *args, **kwargs)
        key = f"once/{_key(request)}"
        while not cache.add(key, "", KEPT_S):
            if (made := _made(key)) is not None:
                return _again(request, made)
        answer: HttpResponseBase | None = None
        try:
            answer = view(request, *args, **kwargs)
        finally:
            if answer is not None and (to := getattr(answer, MADE, "") or answer.get("Location", "")):
                cache.set(key, to, KEPT_S)
            else:
                cache.delete(key)  # nothing was made: it may be sent again
        return answer

    work.is_once = True  # type: ignore[attr-defined]  # a mark for the test that finds the pages without it
    return work


def shown_once(answer: HttpResponse, at: str) -> HttpResponse:
    """The answer of a page that has created something and shows a secret with it, only this once. If the same form is
    sent again, it leads to `at`, the address of what was created."""
    setattr(answer, MADE, SECRET + at)
    return answer


def _key(request: HttpRequest) -> str:
    user = request.user.pk if request.user.is_authenticated else request.META.get("REMOTE_ADDR", "")
    sent = sorted((name, values) for name, values in request.POST.lists())
    files = [(name, str(one), _content(one)) for name in sorted(request.FILES) for one in request.FILES.getlist(name)]
    return sha256(repr((user, request.path, sent, files)).encode()).hexdigest()


def _content(sent: "UploadedFile[Any]") -> str:
    """A digest of what is in a sent file, which the page then reads from its beginning."""
    found = sha256()
    for part in sent.chunks():
        found.update(part)
    sent.seek(0)
    return found.hexdigest()


def _made(key: str) -> str | None:
    """Wait for what the first of two equal requests makes; returns its address, "" if that takes too long, None if it
    made nothing."""
    until = monotonic() + PATIENCE_S
    made: str | None = cache.get(key)
    while made == "" and monotonic() < until:
        sleep(EVERY_S)
        made = cache.get(key)
    return made


def _again(request: HttpRequest, made: str) -> HttpResponseBase:
    messages.info(request, _("This was sent twice: it is done once."))
    if made.startswith(SECRET):
        messages.warning(request, _("Its secret was in the first answer. If you did not see it, make a new one."))
    return redirect((made or request.path).removeprefix(SECRET))
