"""Services for the audit log: each call writes one entry, chained to the one before. Every night the head of the chain
is noted outside the database."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

from django.conf import settings
from django.db import connection, transaction

from audit import chain
from audit.models import AuditEntry
from watching import asked

LOCK = 0x0A0D17  # any fixed number: the advisory lock that serialises writers of the chain


class Facts(TypedDict, total=False):
    """The optional facts of an entry, besides who did what to which thing, and when."""

    before: Any
    after: Any
    reason: str
    rule: str


_waiting: ContextVar[list[dict[str, Any]] | None] = ContextVar("audit_waiting", default=None)


@contextmanager
def written_last() -> Iterator[list[dict[str, Any]]]:
    """Hold back the entries of the block and write them at its end, so that no other writer waits while the block
    works. Yields the list of held entries; clearing it means that nothing is written. Call it inside the transaction of
    the work; an error writes nothing."""
    if (outer := _waiting.get()) is not None:
        yield outer
        return
    kept: list[dict[str, Any]] = []
    token = _waiting.set(kept)
    try:
        yield kept
    finally:
        _waiting.reset(token)
    for facts in kept:
        _append(**facts)


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
) -> None:
    """Append one entry, with the id of the request or task that it is written for. Writers wait for each other until
    their transactions end (SQLite: the write lock); inside `written_last` the entry is appended at the end of the
    block. Its time is stored in milliseconds, as Django's JSON does, so the chain holds after `dumpdata` and
    `loaddata`."""
    facts = {
        "actor": actor, "action": action, "target": target, "now": now, "before": before, "after": after,
        "reason": reason, "rule": rule, "request_id": asked.request_id(),
    }  # fmt: skip
    if (kept := _waiting.get()) is not None:
        kept.append(facts)
    else:
        _append(**facts)


@transaction.atomic(savepoint=False)
def _append(*, now: datetime, **facts: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    last = AuditEntry.objects.order_by("-pk").values_list("hash", flat=True).first()
    entry = AuditEntry(at=now.replace(microsecond=now.microsecond // 1000 * 1000), **facts)
    entry.hash = chain.link(last or chain.FIRST, contents(entry))
    entry.save(force_insert=True)


def contents(entry: AuditEntry) -> dict[str, Any]:
    """The content of an entry that its hash covers."""
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


def heads_file() -> Path:
    """The path of the file with the noted heads of the chain: in the data folder, outside the database."""
    return Path(settings.DATA_DIR) / "audit-heads.jsonl"


def note_head(now: datetime) -> None:
    """Note the last entry and its hash in a line outside the database. The chain shows changes within it; only
    something outside can show that its end was cut off."""
    last = AuditEntry.objects.order_by("-pk").values_list("pk", "hash").first()
    if last is not None:
        line = {"at": now.astimezone(UTC).isoformat(timespec="seconds"), "entry": last[0], "hash": last[1]}
        with heads_file().open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def first_missing(lines: Iterable[str]) -> dict[str, Any] | None:
    """The first noted head whose entry is not in the log with that hash; None if all are. Raises ValueError for a line
    that is no head."""
    for number, line in enumerate(lines, 1):
        try:
            head = json.loads(line)
            entry, noted = int(head["entry"]), str(head["hash"])
        except (ValueError, TypeError, KeyError) as bad:
            raise ValueError(f"line {number} is no head of the chain") from bad
        if not AuditEntry.objects.filter(pk=entry, hash=noted).exists():
            return dict(head)
    return None


def first_broken() -> AuditEntry | None:
    """The first entry whose hash does not follow from the one before; None if the chain is intact."""
    previous = chain.FIRST
    for entry in AuditEntry.objects.iterator():
        if entry.hash != chain.link(previous, contents(entry)):
            return entry
        previous = entry.hash
    return None
