"""The audit log: chained, append-only in the database itself, and written by one writer at a time."""

import io
import threading
from datetime import UTC, datetime

import pytest
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction

from accounts import services as accounts
from audit import chain, services
from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from pages import services as pages
from tests.conftest import without_triggers

NOW = datetime(2026, 11, 20, 19, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data_folder(tmp_path, settings):
    """Heads of the chain are noted in a folder of the test's own."""
    settings.DATA_DIR = tmp_path
    return tmp_path


def note(n: int, **more) -> AuditEntry:
    services.record(actor=None, action="test.note", target=f"note:{n}", after={"n": n, "ü": [1, None]}, now=NOW, **more)
    return AuditEntry.objects.latest("pk")


@pytest.mark.django_db
def test_entries_hang_together():
    ann = accounts.player_for(name="Ann")[0]
    services.record(actor=ann, action="match.correct", target="match:x", now=NOW, reason="misread", rule="IRR-3")
    first = AuditEntry.objects.get()
    second = note(2, before={"n": 1})
    assert first.hash == chain.link(chain.FIRST, services.contents(first))
    assert second.hash == chain.link(first.hash, services.contents(second))
    assert services.first_broken() is None
    out = io.StringIO()
    call_command("verify_audit", stdout=out)
    assert "2 entries, the chain holds" in out.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    ["UPDATE audit_auditentry SET reason = 'never mind'", "DELETE FROM audit_auditentry"],
)
def test_the_database_refuses_to_change_or_remove_an_entry(statement):
    note(1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db
def test_the_chain_holds_after_dumpdata_and_loaddata():
    """JSON keeps milliseconds: an entry has no more than that."""
    note(1)
    note(2, before={"share": 0.1})
    dumped = serializers.serialize("json", AuditEntry.objects.all())
    with without_triggers({"audit_auditentry"}):
        AuditEntry.objects.all().delete()
    for row in serializers.deserialize("json", dumped):
        row.save()
    assert AuditEntry.objects.count() == 2
    assert services.first_broken() is None


@pytest.mark.django_db
def test_a_forged_entry_is_found():
    note(1)
    forged = AuditEntry(at=NOW, action="test.note", target="note:2", hash="f" * 64)
    forged.save()
    note(3)
    assert services.first_broken() == forged
    with pytest.raises(CommandError, match="does not follow"):
        call_command("verify_audit")


@pytest.mark.django_db(transaction=True)
def test_writers_in_many_threads_make_one_chain():
    def write(part: int) -> None:
        try:
            for n in range(5):
                note(part * 10 + n)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=write, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert AuditEntry.objects.count() == 20
    assert services.first_broken() is None


@pytest.mark.django_db
def test_entries_of_slow_work_are_written_at_its_end_and_those_of_a_dry_run_never():
    with services.written_last() as kept:
        services.record(actor=None, action="slow.work", target="note:1", now=NOW)
        assert not AuditEntry.objects.exists()
        assert [entry["action"] for entry in kept] == ["slow.work"]
    assert AuditEntry.objects.get().action == "slow.work"
    with services.written_last() as kept:
        services.record(actor=None, action="dry.run", target="note:2", now=NOW)
        kept.clear()
    assert AuditEntry.objects.count() == 1
    assert services.first_broken() is None


def verified(**options) -> str:
    out = io.StringIO()
    call_command("verify_audit", stdout=out, **options)
    return out.getvalue()


@pytest.mark.django_db
def test_a_log_whose_end_was_cut_off_is_noticed_by_what_was_noted_outside(data_folder):
    services.note_head(NOW)
    assert not services.heads_file().exists(), "an empty log has no head"
    note(1)
    services.note_head(NOW)
    last = note(2)
    services.note_head(NOW)
    assert "2 entries, the chain holds; 2 noted heads are in it" in verified()
    elsewhere = data_folder / "copy.jsonl"
    elsewhere.write_text(services.heads_file().read_text())
    with without_triggers(["audit_auditentry"]):
        AuditEntry.objects.filter(pk=last.pk).delete()
    assert services.first_broken() is None, "the chain itself does not show it"
    for options in ({}, {"heads": elsewhere}):
        with pytest.raises(CommandError, match=f"entry {last.pk} was the last one on 2026-11-20"):
            verified(**options)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["nonsense\n", "{}\n", '{"entry": "x", "hash": 1}\n', "[]\n"])
def test_heads_that_cannot_be_read_are_named(data_folder, text):
    services.heads_file().write_text(text)
    with pytest.raises(CommandError, match="line 1 is no head"):
        verified()


@pytest.mark.django_db
def test_the_head_is_noted_every_night(data_folder):
    note(1)
    duework.plan_nights(now=NOW)
    promised = DueWork.objects.get(kind="pages.audit_head")
    assert promised.due_at == datetime(2026, 11, 21, 2, 0, tzinfo=UTC)
    pages.audit_head_due(promised, NOW)
    assert "1 noted heads" in verified()
