"""/favicon.ico, robots.txt and security.txt."""

from datetime import date
from urllib.parse import urljoin

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils import timezone

NOT_FOR_ROBOTS = (
    "/accounts/", "/admin/", "/api/", "/archive/deals.", "/archive/dumps/", "/c/", "/calendar/", "/claim/",
    "/director/", "/invitations/", "/me/", "/my/", "/notices/", "/o/", "/play/", "/s/", "/screen/", "/site/",
    "/tables/", "/ws/",
)  # fmt: skip


def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Browsers ask for it by this name where a page, or a file of ours, names no icon."""
    return HttpResponseRedirect(static("favicon.svg"))


def robots(request: HttpRequest) -> HttpResponse:
    """What search engines should leave alone (RFC 9309): doors for programs, pages of one person or of officials, and
    what is large."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS)]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a weakness (RFC 9116); 404 where nobody is named, or what is named holds no more."""
    until: date | None = settings.SECURITY_EXPIRES
    if until is None or until < timezone.now().date():
        raise Http404
    address = urljoin(settings.SITE_ORIGINS[0], request.path)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{until.isoformat()}T23:59:59Z",
        "Preferred-Languages": "en, es",
        "Canonical": address,
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
