"""Work that starts at a set time: done once, put off when it fails, repeated after a crash in between."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from celery.signals import celeryd_init
from django.db import connection, connections, transaction
from django.utils import timezone

from audit import services as audit
from audit.models import AuditEntry
from config import celery
from duework import services, tasks
from duework.models import DueWork, SkippedRow

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)
IN_A_THREAD = services.run_aside


def leave_a_trace(work: DueWork, now: datetime) -> None:
    audit.record(actor=None, action="test.done", target=work.key, now=now)


def traces() -> list[str]:
    return list(AuditEntry.objects.filter(action="test.done").order_by("pk").values_list("target", flat=True))


@pytest.fixture(autouse=True)
def handlers(monkeypatch):
    """The kinds of these tests, for their time."""
    monkeypatch.setattr(services, "_inside", dict(services._inside))
    monkeypatch.setattr(services, "_together", dict(services._together))
    monkeypatch.setattr(services, "_outside", dict(services._outside))
    monkeypatch.setattr(services, "_aside", dict(services._aside))
    monkeypatch.setattr(services, "_hands", dict(services._hands))
    services.register("test.trace", leave_a_trace)


def plan(key: str, due_at: datetime = NOW, kind: str = "test.trace") -> DueWork:
    return services.plan(key=key, kind=kind, due_at=due_at)


@pytest.mark.django_db
def test_swept_twice_does_nothing_more():
    plan("a")
    assert services.sweep(now=NOW) == 1
    assert services.sweep(now=NOW + SECOND) == 0
    assert traces() == ["a"]


@pytest.mark.django_db
def test_only_what_is_due_in_the_order_of_its_time():
    plan("late", NOW + SECOND)
    plan("second", NOW)
    plan("first", NOW - SECOND)
    assert services.sweep(now=NOW) == 2
    assert traces() == ["first", "second"]
    assert services.sweep(now=NOW + SECOND) == 1


@pytest.mark.django_db
def test_planning_again_moves_the_time_of_an_open_key_and_leaves_a_done_one():
    plan("a", NOW + SECOND)
    plan("a", NOW - SECOND)
    assert services.sweep(now=NOW) == 1
    plan("a", NOW)
    assert services.sweep(now=NOW + SECOND) == 0
    assert DueWork.objects.count() == 1


@pytest.mark.django_db
def test_what_is_taken_back_is_not_done():
    plan("a")
    assert services.cancel(key="a")
    assert not services.cancel(key="a")
    assert services.sweep(now=NOW) == 0


@pytest.mark.django_db(transaction=True)
def test_a_failing_handler_leaves_nothing_and_is_put_off():
    def fail(work: DueWork, now: datetime) -> None:
        leave_a_trace(work, now)
        raise RuntimeError("no luck")

    services.register("test.fail", fail)
    plan("bad", kind="test.fail")
    plan("good")
    assert services.sweep(now=NOW) == 1
    assert traces() == ["good"]
    work = DueWork.objects.get(key="bad")
    assert (work.attempts, work.done_at, work.lease_until) == (1, None, NOW + SECOND)
    assert "no luck" in work.last_error
    assert services.sweep(now=NOW) == 0
    services.sweep(now=NOW + SECOND)
    work.refresh_from_db()
    assert (work.attempts, work.lease_until) == (2, NOW + 3 * SECOND)
    services.register("test.fail", leave_a_trace)
    assert services.sweep(now=NOW + 3 * SECOND) == 1
    assert traces() == ["good", "bad"]


@pytest.mark.django_db(transaction=True)
def test_a_kind_without_handler_waits_for_one():
    plan("a", kind="test.tomorrow")
    assert services.sweep(now=NOW) == 0
    assert "test.tomorrow" in DueWork.objects.get().last_error


class Crash(BaseException):
    """The process ends here."""


@pytest.mark.django_db(transaction=True)
def test_an_outside_handler_is_repeated_after_a_crash():
    calls = []

    def act(work: DueWork, now: datetime) -> None:
        calls.append(work.key)
        if len(calls) == 1:
            raise Crash

    services.register("test.act", act, outside=True)
    plan("a", kind="test.act")
    with pytest.raises(Crash):
        services.sweep(now=NOW)
    assert services.sweep(now=NOW + SECOND) == 0
    assert services.sweep(now=NOW + services.LEASE + SECOND) == 1
    assert calls == ["a", "a"]
    assert services.sweep(now=NOW + 2 * services.LEASE + SECOND) == 0


@pytest.mark.django_db(transaction=True)
def test_a_crash_inside_leaves_the_work_open_and_no_effect():
    def crash(work: DueWork, now: datetime) -> None:
        leave_a_trace(work, now)
        raise Crash

    services.register("test.crash", crash)
    plan("a", kind="test.crash")
    with pytest.raises(Crash):
        services.sweep(now=NOW)
    assert traces() == []
    services.register("test.crash", leave_a_trace)
    assert services.sweep(now=NOW) == 1
    assert traces() == ["a"]


@pytest.mark.django_db(transaction=True)
def test_four_sweepers_have_one_effect_each():
    for n in range(40):
        plan(f"work {n:02}")
    done, faults = [], []

    def sweep() -> None:
        try:
            while count := services.sweep(now=NOW, limit=7):
                done.append(count)
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=sweep) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    services.sweep(now=NOW, limit=40)
    assert faults == []
    assert sorted(traces()) == [f"work {n:02}" for n in range(40)]
    assert not DueWork.objects.filter(done_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_the_task_sweeps_until_nothing_is_due():
    for n in range(45):
        plan(f"work {n}", due_at=timezone.now())
    assert tasks.sweep.name == "duework.sweep"
    assert tasks.sweep() == 45


@pytest.mark.django_db(transaction=True)
def test_a_lost_nudge_is_no_fault(monkeypatch):
    def lost(*args, **options):
        raise ConnectionError("no broker")

    monkeypatch.setattr(services.current_app, "send_task", lost)
    services.nudge()


@pytest.mark.django_db(transaction=True)
def test_long_work_is_done_aside_while_the_sweep_goes_on(monkeypatch):
    """Two hands have long work; a third waits for a later sweep, and what is short is done meanwhile."""
    monkeypatch.setattr(services, "run_aside", IN_A_THREAD)
    may_end, ended = threading.Event(), []

    def long_work(work: DueWork, now: datetime) -> None:
        while not may_end.wait(0.05):
            services.renew(work)
        with transaction.atomic():
            services.hold(work)
        ended.append(work.key)

    services.register("test.long", long_work, aside=True)
    for n in range(3):
        plan(f"long {n}", kind="test.long")
    plan("short", NOW + SECOND)
    assert services.sweep(now=NOW + SECOND) == 3, "two are in hand, the short one is done"
    assert traces() == ["short"]
    may_end.set()
    until_done = time.monotonic() + 120
    while DueWork.objects.filter(done_at=None).exists():
        services.sweep(now=NOW + SECOND)
        assert time.monotonic() < until_done
        time.sleep(0.02)
    assert sorted(ended) == ["long 0", "long 1", "long 2"]


@pytest.mark.django_db(transaction=True)
def test_long_work_of_one_kind_does_not_wait_for_that_of_another(monkeypatch):
    held = []
    monkeypatch.setattr(services, "run_aside", held.append)  # it stays in hand
    for kind in ("test.many", "test.few"):
        services.register(kind, leave_a_trace, aside=True)
    for n in range(3):
        plan(f"many {n}", kind="test.many")
    plan("few", NOW + SECOND, kind="test.few")
    assert services.sweep(now=NOW + SECOND) == 3, "two of the many, and the other one"
    assert len(held) == 3


@pytest.mark.django_db(transaction=True)
def test_long_work_that_lost_its_lease_cannot_write():
    lost = []

    def overtaken(work: DueWork, now: datetime) -> None:
        DueWork.objects.update(lease_until=now + 2 * services.LONG_LEASE)  # another took it
        for still_mine in (services.renew, services.hold):
            with pytest.raises(services.LeaseLost), transaction.atomic():
                still_mine(work)
            lost.append(work.key)
        raise services.LeaseLost(work.key)

    services.register("test.long", overtaken, aside=True)
    plan("a", kind="test.long")
    services.sweep(now=NOW)
    work = DueWork.objects.get()
    assert lost == ["a", "a"]
    assert (work.done_at, work.attempts, work.last_error) == (None, 0, "")


@pytest.mark.django_db(transaction=True)
def test_work_done_long_ago_is_forgotten_at_night():
    day = timedelta(days=1)
    for key, done_at in (("old", NOW - 91 * day), ("of late", NOW - 89 * day), ("open", None)):
        DueWork.objects.create(key=key, kind="test.trace", due_at=NOW + 30 * day, done_at=done_at)
    services.plan_nights(now=NOW)
    night = DueWork.objects.get(kind=services.OLD_WORK)
    DueWork.objects.exclude(pk=night.pk).filter(kind__in=services._nightly).delete()
    services.sweep(now=night.due_at)
    assert set(DueWork.objects.exclude(kind__in=services._nightly).values_list("key", flat=True)) == {"of late", "open"}
    night.refresh_from_db()
    assert night.done_at is not None


@pytest.mark.django_db
def test_work_that_always_fails_is_tried_later_each_time_and_at_last_no_more():
    services.register("test.bad", fail)
    work, now, pauses = plan("bad", kind="test.bad"), NOW, []
    for _ in range(services.MOST_TRIES):
        services.sweep(now=now)
        work.refresh_from_db()
        pauses.append((work.lease_until - now).total_seconds())
        assert services.sweep(now=work.lease_until - SECOND) == 0
        now = work.lease_until
    assert pauses[:5] == [1, 2, 4, 8, 16]
    assert pauses[-1] == services.LONGEST_PAUSE.total_seconds()
    assert (work.attempts, work.dead_at is not None) == (services.MOST_TRIES, True)
    services.sweep(now=now + timedelta(days=9))
    work.refresh_from_db()
    assert work.attempts == services.MOST_TRIES, "nobody tries it"
    assert services.counts(now=now)["dead"] == 1
    plan("bad", now, kind="test.trace")
    assert services.sweep(now=now) == 1, "planned anew it lives again"


@pytest.mark.django_db
def test_one_bad_piece_of_several_that_are_done_together_keeps_no_other_back():
    def together(works, now):
        for work in works:
            if work.key == "second":
                raise KeyError(work.key)
            leave_a_trace(work, now)

    services.register_together("test.together", together)
    for key in ("first", "second", "third"):
        plan(key, kind="test.together")
    assert services.sweep(now=NOW) == 2
    assert traces() == ["first", "third"]


@pytest.mark.django_db
def test_a_walk_goes_on_past_a_row_takes_its_writes_back_and_ends_where_the_lease_is_lost():
    with services.walk("test.walk", now=NOW) as walk:
        for key in ("a", "b", "c"):
            with walk.row(key):
                plan(key)
                if key == "b":
                    raise KeyError(key)
    assert list(DueWork.objects.order_by("key").values_list("key", flat=True)) == ["a", "c"]
    assert [(one.job, one.row, one.error) for one in SkippedRow.objects.all()] == [("test.walk", "b", "KeyError('b')")]
    with pytest.raises(services.LeaseLost), services.walk("test.walk", now=NOW) as walk, walk.row("a"):
        raise services.LeaseLost("another has it")
    with services.walk("test.walk", now=NOW):
        pass
    assert not SkippedRow.objects.exists(), "the last walk left nothing out"


def fail(work: DueWork, now: datetime) -> None:
    raise KeyError("nothing there")


def test_a_worker_has_no_pool_of_database_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Celery closes it around each task, and long work in a thread beside it broke off."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "pool", {"min_size": 0})
    for receiver in (celery.leave_the_pool, celery.refuse_tables):
        assert any(known() is receiver for _key, known, *_ in celeryd_init.receivers), "called when a worker starts"
    celery.leave_the_pool()
    with ThreadPoolExecutor(1) as beside:
        assert "pool" not in beside.submit(lambda: connection.settings_dict).result()["OPTIONS"]


@pytest.mark.django_db(transaction=True)
def test_who_plans_last_sets_the_time_though_the_first_has_not_committed_yet():
    """The second waits for the first transaction; then its time counts."""
    ended: list[DueWork] = []

    def second() -> None:
        try:
            ended.append(plan("a", NOW + SECOND))
        finally:
            connections.close_all()

    thread = threading.Thread(target=second)
    with transaction.atomic():
        plan("a", NOW)
        thread.start()
        if connection.vendor == "postgresql":
            until = time.monotonic() + 30
            while not somebody_waits():
                assert time.monotonic() < until, "the second did not wait"
                time.sleep(0.01)
    thread.join(30)
    assert [work.due_at for work in ended] == [NOW + SECOND]
    assert DueWork.objects.get(key="a").due_at == NOW + SECOND


def somebody_waits() -> bool:
    """Does a transaction wait for another one?"""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1")
        return cursor.fetchone() is not None
