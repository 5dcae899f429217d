"""Addresses of pages for other people: on paper, in QR codes, in links to send."""

import ipaddress
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest


def shared_address(request: HttpRequest, path: str) -> str:
    """The full address of a page, as others can open it.

    An organiser often works on the computer that serves the site and opens it as http://127.0.0.1. There a phone finds
    only itself, so such a request gives the first address of the site instead.
    """
    address: str = request.build_absolute_uri(path)
    first = settings.SITE_ORIGINS[0]
    if _is_this_computer(urlsplit(address).hostname) and not _is_this_computer(urlsplit(first).hostname):
        return f"{first}{path}"
    return address


def for_phones(request: HttpRequest, path: str) -> str:
    """The same address; "" if only the computer that serves the site can open it."""
    address = shared_address(request, path)
    return "" if _is_this_computer(urlsplit(address).hostname) else address


def qr_svg(text: str) -> str:
    """A QR code as inline SVG without a size, which the page's style gives it."""
    return str(segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=2, svgclass="qr"))


def _is_this_computer(host: str | None) -> bool:
    """Is this name a loopback address: localhost, 127.0.0.1, ::1?"""
    if host in (None, "localhost"):
        return True
    try:
        found = ipaddress.ip_address(str(host))
    except ValueError:
        return False
    return str(found) in ("127.0.0.1", "::1")
