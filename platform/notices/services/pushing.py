"""Notices by push: sealed for one browser (RFC 8291), signed by this site (VAPID, RFC 8292)."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import translation

from notices.models import Delivery, Notice, PushDevice, Reader
from notices.selectors import choices
from notices.selectors.wording import worded
from notices.services.faults import Delayed, Refused

if TYPE_CHECKING:
    import requests
    from py_vapid import Vapid02

KEPT_FOR = 4 * 3600  # seconds that a push service keeps it for a browser that is off
TIMEOUT = 10  # seconds
GONE = (404, 410)  # RFC 8030, 7.3: the browser takes no more
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


@cache
def _key() -> "Vapid02":
    """The key that this site signs with. It is derived from a key that the site has (the secret key, where no other is
    named), so all processes have the same one and nobody has to make it."""
    from py_vapid import Vapid02  # noqa: PLC0415 - no start waits for it

    seed = HKDF(hashes.SHA256(), 48, None, b"undercut push key").derive(settings.PUSH_KEY.encode())
    number = int.from_bytes(seed, "big") % (ORDER - 1) + 1
    return Vapid02(private_key=ec.derive_private_key(number, ec.SECP256R1()))


def public_key() -> str:
    """The public key in the form that a browser needs."""
    point = _key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


class Push:
    """An open connection to push services."""

    def __init__(self, line: "requests.Session") -> None:
        self.line = line

    def send(self, delivery: Delivery, now: datetime, take: Callable[[], bool]) -> None:
        """Send one push. A browser that no longer accepts push is deleted."""
        import requests  # noqa: PLC0415 - as in `_post`
        from pywebpush import WebPushException  # noqa: PLC0415

        device = delivery.device
        assert device is not None
        if not take():
            return
        try:
            answer = self._post(device, message_of(delivery.notice, choices.reader_at_hand(delivery.notice.user)))
        except requests.RequestException as fault:
            raise Delayed(f"{type(fault).__name__}: {fault}"[:300]) from fault
        except (WebPushException, ValueError) as bad:  # keys that are none
            raise Refused(str(bad)[:300]) from bad
        if answer.status_code in GONE:
            PushDevice.objects.filter(pk=device.pk).delete()
            return
        if answer.status_code in (429, *range(500, 600)):
            raise Delayed(f"{answer.status_code}")
        if not answer.ok:
            raise Refused(f"{answer.status_code} {answer.text[:200]}")

    def _post(self, device: PushDevice, text: str) -> "requests.Response":
        # with aiohttp, which it imports, a tenth of a start; only a worker sends
        import requests  # noqa: PLC0415
        from pywebpush import WebPusher  # noqa: PLC0415

        keys = {"p256dh": device.p256dh, "auth": device.auth}
        pusher = WebPusher({"endpoint": device.endpoint, "keys": keys}, requests_session=self.line)
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(device.endpoint))
        headers = _key().sign({"aud": origin, "sub": _contact()})
        headers["Urgency"] = "high"
        sent = pusher.send(text, headers, ttl=KEPT_FOR, content_encoding="aes128gcm", timeout=TIMEOUT)
        assert isinstance(sent, requests.Response)
        return sent


def _contact() -> str:
    """The contact that a push service can ask about this site: the security contact, else the sender of its mails, else
    the site itself."""
    contact: str = settings.SECURITY_CONTACT
    return contact or f"mailto:webmaster@{urlsplit(settings.SITE_ORIGINS[0]).hostname}"


def message_of(notice: Notice, reader: Reader) -> str:
    """What the browser shows, as JSON for the service worker: title, sentence and where a click leads."""
    with translation.override(choices.language_of(reader)):
        said = worded(notice, choices.zone_of(notice.user))
    return json.dumps({"title": said.title, "says": said.says, "id": notice.public_id})


@contextmanager
def opened() -> Iterator[Push]:
    """Open a connection to push services for several pushes. It follows no redirect, because visitors supply the
    endpoints."""
    import requests  # noqa: PLC0415 - as in `_post`

    with requests.Session() as line:
        line.trust_env = False
        line.max_redirects = 0
        yield Push(line)
