"""The views of /favicon.ico, robots.txt, security.txt, of the site as an app on a phone (its manifest, and the page
without a connection), and of addresses that do not exist."""

from datetime import date
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from doors import words
from doors.api import problems

GROUND, PAPER = "#143a2c", "#f5f0e6"  # --green-deep and --paper of static/css/tokens.css
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("mask-512", 512, "maskable"))
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


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone shows of the installed site (W3C, Web Application Manifest): name, colours, icons, short ways in."""
    with translation.override(words.asked_language(request)):
        return JsonResponse(_told(), content_type="application/manifest+json")


def _told() -> dict[str, Any]:
    ways = (
        (_("Play"), "games:practice"),
        (_("Tournaments"), "tournaments:list"),
        (_("My page"), "pages:me"),
    )
    return {
        "id": "/",
        "name": "Undercut",
        "short_name": "Undercut",
        "description": _("Tournaments, tables and ratings for the gin rummy family."),
        "lang": translation.get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GROUND,
        "categories": ["games"],
        "icons": [
            {"src": static(f"app/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
        "shortcuts": [{"name": name, "url": reverse(way)} for name, way in ways],
    }


@require_safe
@cache_control(public=True, max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that an installed site shows without a connection; it is kept by browsers, so it names nobody."""
    with translation.override(words.asked_language(request)):
        return render(request, "offline.html")
