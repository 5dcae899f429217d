"""Every page that knows who asks writes down that this login is used."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.devices import services


class Seen:
    """After the page is made, and only where it has looked at the session: all others stay as cheap as they are."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        made = self.answer(request)
        if request.session.accessed and made.status_code < 500:
            services.note_seen(request, now=timezone.now())
        return made
