"""Processes that owned tables are deleted when they have been silent for a month."""

from datetime import UTC, datetime, timedelta

import pytest

from duework import services as duework
from duework.models import DueWork
from games.models import LiveProcess, Table
from games.services import old_rows
from tests.games.live import live_tables

NOW = datetime(2026, 11, 20, 4, tzinfo=UTC)


def process(name: str, *, silent: timedelta, is_down: bool = True) -> None:
    at = NOW - silent
    LiveProcess.objects.create(
        name=name, started_at=at - timedelta(hours=1), beat_at=at, down_at=at if is_down else None
    )


def names() -> list[str]:
    return list(LiveProcess.objects.order_by("name").values_list("name", flat=True))


@pytest.mark.django_db
def test_who_was_stopped_or_killed_long_ago_is_forgotten_and_an_owner_is_kept() -> None:
    month, day = timedelta(days=30), timedelta(days=1)
    process("live-0:killed", silent=month + day, is_down=False)
    process("live-0:named", silent=month + day, is_down=False)
    process("live-0:now", silent=timedelta(0), is_down=False)
    process("live-0:of-late", silent=month - day)
    process("live-0:stopped", silent=month + day)
    table = live_tables.open_table()
    Table.objects.filter(pk=table.pk).update(owner="live-0:named")
    assert old_rows.forget_old_processes(now=NOW) == 2
    assert names() == ["live-0:named", "live-0:now", "live-0:of-late"]
    assert old_rows.forget_old_processes(now=NOW) == 0
    Table.objects.filter(pk=table.pk).update(status="over")
    assert old_rows.forget_old_processes(now=NOW) == 1


@pytest.mark.django_db(transaction=True)
def test_it_is_done_every_night() -> None:
    process("live-0:stopped", silent=timedelta(days=31))
    duework.plan_nights(now=NOW - timedelta(hours=1))
    duework.sweep(now=NOW)
    assert names() == []
    assert DueWork.objects.get(kind=old_rows.OLD_PROCESSES).done_at is not None
