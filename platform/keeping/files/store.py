"""A store of S3's kind, elsewhere, to which backups are sent and from which they come back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import obstore
from django.conf import settings
from obstore import exceptions
from obstore.store import S3Store

from keeping import form
from keeping.files import archive

PATIENCE = {"connect_timeout": timedelta(seconds=10), "timeout": timedelta(minutes=10)}
TRIES: Any = {"max_retries": 2, "retry_timeout": timedelta(seconds=30)}
PIECE = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Stored:
    """A backup in the store: its name, and its size in bytes."""

    name: str
    size: int


def send(path: Path) -> None:
    """Send a backup, and look whether all of it has arrived. Raises Unreachable."""
    with _plainly(path.name):
        to = opened()
        obstore.put(to, path.name, path)
        arrived = obstore.head(to, path.name)["size"]
    if arrived != path.stat().st_size:
        raise form.Unreachable(f"{_where()} has only {arrived:,} bytes of {path.name}: send it again.")


def stored() -> list[Stored]:
    """The backups in the store, the oldest first. Raises Unreachable."""
    with _plainly():
        found = [Stored(one["path"], one["size"]) for page in obstore.list(opened()) for one in page]
    return sorted((one for one in found if Path(one.name).match(archive.PATTERN)), key=lambda one: one.name)


def fetch(name: str, to: Path) -> None:
    """Write a backup of the store to a new file. Raises Unreachable, CannotWrite."""
    with archive.writing(to), archive.whole(to) as file, _plainly(name):
        for piece in obstore.get(opened(), name).stream(min_chunk_size=PIECE):
            file.write(piece)


def keep_latest(count: int) -> None:
    """Delete all backups of the store but so many of the latest; other files there stay. Raises Unreachable."""
    if old := [one.name for one in stored()[:-count]]:
        with _plainly():
            obstore.delete(opened(), old)


def opened() -> S3Store:
    """The store that the settings name. Nothing is asked of it yet."""
    named: dict[str, Any] = settings.BACKUP_STORE
    patience: Any = {**PATIENCE, "allow_http": named["endpoint"].startswith("http://")}
    return S3Store(
        named["bucket"],
        prefix=named["folder"] or None,
        endpoint=named["endpoint"] or None,
        region=named["region"],
        access_key_id=named["key"],
        secret_access_key=named["secret"],
        virtual_hosted_style_request=False,
        client_options=patience,
        retry_config=TRIES,
    )


def _where() -> str:
    return f"The store s3://{settings.BACKUP_STORE['bucket']}"


@contextmanager
def _plainly(name: str = "") -> Iterator[None]:
    """Turn what the store answers into Unreachable, in one sentence and without its long words, which name the key."""
    try:
        yield
    except (exceptions.UnauthenticatedError, exceptions.PermissionDeniedError) as bad:
        raise form.Unreachable(f"{_where()} refuses the key, or the key may not do this there.") from bad
    except FileNotFoundError as bad:
        missing = f"there is no {name}, or no such bucket" if name else "there is no such bucket"
        raise form.Unreachable(f"{_where()} says that {missing}.") from bad
    except exceptions.BaseError as bad:
        raise form.Unreachable(f"{_where()} does not answer as it should ({type(bad).__name__}).") from bad
