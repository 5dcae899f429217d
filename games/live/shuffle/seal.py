"""Encrypt stored secrets: snapshots and deal secrets under AES-256-GCM with the site's seal key."""

import base64
import functools
import os
import threading

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

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
    """Open sealed bytes. Raises `cryptography.exceptions.InvalidTag` if they, the key or `about` are not the same as at
    sealing."""
    return _cipher(settings.SEAL_KEY).decrypt(bytes(sealed[1:13]), bytes(sealed[13:]), about)


def table_data(public_id: str, version: int) -> bytes:
    """The additional data of a snapshot: lp(public_id, dec(version))."""
    parts = (public_id.encode(), b"%d" % version)
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
