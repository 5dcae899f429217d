"""Write and read the file of a backup: a compressed tar of parts, encrypted if there is a passphrase. It is complete or
does not exist."""

import errno
import hashlib
import io
import os
import secrets
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from keeping import form
from keeping.form import Part, sealing
from keeping.form.packing import CUT

PIECE = 1 << 20
MOST = 256 << 20  # bytes of one part
PATTERN = "undercut-????-??-??-??????.backup"  # the name of a nightly backup
TEMPORARY = ".part"  # what the name of a file ends in until it is whole
REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the disk takes no file of this size",
    errno.EACCES: "this user may not write there",
    errno.EPERM: "this user may not write there",
    errno.EROFS: "the disk can only be read",
    errno.ENOENT: "there is no such folder",
    errno.ENOTDIR: "there is no such folder",
}


class Writer:
    """Adds parts to a backup, and remembers the size and SHA-256 of each."""

    def __init__(self, out: "_Packed") -> None:
        self._tar = tarfile.TarFile(mode="w", fileobj=out, format=tarfile.PAX_FORMAT)
        self.parts: list[Part] = []

    def add(self, name: str, data: bytes) -> None:
        """Add one part. Raises CannotWrite for a part so large that it could not be read back."""
        if len(data) > MOST:
            raise form.CannotWrite(f"{name} is larger than {MOST >> 20} MB, the most that a backup takes.")
        about = tarfile.TarInfo(name)
        about.size, about.mode = len(data), 0o600
        self._tar.addfile(about, io.BytesIO(data))
        self.parts.append(Part(name, len(data), hashlib.sha256(data).hexdigest()))

    def end(self) -> None:
        """Write the end of the tar."""
        self._tar.close()


@contextmanager
def written(path: Path, passphrase: str | None) -> Iterator[Writer]:
    """Open a new backup for the block. The file gets its name only when the block has succeeded and everything is on
    the disk. Raises CannotWrite."""
    with writing(path), whole(path) as raw:
        sealer = None if passphrase is None else sealing.Sealer(passphrase, secrets.token_bytes(23), sealing.COST)
        packed = _Packed(raw, sealer)
        writer = Writer(packed)
        yield writer
        writer.end()
        packed.end()


def parts(path: Path, passphrase: Callable[[], str | None]) -> Iterator[tuple[str, bytes]]:
    """The parts of a backup, name and bytes, in order. Only after the last one is it certain that none was changed.
    `passphrase` is called if one is needed. Raises NotABackup, Damaged, NeedsPassphrase, WrongPassphrase."""
    try:
        with path.open("rb") as raw:
            pieces = iter(lambda: raw.read(PIECE), b"")
            if sealing.is_sealed(raw.peek(len(sealing.MAGIC))):
                pieces = form.opened(pieces, passphrase())
            source = _Source(form.unpacked(pieces))
            yield from _unpacked(source)
            source.drain()
    except OSError as bad:
        raise form.NotABackup(f"{path} cannot be read: {bad.strerror or bad}.") from bad


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors of the disk into CannotWrite, whose one sentence says why the file cannot be written."""
    try:
        yield
    except OSError as bad:
        reason = REASONS.get(bad.errno or 0, bad.strerror or str(bad))
        raise form.CannotWrite(f"{path} cannot be written: {reason}.") from bad


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for the block that only its owner can read. It gets its name when the block has succeeded and
    everything is on the disk; if the block fails, nothing is left."""
    temporary = path.with_name(path.name + TEMPORARY)
    temporary.unlink(missing_ok=True)  # of one that was killed
    handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unpacked(source: "_Source") -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(mode="r|", fileobj=source, bufsize=PIECE) as tar:
            for about in tar:
                if not about.isfile() or about.size > MOST:
                    raise form.Damaged(CUT)
                file = tar.extractfile(about)
                data = file.read() if file else b""
                if len(data) != about.size:
                    raise form.Damaged(CUT)
                yield about.name, data
    except (tarfile.TarError, EOFError, ValueError) as bad:
        raise form.Damaged(CUT) from bad


class _Packed(io.RawIOBase):
    """A file that compresses what is written to it, and encrypts it if there is a passphrase."""

    def __init__(self, raw: IO[bytes], sealer: form.Sealer | None) -> None:
        self._raw, self._packer, self._sealer, self._count = raw, form.Packer(), sealer, 0

    def writable(self) -> bool:
        """Always True."""
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]  # any buffer will do
        """Compress these bytes and pass them on."""
        self._count += len(data)
        self._put(self._packer.pack(bytes(data)))
        return len(data)

    def tell(self) -> int:
        """The number of bytes written so far."""
        return self._count

    def end(self) -> None:
        """Write the last bytes of the backup."""
        self._put(self._packer.end())
        if self._sealer is not None:
            self._raw.write(self._sealer.end())

    def _put(self, made: bytes) -> None:
        self._raw.write(made if self._sealer is None else self._sealer.pack(made))


class _Source(io.RawIOBase):
    """A file that gives the bytes of an iterator of pieces, once."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._held = pieces, b""

    def readable(self) -> bool:
        """Always True."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read as many bytes as asked for; fewer only at the end."""
        found = [self._held]
        there = len(self._held)
        while there < size and (piece := next(self._pieces, None)) is not None:
            found.append(piece)
            there += len(piece)
        whole = b"".join(found)
        self._held = whole[size:]
        return whole[:size]

    def drain(self) -> None:
        """Read to the end, so that the checksum at the end is checked."""
        for _ in self._pieces:
            pass
