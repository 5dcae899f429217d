"""Note when each login was last used, on every page that looks at the session."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.devices import services


class Seen:
    """Middleware that notes the use of a login once the page is made. Pages that do not look at the session cost
    nothing."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        made = self.answer(request)
        if request.session.accessed and made.status_code < 500:
            services.note_seen(request, now=timezone.now())
        return made
