"""Addresses of pages for other people: on paper, in QR codes, in links to send."""

import ipaddress
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

COMPUTER, NETWORK = "computer", "network"
OWN_NAMES = (".local", ".lan", ".internal", ".home.arpa")  # of a network of one's own


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


def reach(address: str) -> str:
    """Who can open an address: COMPUTER (only the computer that serves the site), NETWORK (the devices in its own
    network), or "" (everybody)."""
    host = urlsplit(address).hostname
    if _is_this_computer(host):
        return COMPUTER
    try:
        found = ipaddress.ip_address(str(host))
    except ValueError:
        return NETWORK if str(host).endswith(OWN_NAMES) or "." not in str(host) else ""
    return NETWORK if found.is_private or found.is_link_local else ""


def reach_words(address: str) -> str:
    """Who can open an address, and where the site's public address is set, in sentences; empty if everybody can."""
    found = {
        COMPUTER: _("This address works on this computer only: other devices cannot open it."),
        NETWORK: _("This address works only in the network of this site’s computer, such as the Wi-Fi of a hall."),
    }.get(reach(address), "")
    told = _("Whoever runs the site sets its public address: UNDERCUT_ORIGINS (docs/settings.md).")
    return f"{found} {told}" if found else ""


def _is_this_computer(host: str | None) -> bool:
    """Is this name a loopback address: localhost, 127.0.0.1, ::1? The others of 127.0.0.0/8 may stand for the network
    of a hall, where one is tried on a single computer."""
    if host is None or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return str(ipaddress.ip_address(host)) in ("127.0.0.1", "::1")
    except ValueError:
        return False
