"""Make a backup every night if the site's settings name a folder for it."""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.utils import timezone

from duework import services as duework
from duework.models import DueWork
from keeping import form
from keeping.files import archive
from keeping.services import backups

logger = logging.getLogger(__name__)
BACKUP = "keeping.backup"  # the kind of its due work
BEAT = "backup"  # the name under which a backup shows that it was made
AGAIN = timedelta(hours=1)  # after a try that failed
TRIES = 6  # of one night
LATE = timedelta(hours=36)
RENEW_EVERY = 5.0  # seconds between two words that the work goes on
FORGOTTEN = timedelta(days=1)  # what is unfinished for so long was killed
State = Literal["made", "late", "never"]


def night_due(work: DueWork, now: datetime) -> None:
    """Handler of due work `keeping.backup`: make a backup, send it to the store if one is named, and delete the oldest
    beyond the number to keep. A failure is logged once a night and stored in the row; after an hour it is tried again,
    and a backup that was made is only sent."""
    folder = settings.BACKUP_FOLDER
    if folder is None:
        return
    tried, name = int(work.payload.get("tried", 0)), str(work.payload.get("made", ""))
    try:
        if not name or not (folder / name).exists():
            name = _make(folder, now, _renewing(work))
        if settings.BACKUP_STORE:
            _send(folder / name)
        duework.beat(BEAT, now=timezone.now())
    except form.KeepingError as failed:
        if tried == 0:
            logger.error("the backup of this night failed: %s", failed)
        DueWork.objects.filter(pk=work.pk).update(last_error=str(failed)[:2000])
        if tried + 1 < TRIES:
            first = work.payload.get("first", work.key)
            payload = {"tried": tried + 1, "first": first, "made": name}
            duework.plan(key=f"{first}:{tried + 1}", kind=BACKUP, due_at=now + AGAIN, payload=payload)


def state(now: datetime) -> State | None:
    """Was a backup made lately? None if the settings name no folder for backups."""
    if settings.BACKUP_FOLDER is None:
        return None
    since = duework.seconds_since_beat(BEAT, now=now)
    return "never" if since is None else "late" if since > LATE.total_seconds() else "made"


def _make(folder: Path, now: datetime, tell: Callable[[str], None]) -> str:
    """Make a backup, delete what is too old; returns its name."""
    name = backups.file_name(now)
    with archive.writing(folder):
        folder.mkdir(exist_ok=True, mode=0o700)  # not those above it: a disk that is not there stays so
    backups.back_up(folder / name, now=now, passphrase=settings.BACKUP_PASSPHRASE or None, tell=tell)
    with archive.writing(folder):
        _prune(folder, now)
    return name


def _send(made: Path) -> None:
    from keeping.files import store  # noqa: PLC0415 - its library is for who sends something

    store.send(made)
    store.keep_latest(settings.BACKUP_KEEP)


def _prune(folder: Path, now: datetime) -> None:
    """Delete all backups except the latest ones, and the remains of a killed backup; other files in the folder stay."""
    for old in sorted(folder.glob(archive.PATTERN))[: -settings.BACKUP_KEEP]:
        old.unlink()
    for part in folder.glob(archive.PATTERN + archive.TEMPORARY):
        if part.stat().st_mtime < (now - FORGOTTEN).timestamp():
            part.unlink()


def _renewing(work: DueWork) -> Callable[[str], None]:
    last = time.monotonic()

    def tell(line: str) -> None:
        nonlocal last
        if time.monotonic() - last > RENEW_EVERY:
            duework.renew(work)
            last = time.monotonic()

    return tell
