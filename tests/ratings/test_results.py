"""Results that arrive: recorded once, in the transaction of the result, corrected and annulled with a trace."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction

from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from ratings import systems, tasks
from ratings.models import Pool, RatedMatch
from ratings.services import results
from ratings.services.runs import folding
from tests.ratings.rating_factory import START, numbers, people, record

pytestmark = pytest.mark.django_db


def test_a_match_twice_changes_nothing():
    ann, bob, *_ = people()
    first = record(1, ann, bob)
    assert folding.rate_pending(pool="gin") == 1
    once = numbers()
    assert record(1, ann, bob, 0.0).pk == first.pk
    assert folding.rate_pending(pool="gin") == 0
    assert numbers() == once
    assert DueWork.objects.filter(kind="ratings.rate").count() == 1


@pytest.mark.parametrize(
    ("variant", "pool"),
    [
        ("gin-pagat", "gin"),
        ("gin-rummy-com", "gin"),
        ("grand", "gin"),
        ("oklahoma-full", "oklahoma"),
        ("hollywood-oklahoma", "hollywood"),
        ("big-gin", "big-gin"),
        ("color-big-gin", "color"),
        ("moon-rummy-double", "moon"),
        ("gin-pagat~gin_bonus=30", "gin"),
        ("straight~target=50", "straight"),
        ("grand~knock_limit=7", "gin"),
    ],
)
def test_pools_are_found_by_variant(variant, pool):
    assert results.pool_for(variant=variant).key == pool
    assert results.pool_for(variant=variant).key == pool


def test_a_pool_that_lists_a_variant_has_it():
    Pool.objects.create(key="club", name="Our own", variants=["gin-pagat"])
    assert results.pool_for(variant="gin-pagat").key == "club"
    assert results.pool_for(variant="gin-pagat~target=50").key == "club", "and what is laid over it"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"score": 2.0}, "a score is"),
        ({"kind": "friendly"}, "not 'friendly'"),
        ({"weight": 2}, "a weight is"),
        ({"weight": -1}, "a weight is"),
        ({"finished_at": datetime(2026, 1, 1)}, "time zone"),
    ],
)
def test_what_no_system_can_take_is_refused(wrong, words):
    ann, bob, *_ = people()
    values = {"score_a": wrong.pop("score", 1.0), "finished_at": START, "margin": 1, "deals": 1, "pool": "gin"} | wrong
    with pytest.raises(results.BadMatch, match=words):
        results.record_match(source="x", players=(ann, bob), **values)
    with pytest.raises(results.BadMatch, match="two different players"):
        results.record_match(source="x", players=(ann, ann), **values)
    assert not RatedMatch.objects.exists()


def test_a_correction_moves_what_followed_and_leaves_an_entry():
    ann, bob, cleo, *_ = people()
    record(1, ann, bob, 1.0)
    record(2, bob, cleo, 1.0)
    folding.rate_pending(pool="gin")
    before = numbers()
    results.correct_match(source="test:1", score_a=0.0, margin=-40, by=ann, reason="sheet read wrongly", now=START)
    assert folding.rate_pending(pool="gin") == 2
    assert numbers() != before
    entry = AuditEntry.objects.get(action="rating.correct")
    assert entry.before["score_a"] == 1.0
    assert entry.after["score_a"] == 0.0
    assert entry.reason == "sheet read wrongly"
    results.correct_match(source="test:1", score_a=0.0, margin=-40, now=START)
    assert folding.rate_pending(pool="gin") == 0
    results.correct_match(source="test:1", score_a=1.0, margin=40, now=START)
    folding.rate_pending(pool="gin")
    assert numbers() == before


def test_annulled_is_as_if_never_played():
    ann, bob, cleo, *_ = people()
    record(1, ann, bob)
    folding.rate_pending(pool="gin")
    without = numbers()
    record(2, ann, cleo, 0.0)
    folding.rate_pending(pool="gin")
    results.annul_match(source="test:2", now=START, reason="played under wrong rules")
    folding.rate_pending(pool="gin")
    assert numbers()[:2] == without[:2]
    results.correct_match(source="test:2", score_a=0.0, now=START)
    folding.rate_pending(pool="gin")
    assert len(numbers()[0]) == 3


def test_what_is_unknown_cannot_be_corrected():
    with pytest.raises(results.UnknownMatch):
        results.annul_match(source="nowhere", now=START)
    with pytest.raises(results.BadMatch, match="no finished_at"):
        results.correct_match(source="nowhere", now=START, finished_at=START)


def test_byes_forfeits_and_house_seats_are_on_record_and_not_rated():
    ann, bob, *_ = people()
    record(1, ann, bob, kind="forfeit")
    record(2, ann, bob, weight=0)
    assert folding.rate_pending(pool="gin") == 2
    assert numbers()[:2] == ([], [])
    assert folding.differences(pool="gin") == []


@pytest.mark.django_db(transaction=True)
def test_the_result_and_its_rating_stand_or_fall_together():
    ann, bob, *_ = people()

    def failing() -> None:
        with transaction.atomic():
            record(1, ann, bob)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        failing()
    assert not RatedMatch.objects.exists()
    assert not DueWork.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_after_commit_the_task_is_asked_for_by_name_and_rates(monkeypatch):
    ann, bob, *_ = people()
    asked = []
    monkeypatch.setattr(results.current_app, "send_task", lambda name, args, **_: asked.append((name, args)))
    with transaction.atomic():
        record(1, ann, bob)
        assert asked == []
    assert asked == [("ratings.rate_pending", ["gin"])]
    assert tasks.rate_pending.name == "ratings.rate_pending"
    assert tasks.rate_pending.apply(args=asked[0][1]).get() == 1
    assert [row[0] for row in numbers()[0]] == ["Ann", "Bob"]


@pytest.mark.django_db(transaction=True)
def test_the_sweep_repairs_a_lost_task(monkeypatch):
    ann, bob, *_ = people()

    def lost(*args, **options):
        raise ConnectionError("no broker")

    monkeypatch.setattr(results.current_app, "send_task", lost)
    record(1, ann, bob)
    work = DueWork.objects.get(kind="ratings.rate")
    assert duework.sweep(now=work.due_at - timedelta(seconds=1)) == 0
    assert duework.sweep(now=work.due_at) == 1
    assert len(numbers()[0]) == 2


def test_a_sweep_of_400_due_rows_takes_100_queries(django_assert_max_num_queries):
    ann, bob, *_ = people()
    for n in range(1, 9):
        record(n, ann, bob)
    due_at = DueWork.objects.filter(kind="ratings.rate").latest("due_at").due_at
    DueWork.objects.bulk_create(
        DueWork(key=f"lost:{n}", kind="ratings.rate", due_at=due_at, payload={"pool": "gin"}) for n in range(392)
    )
    with django_assert_max_num_queries(100):
        done = [duework.sweep(now=due_at) for _ in range(4)]
    assert (done, duework.sweep(now=due_at)) == ([100] * 4, 0)
    assert len(numbers()[0]) == 2


def test_new_parameters_make_a_new_run():
    ann, bob, *_ = people()
    record(1, ann, bob)
    folding.rate_pending(pool="gin")
    Pool.objects.update(params={"k": 20.0})
    record(2, ann, bob)
    folding.rate_pending(pool="gin")
    pool = Pool.objects.get(key="gin")
    assert pool.run.params["k"] == 20.0
    assert pool.run.code_version == systems.VERSION
    assert {row[6] for row in numbers()[1]} == {20.0}
    assert pool.runs.count() == 2
