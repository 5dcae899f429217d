"""The audit log: chained, append-only in the database itself, and one line of writers."""

import io
import threading
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction

from accounts import services as accounts
from audit import chain, services
from audit.models import AuditEntry

NOW = datetime(2026, 11, 20, 19, 0, 0, 123456, tzinfo=UTC)


def note(n: int, **more) -> AuditEntry:
    return services.record(
        actor=None, action="test.note", target=f"note:{n}", after={"n": n, "ü": [1, None]}, now=NOW, **more
    )


@pytest.mark.django_db
def test_entries_hang_together():
    ann = accounts.player_for(name="Ann")[0]
    first = services.record(
        actor=ann, action="match.correct", target="match:x", now=NOW, reason="misread", rule="IRR-3"
    )
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
