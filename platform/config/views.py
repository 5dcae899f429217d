"""The views of /favicon.ico, robots.txt, security.txt, and of addresses that do not exist."""

from datetime import date
from urllib.parse import urljoin

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.defaults import page_not_found

from doors.api import problems

NOT_FOR_ROBOTS = (
    "/accounts/", "/admin/", "/api/", "/archive/deals.", "/archive/dumps/", "/c/", "/calendar/", "/claim/",
    "/director/", "/invitations/", "/me/", "/my/", "/notices/", "/o/", "/play/", "/s/", "/screen/", "/site/",
    "/tables/", "/ws/",
)  # fmt: skip


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404: a page for people, a problem for programs."""
    if request.path.startswith(problems.PREFIX):
        return problems.refusal(404, "not_found", _("There is nothing at this address."))
    return page_not_found(request, exception)


def favicon(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the icon; browsers ask for this name if a page, or a file of ours, names no icon."""
    return HttpResponseRedirect(static("favicon.svg"))


def robots(request: HttpRequest) -> HttpResponse:
    """The pages that search engines should leave alone (RFC 9309): APIs, pages of one person or of officials, and large
    ones."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS)]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


def security(request: HttpRequest) -> HttpResponse:
    """The contact for security reports (RFC 9116); 404 if none is named, or if it has expired."""
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
