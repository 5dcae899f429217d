"""Adapt allauth's `mfa` to this site: encrypt its secrets, draw its QR code, name the site in the app."""

import io

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import InvalidToken
from django.core.exceptions import ImproperlyConfigured

from doors import sealing

PURPOSE = b"undercut-second-factor/1"


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
        return sealing.cipher(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt what `encrypt` made. Raises ImproperlyConfigured under another seal key, because codes would be
        checked against a wrong secret."""
        try:
            return sealing.cipher(PURPOSE).decrypt(encrypted_text.encode()).decode()
        except InvalidToken as other:
            raise ImproperlyConfigured(
                "UNDERCUT_SEAL_KEY is not the key under which this second step was set up. With the old key lost, "
                "`manage.py remove_second_factor LOGIN` takes the second step away."
            ) from other
