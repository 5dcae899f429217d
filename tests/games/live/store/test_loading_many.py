"""Many tables are read with the queries of one, and are what the logs say."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.live.processes.hub import Hub
from games.live.store import loading
from games.models import Status, Table
from games.services.archive import packing
from tests.games.live import live_tables
from tests.games.live.store.test_committing import play_on


def played(plays: int, **settings: Any) -> Table:
    """A table with so many plays."""
    table = live_tables.open_table(**settings)
    play_on(table, plays)
    return Table.objects.get(pk=table.pk)


def whole_log(table: Table) -> Any:
    """The present version, folded from the first play on."""
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    row.snapshot = None
    return loading.read(row, loading.terms.terms(row))


@pytest.mark.django_db(transaction=True)
def test_tables_that_are_read_together_are_what_their_logs_say() -> None:
    tables = [played(plays) for plays in (0, 1, 15, 16, 17, 40, 120)] + [played(20, delay="moves:4")]
    old = played(10_000)
    Table.objects.filter(pk=old.pk).update(reported_at=live_tables.now())
    assert packing.pack(old)
    of_old_format = played(40)
    Table.objects.filter(pk=of_old_format.pk).update(snapshot_format=0)
    tables += [old, of_old_format]
    found = loading.load_all([table.public_id for table in tables], "live-0:many")
    for table in tables:
        one = found[table.public_id]
        assert isinstance(one, loading.Loaded)
        assert one.sitting == whole_log(table)
        seqs = list(table.plays.order_by("seq").values_list("seq", flat=True))[-loading.REMEMBERED :]
        assert list(one.acks.values()) == seqs
        again = loading.load(table.public_id, None)
        assert (again.sitting, again.acks, again.met, again.epoch) == (one.sitting, one.acks, one.met, one.epoch)
    owners = dict(Table.objects.values_list("public_id", "owner"))
    assert {owners[table.public_id] for table in tables if table.status == Status.PLAYING} == {"live-0:many"}
    assert owners[old.public_id] != "live-0:many", "a sitting that is over has no owner"


@pytest.mark.django_db(transaction=True)
def test_what_is_wrong_with_a_table_stands_in_its_place() -> None:
    well, broken, closed = played(3), played(20), played(1)
    Table.objects.filter(pk=broken.pk).update(snapshot=b"no snapshot")
    Table.objects.filter(pk=closed.pk).update(status=Status.CLOSED)
    ids = ["nowhere", broken.public_id, closed.public_id, well.public_id]
    found = loading.load_all(ids, "live-0:many")
    assert isinstance(found["nowhere"], Table.DoesNotExist)
    assert isinstance(found[closed.public_id], loading.TableClosed)
    assert isinstance(found[broken.public_id], Exception)
    one = found[well.public_id]
    assert isinstance(one, loading.Loaded)
    assert one.sitting.version == 3
    with pytest.raises(loading.TableClosed):
        loading.load(closed.public_id, None)


@pytest.mark.django_db(transaction=True)
def test_twelve_tables_take_the_queries_of_one() -> None:
    ids = [played(5).public_id for _ in range(12)]

    def queries(some: list[str]) -> int:
        with CaptureQueriesContext(connection) as asked:
            loading.load_all(some, "live-0:many")
        return len(asked)

    assert queries(ids) == queries(ids[:1])


async def test_who_asks_for_tables_at_once_is_served_by_few_readings(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [await sync_to_async(live_tables.open_table)() for _ in range(20)]
    read: list[int] = []
    real = loading.load_all

    def counted(public_ids: list[str], owner: str | None) -> Any:
        read.append(len(public_ids))
        return real(public_ids, owner)

    monkeypatch.setattr(loading, "load_all", counted)
    asked = [hub.actor(table.public_id) for table in tables for _ in range(2)]
    actors = await asyncio.gather(*asked, hub.actor("nowhere"), return_exceptions=True)
    assert isinstance(actors.pop(), Table.DoesNotExist)
    assert [actor.terms.public_id for actor in actors[::2]] == [table.public_id for table in tables]
    assert actors[::2] == actors[1::2], "one actor for each table"
    assert sum(read) == 21, "none is read twice"
    assert len(read) <= 3
