"""Planning and doing work that time starts. Beat only says "sweep"; what is due stands in the rows."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from duework.models import DueWork, Heartbeat

logger = logging.getLogger(__name__)
Handler = Callable[[DueWork, datetime], None]

_inside: dict[str, Handler] = {}
_outside: dict[str, Handler] = {}
LEASE = timedelta(seconds=60)
BEAT_EVERY = 5.0  # seconds between two marks of the same part


def register(kind: str, handler: Handler, *, outside: bool = False) -> None:
    """Name the handler of a kind, from `apps.ready`. It runs inside the transaction that marks the row done; with
    `outside` it runs before, outside any transaction, and must give the same effect when it is repeated."""
    (_outside if outside else _inside)[kind] = handler


@transaction.atomic
def plan(*, key: str, kind: str, due_at: datetime, payload: dict[str, Any] | None = None) -> DueWork:
    """Promise to do `kind` at `due_at`, once per `key`. Planning an open key again moves its time; a done one stays."""
    work, new = DueWork.objects.get_or_create(
        key=key, defaults={"kind": kind, "due_at": due_at, "payload": payload or {}}
    )
    if not new:
        DueWork.objects.filter(pk=work.pk, done_at=None).update(
            kind=kind, due_at=due_at, payload=payload or {}, attempts=0, lease_until=None
        )
        work.refresh_from_db()
    return work


@transaction.atomic
def cancel(*, key: str) -> bool:
    """Take back a promise that is not done yet; say whether there was one."""
    return DueWork.objects.filter(key=key, done_at=None).delete()[0] > 0


def nudge() -> None:
    """Ask the worker to sweep as soon as this transaction has ended; a lost nudge costs a second."""
    transaction.on_commit(lambda: _send_nudge(), robust=True)


def sweep(*, now: datetime, limit: int = 20) -> int:
    """Do at most `limit` pieces of work that are due; the number done. Running it twice does nothing more."""
    due = DueWork.objects.filter(done_at=None, due_at__lte=now).exclude(lease_until__gt=now)
    ids = list(due.order_by("due_at", "pk").values_list("pk", flat=True)[:limit])
    return sum(_do(pk, now) for pk in ids)


def beat(name: str, *, now: datetime) -> None:
    """Note that the part of the site with this name lives."""
    if not Heartbeat.objects.filter(name=name).update(at=now):
        Heartbeat.objects.get_or_create(name=name, defaults={"at": now})


def seconds_since_beat(name: str, *, now: datetime) -> float | None:
    """Seconds since the part with this name last showed that it lives, None when it never did."""
    at = Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
    return None if at is None else (now - at).total_seconds()


def _do(pk: int, now: datetime) -> bool:
    try:
        return _do_outside(pk, now) or _do_inside(pk, now)
    except Exception as error:
        logger.exception("due work %s failed", pk)
        _put_off(pk, now, error)
        return False


def _do_outside(pk: int, now: datetime) -> bool:
    work = DueWork.objects.filter(pk=pk, done_at=None, kind__in=_outside).first()
    if work is None:
        return False
    leased = DueWork.objects.filter(pk=pk, done_at=None).exclude(lease_until__gt=now).update(lease_until=now + LEASE)
    if not leased:
        return False
    _outside[work.kind](work, now)
    return DueWork.objects.filter(pk=pk, done_at=None).update(done_at=timezone.now()) == 1


def _do_inside(pk: int, now: datetime) -> bool:
    """Lock the row, look again, do the work and mark it done in one transaction."""
    with transaction.atomic():
        rows = DueWork.objects.filter(pk=pk, done_at=None).exclude(kind__in=_outside)
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        work = rows.first()
        if work is None:
            return False
        handler = _inside.get(work.kind)
        if handler is None:
            raise LookupError(f"no handler for due work of kind {work.kind!r}")
        handler(work, now)
        work.done_at = now
        work.save(update_fields=["done_at"])
    return True


def _put_off(pk: int, now: datetime, error: Exception) -> None:
    """A failed piece of work is tried again after 1, 2, 4 ... 300 seconds; its error stands in the row."""
    work = DueWork.objects.filter(pk=pk, done_at=None).first()
    if work is None:
        return
    wait = min(2**work.attempts, 300)
    DueWork.objects.filter(pk=pk, done_at=None).update(
        attempts=work.attempts + 1, last_error=repr(error)[:2000], lease_until=now + timedelta(seconds=wait)
    )


def _send_nudge() -> None:
    try:
        current_app.send_task("duework.sweep", expires=5, retry=False)
    except Exception:  # the broker is away: the beat's next sweep does it
        logger.info("nudge lost", exc_info=True)
