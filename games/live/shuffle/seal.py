"""Encrypt stored secrets: snapshots and deal secrets under AES-256-GCM with the site's seal key."""

import base64
import functools
import os
import threading
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from doors import sealing

KEY_ID = b"\x01"
NONCE_BYTES = 12
POOL_BYTES = 341 * NONCE_BYTES
_pool = threading.local()


@functools.cache
def _cipher(key: str) -> AESGCM:
    return AESGCM(base64.urlsafe_b64decode(key))


def _nonce() -> bytes:
    """Twelve bytes of the system's randomness, fetched by the pool: every call to the system gives the GIL away."""
    left: bytes = getattr(_pool, "left", b"")
    if not left:
        left = os.urandom(POOL_BYTES)
    _pool.left = left[NONCE_BYTES:]
    return left[:NONCE_BYTES]


def seal(secret: bytes, about: bytes) -> bytes:
    """Seal `secret`, bound to `about` (the additional data). The result is the key's id byte, 12 random bytes and the
    ciphertext."""
    nonce = _nonce()
    return KEY_ID + nonce + _cipher(settings.SEAL_KEY).encrypt(nonce, secret, about)


def unseal(sealed: bytes, about: bytes) -> bytes:
    """Open sealed bytes, with the present key or an older one that the site still has. Raises
    `cryptography.exceptions.InvalidTag` if they, the key or `about` are not the same as at sealing."""
    *newer, oldest = sealing.keys()
    for key in newer:
        with suppress(InvalidTag):
            return _opened(sealed, about, key)
    return _opened(sealed, about, oldest)


def is_current(sealed: bytes, about: bytes) -> bool:
    """Is it the present key that opens these bytes?"""
    try:
        _opened(sealed, about, settings.SEAL_KEY)
    except InvalidTag:
        return False
    return True


def _opened(sealed: bytes, about: bytes, key: str) -> bytes:
    return _cipher(key).decrypt(bytes(sealed[1:13]), bytes(sealed[13:]), about)


def table_data(public_id: str, version: int) -> bytes:
    """The additional data of a snapshot: lp(public_id, dec(version))."""
    parts = (public_id.encode(), b"%d" % version)
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
