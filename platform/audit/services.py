"""Writing the audit log: one call, one entry, chained to the one before."""

from datetime import datetime
from typing import Any

from django.db import connection, transaction

from audit import chain
from audit.models import AuditEntry

LOCK = 0x0A0D17  # any fixed number: the advisory lock that puts writers of the chain in a row


@transaction.atomic
def record(
    *,
    actor: Any | None,
    action: str,
    target: str,
    now: datetime,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    rule: str = "",
    request_id: str = "",
) -> AuditEntry:
    """Append one entry. Writers wait for each other until their transactions end (SQLite: the write lock)."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    last = AuditEntry.objects.order_by("-pk").values_list("hash", flat=True).first()
    entry = AuditEntry(
        at=now,
        actor=actor,
        action=action,
        target=target,
        before=before,
        after=after,
        reason=reason,
        rule=rule,
        request_id=request_id,
    )
    entry.hash = chain.link(last or chain.FIRST, contents(entry))
    entry.save(force_insert=True)
    return entry


def contents(entry: AuditEntry) -> dict[str, Any]:
    """What the hash of an entry is taken over."""
    return {
        "at": round(entry.at.timestamp() * 1_000_000),
        "actor": entry.actor_id,
        "action": entry.action,
        "target": entry.target,
        "before": entry.before,
        "after": entry.after,
        "reason": entry.reason,
        "rule": entry.rule,
        "request_id": entry.request_id,
    }


def first_broken() -> AuditEntry | None:
    """The first entry whose hash does not follow from the one before, None when the chain holds."""
    previous = chain.FIRST
    for entry in AuditEntry.objects.iterator():
        if entry.hash != chain.link(previous, contents(entry)):
            return entry
        previous = entry.hash
    return None
