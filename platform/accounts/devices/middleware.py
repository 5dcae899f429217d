"""Note when each login was last used, on every page that reads the session, and say why a login has ended."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.devices import services


class Ended:
    """Middleware that tells a person why they have to sign in again, if their login has ended by itself."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        made = self.answer(request)
        if urlsplit(made.get("Location", "")).path == settings.LOGIN_URL:
            since_sign_in, since_visit = getattr(request.session, "ended_after", (None, None))
            if since_sign_in:
                said = _("You signed in more than %(n)d days ago: sign in once more.")
                messages.info(request, said % {"n": since_sign_in})
            elif since_visit:
                said = _("You were not here for %(n)d days: sign in once more.")
                messages.info(request, said % {"n": since_visit})
        return made


class Seen:
    """Middleware that notes the use of a login once the page is made. Pages that do not read the session cost
    nothing."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        made = self.answer(request)
        if request.session.accessed and made.status_code < 500:
            services.note_seen(request, now=timezone.now())
        return made
