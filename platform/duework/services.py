"""Plan and do work that starts at a set time. Beat only triggers a sweep; the rows say what is due."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections, transaction
from django.db.models import QuerySet
from django.utils import timezone

from duework.models import DueWork, Heartbeat, SkippedRow
from watching import figures

logger = logging.getLogger(__name__)
Handler = Callable[[DueWork, datetime], None]
Together = Callable[[Sequence[DueWork], datetime], None]

_inside: dict[str, Handler] = {}
_together: dict[str, Together] = {}
_outside: dict[str, Handler] = {}
_aside: dict[str, Handler] = {}
_nightly: dict[str, int | None] = {}  # the hour, UTC, of each kind that is done once a night; None: every hour
_hands: dict[str, threading.BoundedSemaphore] = {}  # threads by kind of long work
HANDS = 2  # so much long work of a kind at once in this process: one kind never waits for another
LEASE = timedelta(seconds=60)
LONG_LEASE = timedelta(seconds=20)  # renewed while it runs: so soon another takes over after a kill
LATE = timedelta(minutes=10)  # so long after its time, work that nobody has begun counts as late
BEAT_EVERY = 5.0  # seconds between two marks of the same part
MOST_SKIPPED = 200  # rows that one walk names to the staff
MOST_TRIES = 20  # then it is dead: after some nine hours
LONGEST_PAUSE = timedelta(hours=1)
OLD_WORK, OLD_WORK_HOUR = "duework.old_work", 4  # UTC


class LeaseLost(Exception):
    """This process no longer has the long work: it was cancelled, or the lease expired and another process has it."""


class Walk:
    """One walk of a job over many rows. A row that cannot be read is named and left out, and the others are done."""

    def __init__(self, through: tuple[type[Exception], ...] = ()) -> None:
        self.skipped: dict[str, str] = {}  # the rows that were left out, with the error of each
        self._through: tuple[type[Exception], ...] = (LeaseLost, OperationalError, InterfaceError, *through)

    @contextmanager
    def row(self, name: str) -> Iterator[None]:
        """Do the work of one row, such as "table abc". Its error goes to the log and to the staff, and its writes are
        undone. A lost lease or connection is not the row's fault, and ends the walk."""
        try:
            with transaction.atomic() if connection.in_atomic_block else nullcontext():
                yield
        except self._through:
            raise
        except Exception as error:
            logger.exception("a job goes on without %s", name)
            self.skipped[name[:200]] = repr(error)[:2000]


@contextmanager
def walk(job: str, *, now: datetime, through: tuple[type[Exception], ...] = ()) -> Iterator[Walk]:
    """Start a walk of a job, under the kind of its work if each walk takes all rows, else under its key. The rows that
    it leaves out are stored for the staff and replace those of its last walk. Errors of the classes in `through` end
    it."""
    this = Walk(through)
    yield this
    with transaction.atomic():
        SkippedRow.objects.filter(job=job).delete()
        rows = list(this.skipped.items())[:MOST_SKIPPED]
        SkippedRow.objects.bulk_create(SkippedRow(job=job, row=row, error=error, at=now) for row, error in rows)


def register(kind: str, handler: Handler, *, outside: bool = False, aside: bool = False) -> None:
    """Register the handler of a kind, from `apps.ready`. It runs inside the transaction that marks the row done; with
    `outside` it runs before, outside any transaction, and must have the same effect when repeated. `aside` is for long
    work: outside as well, in its own thread, so that the sweep goes on; it calls `renew` while it lasts, and `hold` in
    the transaction that writes its effect."""
    (_aside if aside else _outside if outside else _inside)[kind] = handler
    if aside:
        _hands[kind] = threading.BoundedSemaphore(HANDS)


def register_together(kind: str, handler: Together) -> None:
    """Register, from `apps.ready`, a handler that takes all due rows of its kind at once, inside the transaction that
    marks them done. It is for work that comes in hundreds and is cheaper together."""
    _together[kind] = handler


def every_night(kind: str, handler: Handler, *, hour: int) -> None:
    """Register, from `apps.ready`, the handler of long nightly work at this hour UTC."""
    register(kind, handler, aside=True)
    _nightly[kind] = hour


def every_hour(kind: str, handler: Handler) -> None:
    """Register, from `apps.ready`, the handler of short work for every hour that begins; a site that starts within one
    does it at once."""
    register(kind, handler)
    _nightly[kind] = None


def delete_every_night(kind: str, delete: Callable[..., object], *, hour: int) -> None:
    """Register, from `apps.ready`, a function that deletes old rows every night at this hour UTC. It is called with
    `now`, in the transaction that marks the work done."""

    def handler(work: DueWork, now: datetime) -> None:
        with transaction.atomic():
            hold(work)
            delete(now=now)

    every_night(kind, handler, hour=hour)


def plan_nights(*, now: datetime) -> None:
    """Plan the next night's work of every nightly kind, and this hour's of every hourly one, if it is not planned yet.
    A missed night is made up for once, a missed hour is not."""
    this_hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    for kind, hour in _nightly.items():
        at = this_hour if hour is None else this_hour.replace(hour=hour)
        at += timedelta(days=1) if hour is not None and at <= now else timedelta(0)
        key = f"{kind}:{at.date()}" if hour is not None else f"{kind}:{at:%Y-%m-%dT%H}"
        if not DueWork.objects.filter(key=key).exists():
            plan(key=key, kind=kind, due_at=at)


def forget_old_work(*, now: datetime) -> None:
    """Delete the rows of old finished work, and older rows that a job left out."""
    SkippedRow.objects.filter(at__lt=now - timedelta(days=settings.KEEP_LOGS)).delete()
    DueWork.objects.filter(done_at__lt=now - timedelta(days=settings.KEEP_LOGS)).delete()


@transaction.atomic(savepoint=False)
def plan(*, key: str, kind: str, due_at: datetime, payload: dict[str, Any] | None = None) -> DueWork:
    """Plan `kind` for `due_at`, once for each `key`. Planning an open key again moves its time; a done one stays."""
    again = {"kind": kind, "due_at": due_at, "payload": payload or {}}
    DueWork.objects.bulk_create([DueWork(key=key, **again)], ignore_conflicts=True)
    DueWork.objects.filter(key=key, done_at=None).update(**again, attempts=0, lease_until=None, dead_at=None)
    return DueWork.objects.get(key=key)


@transaction.atomic(savepoint=False)
def cancel(*, key: str) -> bool:
    """Cancel open work; returns whether there was any."""
    return DueWork.objects.filter(key=key, done_at=None).delete()[0] > 0


@transaction.atomic(savepoint=False)
def forget(*, keys: str) -> int:
    """Delete all planned work whose key begins like this, done or not, because its subject starts anew; returns the
    number."""
    return DueWork.objects.filter(key__startswith=keys).delete()[0]


def nudge() -> None:
    """Ask the worker to sweep as soon as this transaction has ended. If the nudge is lost, the work is a second
    late."""
    transaction.on_commit(lambda: _send_nudge(), robust=True)


def sweep(*, now: datetime, limit: int = 100) -> int:
    """Do at most `limit` pieces of due work; returns the number done. Running it again does nothing more."""
    due = DueWork.objects.filter(done_at=None, dead_at=None, due_at__lte=now).exclude(lease_until__gt=now)
    pieces: dict[tuple[str, int], list[int]] = defaultdict(list)
    for pk, kind in due.order_by("due_at", "pk").values_list("pk", "kind")[:limit]:
        pieces[kind, 0 if kind in _together else pk].append(pk)
    return sum(_do(kind, pks, now) for (kind, _), pks in pieces.items())


def renew(work: DueWork) -> None:
    """Renew the lease of long work. Raises LeaseLost if another process has it."""
    until = timezone.now() + LONG_LEASE
    mine = DueWork.objects.filter(pk=work.pk, done_at=None, lease_until=work.lease_until)
    if not mine.update(lease_until=until):
        raise LeaseLost(work.key)
    work.lease_until = until


def hold(work: DueWork) -> None:
    """Lock the row of long work and mark it done, in the transaction that writes its effect. Raises LeaseLost if
    another process has it."""
    row = DueWork.objects.select_for_update().filter(pk=work.pk, done_at=None, lease_until=work.lease_until).first()
    if row is None:
        raise LeaseLost(work.key)
    DueWork.objects.filter(pk=work.pk).update(done_at=timezone.now())


def beat(name: str, *, now: datetime) -> None:
    """Record that the part of the site with this name runs."""
    if not Heartbeat.objects.filter(name=name).update(at=now):
        Heartbeat.objects.get_or_create(name=name, defaults={"at": now})


def seconds_since_beat(name: str, *, now: datetime) -> float | None:
    """Seconds since the part with this name last reported; None if it never did."""
    at = Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
    return None if at is None else (now - at).total_seconds()


def counts(*, now: datetime) -> dict[str, int]:
    """How much work is `late` (due for ten minutes and not begun), `failing` (will be tried again) and `dead` (will
    not), and how many rows the last walks left out (`skipped`)."""
    due = DueWork.objects.filter(done_at=None, dead_at=None)
    return {
        "late": late(now=now).count(),
        "failing": due.filter(attempts__gt=0).count(),
        "dead": DueWork.objects.filter(dead_at__isnull=False).count(),
        "skipped": SkippedRow.objects.count(),
    }


def late(*, now: datetime) -> QuerySet[DueWork]:
    """Work that is due for ten minutes and that nobody has begun, the oldest first."""
    due = DueWork.objects.filter(done_at=None, dead_at=None, due_at__lt=now - LATE, attempts=0)
    return due.exclude(lease_until__gt=now).order_by("due_at")


@transaction.atomic
def try_again(*, work: DueWork, now: datetime) -> bool:
    """Let failing or dead work be tried at once, with all its tries; returns whether it was still open."""
    open_work = DueWork.objects.filter(pk=work.pk, done_at=None, attempts__gt=0)
    again = open_work.update(attempts=0, dead_at=None, lease_until=None, due_at=now) == 1
    nudge()
    return again


@transaction.atomic
def drop(*, work: DueWork) -> bool:
    """Delete dead work, which is then never done; returns whether it was dead."""
    return DueWork.objects.filter(pk=work.pk, dead_at__isnull=False).delete()[0] > 0


def _do(kind: str, pks: Sequence[int], now: datetime) -> int:
    """Do one piece of work, or several of a kind that is done together; returns the number done."""
    try:
        if kind in _aside:
            return int(_begin_aside(kind, pks[0], now))
        done = int(_do_outside(kind, pks[0], now)) if kind in _outside else _do_inside(kind, pks, now)
        figures.work_tried(kind, "done", done)
        return done
    except Exception as error:
        if len(pks) > 1:
            return sum(_do(kind, [pk], now) for pk in pks)
        logger.exception("due work %s failed", pks[0])
        _put_off(pks[0], now, error)
        return 0


def _begin_aside(kind: str, pk: int, now: datetime) -> bool:
    work = DueWork.objects.filter(pk=pk, kind=kind, done_at=None).first()
    if work is None or not _hands[work.kind].acquire(blocking=False):
        return False
    if not _lease(work, now, LONG_LEASE):
        _hands[work.kind].release()
        return False
    run_aside(lambda: _do_aside(work, now))
    return True


def run_aside(work: Callable[[], None]) -> None:
    """Run long work in its own thread; tests replace this to run it directly."""

    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    threading.Thread(target=run, name="long-work", daemon=True).start()


def _do_aside(work: DueWork, now: datetime) -> None:
    try:
        _aside[work.kind](work, now)
        DueWork.objects.filter(pk=work.pk, done_at=None, lease_until=work.lease_until).update(done_at=timezone.now())
        figures.work_tried(work.kind, "done")
    except LeaseLost:
        logger.info("long work %s went to another", work.pk)
    except Exception as error:
        logger.exception("long work %s failed", work.pk)
        _put_off(work.pk, timezone.now(), error)
    finally:
        _hands[work.kind].release()


def _lease(work: DueWork, now: datetime, span: timedelta) -> bool:
    """Take the lease of free work; returns whether this process has it."""
    free = DueWork.objects.filter(pk=work.pk, done_at=None).exclude(lease_until__gt=now)
    work.lease_until = now + span
    return free.update(lease_until=work.lease_until) == 1


def _do_outside(kind: str, pk: int, now: datetime) -> bool:
    work = DueWork.objects.filter(pk=pk, kind=kind, done_at=None).first()
    if work is None or not _lease(work, now, LEASE):
        return False
    _outside[work.kind](work, now)
    return DueWork.objects.filter(pk=pk, done_at=None).update(done_at=timezone.now()) == 1


def _do_inside(kind: str, pks: Sequence[int], now: datetime) -> int:
    """Lock the rows, check them again, do the work and mark it done in one transaction."""
    with transaction.atomic():
        rows = DueWork.objects.filter(pk__in=pks, kind=kind, done_at=None).order_by("due_at", "pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        found = list(rows)
        if not found:
            return 0
        if kind in _together:
            _together[kind](found, now)
        elif kind in _inside:
            _inside[kind](found[0], now)
        else:
            raise LookupError(f"no handler for due work of kind {kind!r}")
        return DueWork.objects.filter(pk__in=[work.pk for work in found]).update(done_at=now)


def _put_off(pk: int, now: datetime, error: Exception) -> None:
    """Plan failed work again after 1, 2, 4 seconds and so on, at most an hour; after twenty tries it is dead. The error
    is stored in the row."""
    work = DueWork.objects.filter(pk=pk, done_at=None).first()
    if work is None:
        return
    attempts = work.attempts + 1
    wait = min(timedelta(seconds=2**work.attempts), LONGEST_PAUSE)
    is_dead = attempts >= MOST_TRIES
    figures.work_tried(work.kind, "dead" if is_dead else "failed")
    if is_dead:
        logger.error("due work %s failed %d times and is not tried again: see /site/work/", work.key, attempts)
    DueWork.objects.filter(pk=pk, done_at=None).update(
        attempts=attempts, last_error=repr(error)[:2000], lease_until=now + wait, dead_at=now if is_dead else None
    )


def _send_nudge() -> None:
    try:
        current_app.send_task("duework.sweep", expires=5, retry=False)
    except Exception:  # the broker is down: the beat's next sweep does the work
        logger.info("nudge lost", exc_info=True)
