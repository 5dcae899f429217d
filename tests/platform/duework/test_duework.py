"""Work that time starts: done once, put off when it fails, repeated where a crash came between."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections
from django.utils import timezone

from audit import services as audit
from audit.models import AuditEntry
from duework import services, tasks
from duework.models import DueWork

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def leave_a_trace(work: DueWork, now: datetime) -> None:
    audit.record(actor=None, action="test.done", target=work.key, now=now)


def traces() -> list[str]:
    return list(AuditEntry.objects.filter(action="test.done").order_by("pk").values_list("target", flat=True))


@pytest.fixture(autouse=True)
def handlers(monkeypatch):
    """The kinds of these tests, for their time."""
    monkeypatch.setattr(services, "_inside", dict(services._inside))
    monkeypatch.setattr(services, "_outside", dict(services._outside))
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
