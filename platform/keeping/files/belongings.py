"""The files of a site beside its database: its two keys, the noted heads of the audit chain, and uploads."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from django.conf import settings

from audit import services as audit
from keeping import form
from keeping.files import archive

KEYS, HEADS, UPLOADS = "keys.json", "audit-heads.jsonl", "uploads/"
NAMES = ("UNDERCUT_SECRET_KEY", "UNDERCUT_SEAL_KEY")


def found() -> Iterator[tuple[str, bytes]]:
    """The parts of a backup that are files and not rows: name and bytes."""
    yield KEYS, json.dumps(dict(zip(NAMES, (settings.SECRET_KEY, settings.SEAL_KEY), strict=True))).encode()
    if (heads := audit.heads_file()).exists():
        yield HEADS, heads.read_bytes()
    folder = Path(settings.MEDIA_ROOT) if settings.MEDIA_ROOT else None
    for path in sorted(folder.rglob("*")) if folder else ():
        if folder and path.is_file() and not path.is_symlink():
            yield f"{UPLOADS}{path.relative_to(folder).as_posix()}", path.read_bytes()


def keys(data: bytes) -> dict[str, str]:
    """The keys in a part of a backup, by the names of their settings. Raises NotABackup."""
    try:
        said = json.loads(data)
        return {name: str(said[name]) for name in NAMES}
    except (ValueError, TypeError, KeyError) as bad:
        raise form.NotABackup("The file is no backup of Undercut: its keys cannot be read.") from bad


def check_keys(wanted: dict[str, str]) -> None:
    """Raise OtherKeys if the environment sets another key than the backup holds, because it would override the restored
    file."""
    for name, value in wanted.items():
        if _set(name) not in ("", value):
            raise form.OtherKeys(
                f"{name} is set to another key than that of the backup: take the backup's with "
                "`manage.py restore FILE --keys-to keys.env`, set it, and restore again."
            )


def destination(part: str) -> Path:
    """The path to which a part is restored. Raises NotABackup for a part that is no such file, or that would lead out
    of the folder."""
    if part == HEADS:
        return audit.heads_file()
    inner = PurePosixPath(part.removeprefix(UPLOADS))
    if not part.startswith(UPLOADS) or not settings.MEDIA_ROOT or inner.is_absolute() or ".." in inner.parts:
        raise form.NotABackup(f"The backup holds “{part[:80]}”, which this site has no place for.")
    return Path(settings.MEDIA_ROOT) / inner


def key_files(wanted: dict[str, str]) -> dict[Path, bytes]:
    """The files of the keys with their content; none for a key that the environment sets."""
    return {settings.KEY_FILES[name]: value.encode() for name, value in wanted.items() if not _set(name)}


def _set(name: str) -> str:
    """The key that the environment sets; empty if it sets none."""
    return os.environ.get(name, "").strip()


@contextmanager
def placed() -> Iterator[Callable[[Path, bytes], None]]:
    """During the block, yield a function that writes files. If the block fails, all of them become what they were
    before. Raises CannotWrite."""
    before: dict[Path, bytes | None] = {}

    def place(path: Path, data: bytes) -> None:
        with archive.writing(path):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            before.setdefault(path, path.read_bytes() if path.exists() else None)
            put(path, data)

    try:
        yield place
    except BaseException:
        for path, data in before.items():
            if data is None:
                path.unlink(missing_ok=True)
            else:
                put(path, data)
        raise


def put(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, complete or not at all."""
    with archive.whole(path) as out:
        out.write(data)
