"""The nightly backup: due work makes it, and a site can be restored from it."""

import errno
import logging
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from duework import services as duework
from duework.models import DueWork
from games.models import Table
from keeping.files import archive
from keeping.services import nights, restoring
from tests.platform.keeping.conftest import PASSPHRASE, Empty, no_word
from tests.platform.keeping.test_round_trips import check_chain, everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lines")]
EVENING = datetime(2026, 11, 20, 22, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def backups(tmp_path: Path, settings: Any) -> Path:
    """The folder of the nightly backups, which the first night makes."""
    settings.BACKUP_FOLDER, settings.BACKUP_KEEP = tmp_path / "nights", 3
    return tmp_path / "nights"


def night(evening: datetime = EVENING) -> DueWork:
    """Run the due work that makes the backup of one night."""
    duework.plan_nights(now=evening)
    DueWork.objects.exclude(kind=nights.BACKUP).filter(done_at=None).delete()
    work = DueWork.objects.get(kind=nights.BACKUP, done_at=None, due_at__lt=evening + DAY)
    duework.sweep(now=work.due_at - timedelta(seconds=1))
    duework.sweep(now=work.due_at)
    work.refresh_from_db()
    return work


def test_every_night_a_backup_from_which_the_site_comes_back(
    site: Table, backups: Path, empty: Empty, settings: Any, request: pytest.FixtureRequest
) -> None:
    settings.BACKUP_PASSPHRASE = PASSPHRASE
    work = night()
    assert (work.due_at, work.last_error) == (datetime(2026, 11, 21, 1, tzinfo=UTC), "")
    assert work.done_at is not None
    [made] = backups.iterdir()
    assert made.name == "undercut-2026-11-21-010000.backup"
    assert made.stat().st_mode & 0o777 == 0o600
    before, target = everything("default"), empty()
    request.getfixturevalue("another_folder")
    restoring.restore(made, passphrase=lambda: PASSPHRASE, tell=no_word, alias=target)
    after = everything(target)
    theirs = {"duework_duework", "duework_heartbeat"}  # the work of the night was under way
    assert {table: found for table, found in after.items() if table not in theirs} == {
        table: found for table, found in before.items() if table not in theirs
    }
    assert check_chain(target) > 3


def test_the_latest_stay_and_so_does_what_is_not_ours(backups: Path) -> None:
    backups.mkdir()
    for name in ("holiday.jpg", "undercut-of-the-secretary.backup"):
        (backups / name).write_text("not ours")
    (killed := backups / f"undercut-2026-11-19-010000.backup{archive.TEMPORARY}").write_text("half")
    os.utime(killed, (0, 0))
    (begun := backups / f"undercut-2026-11-20-210000.backup{archive.TEMPORARY}").write_text("by hand, just now")
    for n in range(5):
        night(EVENING + n * DAY)
    assert sorted(path.name for path in backups.iterdir()) == [
        "holiday.jpg", begun.name,
        *(f"undercut-2026-11-{n}-010000.backup" for n in (23, 24, 25)), "undercut-of-the-secretary.backup",
    ]  # fmt: skip


def test_a_failure_is_logged_once_and_shown_and_tried_again(
    backups: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(archive.os, "fsync", full)
        work = night()
        for hour in range(1, 4):
            duework.sweep(now=work.due_at + hour * nights.AGAIN)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == [
        f"the backup of this night failed: {backups}/undercut-2026-11-21-010000.backup cannot be written: "
        "the disk is full."
    ]
    assert "the disk is full" in work.last_error
    assert list(backups.iterdir()) == []
    assert client.get("/healthz").json()["backup"] == "never"
    duework.sweep(now=work.due_at + 4 * nights.AGAIN)
    assert [path.name for path in backups.iterdir()] == ["undercut-2026-11-21-050000.backup"]
    assert not DueWork.objects.filter(kind=nights.BACKUP, done_at=None).exists()
    assert client.get("/healthz").json()["backup"] == "made"
    assert nights.state(timezone.now() + nights.LATE * 2) == "late"


def test_a_night_gives_up_after_some_hours(backups: Path, settings: Any) -> None:
    settings.BACKUP_FOLDER = backups / "not" / "there"
    work = night()
    for hour in range(1, 20):
        duework.sweep(now=work.due_at + hour * nights.AGAIN)
    assert DueWork.objects.filter(kind=nights.BACKUP).count() == nights.TRIES
    assert "there is no such folder" in work.last_error
    assert not backups.exists(), "a disk that is not there stays so"


def test_without_a_folder_nothing_is_kept(backups: Path, settings: Any, client: Client) -> None:
    settings.BACKUP_FOLDER = None
    assert night().done_at is not None
    assert not backups.exists()
    assert "backup" not in client.get("/healthz").json()


def test_it_says_that_it_goes_on_and_ends_when_another_has_it(backups: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts.player_for(name="Ann")
    monkeypatch.setattr(nights, "RENEW_EVERY", -1.0)
    work = duework.plan(key="x", kind=nights.BACKUP, due_at=EVENING)
    DueWork.objects.update(lease_until=EVENING)  # another's
    with pytest.raises(duework.LeaseLost):
        nights.night_due(work, EVENING)
    assert list(backups.iterdir()) == []
