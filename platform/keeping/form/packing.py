"""The outer format of a backup: a gzip file whose first member names the format in its header, and whose last member is
empty and holds the SHA-256 of every byte before it. So `tar xzf` opens it, and any changed byte is noticed."""

import hashlib
import struct
import zlib
from collections.abc import Iterator

from keeping.form.errors import Damaged, NotABackup

LEVEL = 6  # of compression
MOST = 1 << 20  # bytes that come out of one step
FAMILY = b"undercut-backup/"


def _head(field: bytes) -> bytes:
    """The head of a gzip member (RFC 1952) with one extra field, without name and time."""
    extra = b"UC" + struct.pack("<H", len(field)) + field
    return b"\x1f\x8b\x08\x04\0\0\0\0\0\xff" + struct.pack("<H", len(extra)) + extra


HEAD = _head(FAMILY + b"1")
NOTHING = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS).flush() + bytes(8)  # an empty member without its head
CUT = "The backup was cut or changed after it was made."


def tail(digest: bytes) -> bytes:
    """The last member, which holds this SHA-256 of everything before it."""
    return _head(digest) + NOTHING


TAIL = len(tail(bytes(32)))


class Packer:
    """Compresses its input, piece by piece."""

    def __init__(self) -> None:
        self._squeezer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._digest, self._sum, self._size, self._head = hashlib.sha256(), 0, 0, HEAD

    def pack(self, data: bytes) -> bytes:
        """Compress these bytes; returns the bytes of the file that are ready."""
        self._sum, self._size = zlib.crc32(data, self._sum), self._size + len(data)
        return self._told(self._squeezer.compress(data))

    def end(self) -> bytes:
        """The last bytes of the file."""
        last = self._told(self._squeezer.flush() + struct.pack("<II", self._sum, self._size & 0xFFFFFFFF))
        return last + tail(self._digest.digest())

    def _told(self, made: bytes) -> bytes:
        made, self._head = self._head + made, b""
        self._digest.update(made)
        return made


def unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Decompress a backup. Only after the last piece is it certain that no byte was changed. Raises NotABackup,
    Damaged."""
    digest, inflater = hashlib.sha256(), _Inflater()
    held = _begun(pieces)
    digest.update(HEAD)
    held = held[len(HEAD) :]
    for piece in pieces:
        held += piece
        ready, held = held[:-TAIL], held[-TAIL:]
        digest.update(ready)
        yield from inflater.inflate(ready)
    ready, held = held[:-TAIL], held[-TAIL:]
    digest.update(ready)
    yield from inflater.inflate(ready)
    if held != tail(digest.digest()) or not inflater.is_whole():
        raise Damaged(CUT)


def _begun(pieces: Iterator[bytes]) -> bytes:
    """The first bytes of the file, which must be those of a backup. Raises NotABackup."""
    held = b""
    for piece in pieces:
        held += piece
        if len(held) >= len(HEAD):
            break
    if not held.startswith(HEAD):
        raise NotABackup("The file is no backup of Undercut, or its beginning is damaged.")
    return held


class _Inflater:
    """Decompresses the first member, given without its header, and checks its checksum and size."""

    def __init__(self) -> None:
        self._raw = zlib.decompressobj(-zlib.MAX_WBITS)
        self._sum, self._size, self._rest = 0, 0, b""

    def inflate(self, data: bytes) -> Iterator[bytes]:
        """Decompress these bytes, in pieces of at most MOST bytes."""
        while data and not self.is_over():
            try:
                made = self._raw.decompress(data, MOST)
            except zlib.error as bad:
                raise Damaged(CUT) from bad
            self._sum, self._size = zlib.crc32(made, self._sum), self._size + len(made)
            yield made
            data = self._raw.unused_data if self.is_over() else self._raw.unconsumed_tail
        self._rest += data[: 9 - len(self._rest)]

    def is_over(self) -> bool:
        """Has the member ended, except for its checksum and size?"""
        return self._raw.eof

    def is_whole(self) -> bool:
        """Has the member ended, with the checksum and size that it states?"""
        return self.is_over() and self._rest == struct.pack("<II", self._sum, self._size & 0xFFFFFFFF)
