"""Every night the logs are folded again: one edited row, and the table no longer agrees with its log."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from audit.models import AuditEntry
from duework import services as duework
from games.live.setup import terms
from games.live.store import loading, snapshots
from games.models import Deal, Play, Table
from games.services.archive import soundness
from tests.conftest import without_triggers
from tests.games import sittings
from tests.games.live import live_tables

pytestmark = pytest.mark.django_db(transaction=True)
LONG = timedelta(days=60)


def over(rules: str = "gin-rummy-com", deals: int = 2, **settings: object) -> Table:
    table = live_tables.open_table(rules=rules, options=live_tables.LONG, **settings)
    return sittings.play_out(table, deals=deals)


def faults() -> list[str]:
    return [fault for _, fault in soundness.verify_archive()]


@pytest.mark.parametrize(
    "rules", ["gin-rummy-com", "hollywood", "colonel-ball", "conquian", "cutthroat", "partnership"]
)
def test_a_table_is_what_its_log_says(rules: str) -> None:
    table = live_tables.open_table(rules=rules, shuffle="players", clock={"bank_s": 600, "increment_s": 5})
    sittings.play_out(table, deals=2)
    live_tables.open_table(rules=rules)
    assert faults() == []


def swap_two_discards(table: Table) -> None:
    """The first discard becomes the next one of the same seat with another card (a card may come back)."""
    first, *later = Play.objects.filter(table=table, action__do="discard").order_by("seq")
    other = next(play for play in later if play.seat == first.seat and play.action["card"] != first.action["card"])
    Play.objects.filter(pk=first.pk).update(action=other.action)


def lose_a_play(table: Table) -> None:
    Play.objects.filter(table=table, seq=5).delete()


def give_points(table: Table) -> None:
    deal = Deal.objects.filter(table=table).order_by("number")[0]
    Deal.objects.filter(pk=deal.pk).update(points=deal.points + 1)


def turn_the_result(table: Table) -> None:
    winner = {0: 1, 1: 0}[table.result["winner"]]
    Table.objects.filter(pk=table.pk).update(result=table.result | {"winner": winner})


def put_back_a_version(table: Table) -> None:
    """The snapshot of the last version says what an earlier one was."""
    row = Table.objects.prefetch_related("seats__user").get(pk=table.pk)
    fixed = terms.terms(row)
    earlier = loading.at_version(fixed, table.version - 1)
    forged = replace(earlier, version=table.version, ending=loading.read(row, fixed).ending)
    Table.objects.filter(pk=table.pk).update(snapshot=snapshots.sealed(fixed, forged))


def spoil_the_snapshot(table: Table) -> None:
    snapshot = bytearray(table.snapshot)
    snapshot[-1] ^= 1
    Table.objects.filter(pk=table.pk).update(snapshot=bytes(snapshot))


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (swap_two_discards, ""),
        (lose_a_play, "plays for"),
        (give_points, "the deals are not those of the log"),
        (turn_the_result, "the result is not what the log comes to"),
        (put_back_a_version, "is not what the log says"),
        (spoil_the_snapshot, "the snapshot cannot be opened"),
    ],
)
def test_one_edited_row_is_found(edit: Callable[[Table], None], fault: str) -> None:
    table, other = over(), over()
    with without_triggers(["games_play"]), transaction.atomic():
        edit(table)
    found = list(soundness.verify_archive())
    assert {public_id for public_id, _ in found} == {table.public_id}
    assert any(fault in said for _, said in found), found
    with pytest.raises(CommandError, match="1 tables are not"):
        call_command("verify_archive", stdout=StringIO())
    assert other.public_id != table.public_id


def test_the_command_says_that_all_is_well() -> None:
    over(deals=1)
    out = StringIO()
    call_command("verify_archive", stdout=out)
    assert out.getvalue() == "1 tables are what their logs say\n"


def test_the_night_looks_at_what_is_played_and_what_has_ended_since() -> None:
    now = live_tables.now()
    old, new, fine = over(deals=1), over(deals=1), over(deals=1)
    Table.objects.filter(pk=old.pk).update(finished_at=now - LONG)
    for table in (old, new):
        give_points(table)
    duework.plan(key="games.soundness:x", kind=soundness.LOGS, due_at=now)
    assert duework.sweep(now=now) == 1
    [entry] = AuditEntry.objects.filter(action="table.unsound")
    assert (entry.target, entry.reason) == (f"table:{new.public_id}", "the deals are not those of the log")
    assert fine.public_id not in entry.target
