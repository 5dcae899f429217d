"""Adapt allauth's `mfa` to this site: encrypt its secrets, draw its QR code, name the site in the app."""

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
    """allauth's adapter with this site's secrets, QR code and name."""

    def get_totp_issuer(self) -> str:
        """The name under which the app lists this site's codes."""
        return f"Undercut {self._get_site_name()}"

    def build_totp_svg(self, url: str) -> str:
        """The QR code that the app reads. It is on white, so that a phone can read it from a dark page, too."""
        out = io.BytesIO()
        segno.make(url, error="m", micro=False).save(out, kind="svg", scale=5, light="white")
        return out.getvalue().decode()

    def encrypt(self, text: str) -> str:
        """Encrypt the secret of an app or of recovery codes for the database."""
        return _sealed(settings.SEAL_KEY).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt what `encrypt` made. Raises ImproperlyConfigured under another seal key, because codes would be
        checked against a wrong secret."""
        try:
            return _sealed(settings.SEAL_KEY).decrypt(encrypted_text.encode()).decode()
        except InvalidToken as other:
            raise ImproperlyConfigured(
                "UNDERCUT_SEAL_KEY is not the key under which this second step was set up. With the old key lost, "
                "`manage.py remove_second_factor LOGIN` takes the second step away."
            ) from other


@cache
def _sealed(key: str) -> Fernet:
    """The cipher for these secrets only; its key is derived from the seal key."""
    drawn = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"undercut-second-factor/1")
    return Fernet(base64.urlsafe_b64encode(drawn.derive(base64.urlsafe_b64decode(key))))
