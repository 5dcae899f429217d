"""Encrypt and decrypt a backup: the file is cut into pieces under AES-256-GCM, with a key that scrypt derives from the
passphrase.

The nonce of a piece holds its number and whether it is the last one, so pieces cannot be left out, moved or repeated.
Each piece also authenticates the header.
"""

import struct
import unicodedata
from collections.abc import Iterator
from itertools import chain

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from keeping.form.errors import Damaged, NeedsPassphrase, WrongPassphrase
from keeping.form.packing import CUT

MAGIC = b"undercut-sealed/1\n"
COST = 17  # scrypt: 2**17 blocks of 1 KiB, 128 MiB, half a second
COSTS = range(10, 21)  # of files that are opened
SALT, PREFIX, CHECK, TAG = 16, 7, 16, 16
HEAD = len(MAGIC) + 1 + SALT + PREFIX + CHECK
PIECE = 1 << 18


class Sealer:
    """Encrypts its input, piece by piece. `chance` is 23 random bytes, never used twice."""

    def __init__(self, passphrase: str, chance: bytes, cost: int = COST) -> None:
        salt, self._prefix = chance[:SALT], chance[SALT : SALT + PREFIX]
        key, check = _keys(passphrase, salt, cost)
        self._cipher, self._number, self._held = AESGCM(key), 0, b""
        self._head = MAGIC + bytes([cost]) + salt + self._prefix + check
        self._told = False

    def pack(self, data: bytes) -> bytes:
        """Encrypt these bytes; returns the bytes of the file that are ready."""
        made, self._held = self._begin(), self._held + data
        while len(self._held) > PIECE:
            made += self._piece(self._held[:PIECE], is_last=False)
            self._held = self._held[PIECE:]
        return made

    def end(self) -> bytes:
        """The last bytes of the file."""
        return self._begin() + self._piece(self._held, is_last=True)

    def _begin(self) -> bytes:
        told, self._told = self._told, True
        return b"" if told else self._head

    def _piece(self, data: bytes, *, is_last: bool) -> bytes:
        nonce = _nonce(self._prefix, self._number, is_last)
        self._number += 1
        return self._cipher.encrypt(nonce, data, self._head)


def is_sealed(begin: bytes) -> bool:
    """Is the file that begins with these bytes encrypted?"""
    return begin.startswith(MAGIC)


def opened(pieces: Iterator[bytes], passphrase: str | None) -> Iterator[bytes]:
    """Decrypt a backup; every piece that it yields is authentic. Raises NeedsPassphrase, WrongPassphrase, Damaged."""
    held = b""
    while len(held) < HEAD and (piece := next(pieces, b"")):
        held += piece
    head, first, held = held[:HEAD], held[HEAD:], b""
    if passphrase is None:
        raise NeedsPassphrase("The backup is encrypted, and no passphrase was given.")
    cipher, prefix = _cipher(head, passphrase)
    number, whole = 0, PIECE + TAG
    for piece in chain([first], pieces):
        held += piece
        while len(held) > whole:
            yield _open(cipher, _nonce(prefix, number, False), held[:whole], head)
            number, held = number + 1, held[whole:]
    yield _open(cipher, _nonce(prefix, number, True), held, head)


def _cipher(head: bytes, passphrase: str) -> tuple[AESGCM, bytes]:
    if len(head) < HEAD or head[len(MAGIC)] not in COSTS:
        raise Damaged(CUT)
    cost, parts = head[len(MAGIC)], head[len(MAGIC) + 1 :]
    key, check = _keys(passphrase, parts[:SALT], cost)
    if check != parts[SALT + PREFIX :]:
        raise WrongPassphrase("The passphrase is not that of this backup, or the beginning of the file is damaged.")
    return AESGCM(key), parts[SALT : SALT + PREFIX]


def _keys(passphrase: str, salt: bytes, cost: int) -> tuple[bytes, bytes]:
    """The key, and check bytes that distinguish a wrong passphrase from a damaged file."""
    text = unicodedata.normalize("NFC", passphrase).encode()
    made = Scrypt(salt=salt, length=32 + CHECK, n=1 << cost, r=8, p=1).derive(text)
    return made[:32], made[32:]


def _nonce(prefix: bytes, number: int, is_last: bool) -> bytes:
    return prefix + struct.pack(">IB", number, is_last)


def _open(cipher: AESGCM, nonce: bytes, piece: bytes, head: bytes) -> bytes:
    try:
        return cipher.decrypt(nonce, piece, head)
    except (InvalidTag, ValueError) as bad:
        raise Damaged(CUT) from bad
