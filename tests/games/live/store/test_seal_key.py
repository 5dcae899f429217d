"""Another seal key than the database was written with is noticed before a table is served, and by `check`."""

import base64
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connections

from games.live.processes.hub import Hub, WrongSealKey
from games.models import DealSecret
from tests.games.live import live_tables
from tests.games.live.store.test_committing import play_on

OTHER = base64.urlsafe_b64encode(b"another key of thirty-two bytes!").decode()


@pytest.mark.django_db(transaction=True)
def test_check_names_a_wrong_seal_key_and_accepts_the_right_one(settings: Any) -> None:
    call_command("check", databases=["default"])
    play_on(live_tables.open_table(), 2)
    call_command("check", databases=["default"])
    settings.SEAL_KEY = OTHER
    with pytest.raises(SystemCheckError, match="UNDERCUT_SEAL_KEY is not the key that this database was written with"):
        call_command("check", databases=["default"])


@pytest.mark.django_db(transaction=True)
def test_one_spoilt_secret_says_nothing_about_the_key() -> None:
    play_on(live_tables.open_table(), 2)
    play_on(live_tables.open_table(), 2)
    DealSecret.objects.filter(pk=DealSecret.objects.latest("pk").pk).update(sealed=b"spoilt")
    call_command("check", databases=["default"])


@pytest.mark.django_db(transaction=True)
async def test_a_process_with_a_wrong_seal_key_takes_no_tables(settings: Any) -> None:
    table = await sync_to_async(live_tables.open_table)()
    await sync_to_async(play_on)(table, 2)
    settings.SEAL_KEY = OTHER
    hub = Hub(forgiving_s=0)
    with pytest.raises(WrongSealKey, match="kept with the backup"):
        await hub.start()
    await sync_to_async(table.refresh_from_db)()
    assert table.owner == "live-0:test", "as before"
    await sync_to_async(connections.close_all)()
