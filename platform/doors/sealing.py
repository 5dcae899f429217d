"""Seal texts for the database under the site's seal key, for one purpose each. What an older key has sealed can be
opened while that key is named in `UNDERCUT_SEAL_KEY_FALLBACKS`."""

import base64
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def keys() -> tuple[str, ...]:
    """The seal keys of the site, the one that seals first."""
    return (settings.SEAL_KEY, *settings.SEAL_KEY_FALLBACKS)


def cipher(purpose: bytes) -> MultiFernet:
    """The cipher for the secrets of one purpose; its keys are derived from the seal keys. `decrypt` raises
    `cryptography.fernet.InvalidToken` under another key; `rotate` seals under the present one."""
    return MultiFernet([_fernet(key, purpose) for key in keys()])


def is_current(purpose: bytes, sealed: str) -> bool:
    """Is it the present key that opens this text?"""
    try:
        _fernet(settings.SEAL_KEY, purpose).decrypt(sealed.encode())
    except InvalidToken:
        return False
    return True


@cache
def _fernet(key: str, purpose: bytes) -> Fernet:
    drawn = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=purpose)
    return Fernet(base64.urlsafe_b64encode(drawn.derive(base64.urlsafe_b64decode(key))))
