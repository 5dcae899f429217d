"""What allauth's `mfa` asks of us: secrets sealed at rest, the QR code, the name in the app."""

import base64
import io
from functools import cache

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """allauth's adapter with the ways of this site."""

    def get_totp_issuer(self) -> str:
        """What the app calls these codes."""
        return f"Undercut {self._get_site_name()}"

    def build_totp_svg(self, url: str) -> str:
        """The QR code for the app, on white, so that a phone reads it from a dark page, too."""
        out = io.BytesIO()
        segno.make(url, error="m", micro=False).save(out, kind="svg", scale=5, light="white")
        return out.getvalue().decode()

    def encrypt(self, text: str) -> str:
        """The secret of an app or of recovery codes, as it is stored."""
        return _sealed(settings.SEAL_KEY).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What was sealed. It ends loudly under another seal key: a wrong secret would take wrong codes."""
        try:
            return _sealed(settings.SEAL_KEY).decrypt(encrypted_text.encode()).decode()
        except InvalidToken as other:
            raise ImproperlyConfigured(
                "UNDERCUT_SEAL_KEY is not the key under which this second step was set up. With the old key lost, "
                "`manage.py remove_second_factor LOGIN` takes the second step away."
            ) from other


@cache
def _sealed(key: str) -> Fernet:
    """A key of its own, drawn from the seal key."""
    drawn = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"undercut-second-factor/1")
    return Fernet(base64.urlsafe_b64encode(drawn.derive(base64.urlsafe_b64decode(key))))
