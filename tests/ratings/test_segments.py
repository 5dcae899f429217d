"""Corrections: a shadow run from the nearest checkpoint, swapped in at the end, gives the same as a clean rebuild."""

import random

import pytest
from django.db import connection, transaction

from ratings.models import Change, Checkpoint, PlayerRating, Pool, RatingRun, RunState
from ratings.selectors import players
from ratings.services import inputs, results
from ratings.services.runs import folding, history, standings
from tests.ratings.rating_factory import START, numbers, people, record

pytestmark = pytest.mark.django_db
RESULTS = [
    (n, *random.Random(n).sample(range(8), 2), random.Random(-n).choice((0.0, 0.5, 1.0, 1.0)), n // 3)
    for n in range(1, 41)
]


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Checkpoints after every five matches, three blocks read at a time, runs of four in a part of their own."""
    monkeypatch.setattr(inputs, "BLOCK", 5)
    monkeypatch.setattr(folding, "BLOCK", 5)
    monkeypatch.setattr(inputs, "READ", 15)
    monkeypatch.setattr(folding, "FEW", 3)
    monkeypatch.setattr(history, "OWN_PART", 4)


def play(order, *, rate_every=100):
    everybody = people()
    for count, (n, a, b, score, at) in enumerate(order, start=1):
        luck = None if n % 4 else n / 2
        record(n, everybody[a], everybody[b], score, at=at, luck=luck, kind="forfeit" if n % 11 == 0 else "played")
        if count % rate_every == 0:
            folding.rate_pending(pool="gin")
    folding.rate_pending(pool="gin")


def everything():
    """What the pool shows, its digest, and every column of its history."""
    pool = Pool.objects.get(key="gin")
    names = [field.attname for field in Change._meta.concrete_fields if field.attname not in {"pk", "run_id"}]
    changes = players.standing_changes(pool).order_by("seq", "player_id").values_list(*names)
    return numbers(), pool.run.input_digest, list(changes)


def rebuilt():
    folding.rebuild(pool="gin")
    return everything()


@pytest.mark.parametrize(
    ("system", "every"), [("elo", 1), ("elo", 4), ("elo", 100), ("glicko2", 4), ("margin", 4), ("fibs", 4)]
)
def test_shuffled_arrival_is_a_rebuild(system, every):
    results.pool_for(variant="gin")
    Pool.objects.update(system=system)
    play(random.Random(every).sample(RESULTS, len(RESULTS)), rate_every=every)
    arrived = everything()
    assert folding.differences(pool="gin") == []
    assert rebuilt() == arrived
    assert folding.differences(pool="gin") == []


@pytest.mark.parametrize("n", [1, 9, 20, 31, 40])
def test_a_corrected_result_is_a_rebuild(n):
    play(RESULTS)
    before = everything()
    results.correct_match(source=f"test:{n}", score_a=0.5, margin=3, now=START)
    folding.rate_pending(pool="gin")
    corrected = everything()
    assert corrected != before
    assert folding.differences(pool="gin") == []
    assert rebuilt() == corrected
    results.annul_match(source=f"test:{n}", now=START)
    folding.rate_pending(pool="gin")
    annulled = everything()
    assert rebuilt() == annulled


def test_only_the_suffix_is_written_anew():
    play(RESULTS)
    old = Pool.objects.get(key="gin").run
    early = players.standing_changes(Pool.objects.get(key="gin")).filter(seq__lte=20)
    assert set(early.values_list("run", flat=True)) == {old.pk}
    results.correct_match(source="test:30", score_a=0.5, margin=3, now=START)
    assert 10 <= folding.rate_pending(pool="gin") <= 16
    pool = Pool.objects.get(key="gin")
    assert pool.run != old
    assert set(early.values_list("run", flat=True)) == {old.pk}
    assert set(Change.objects.filter(run=pool.run).values_list("seq", flat=True)) == set(range(26, 38))
    first, second = pool.segments.order_by("from_seq")
    assert (first.run, first.from_seq, first.to_seq) == (old, 1, 25)
    assert (second.run, second.from_seq, second.to_seq) == (pool.run, 26, second.OPEN)


def test_segments_of_which_nothing_is_left_go():
    play(RESULTS)
    for n in (40, 30, 20, 10, 1):
        results.correct_match(source=f"test:{n}", score_a=0.5, margin=3, now=START)
        folding.rate_pending(pool="gin")
    pool = Pool.objects.get(key="gin")
    assert pool.segments.count() == 1
    assert set(Change.objects.filter(run__pool=pool).values_list("run", flat=True)) == {pool.run_id}
    assert set(Checkpoint.objects.filter(run__pool=pool).values_list("run", flat=True)) == {pool.run_id}
    assert RatingRun.objects.filter(pool=pool, state=RunState.LIVE).count() == 1


def test_a_duplicated_task_does_nothing_more():
    play(RESULTS, rate_every=6)
    once = everything()
    runs_before = RatingRun.objects.count()
    assert [folding.rate_pending(pool="gin") for _ in range(3)] == [0, 0, 0]
    assert everything() == once
    assert RatingRun.objects.count() == runs_before


@pytest.mark.parametrize("place", ["writing", "stand", "_swap", "_mark_folded"])
def test_killed_anywhere_it_ends_in_the_same_state(monkeypatch, place):
    play(RESULTS)
    before, runs_before = everything(), RatingRun.objects.count()
    results.correct_match(source="test:20", score_a=0.5, margin=3, now=START)
    home = {"writing": history, "stand": standings}.get(place, folding)
    real = getattr(home, place)

    def killed(*args, **values):
        if place != "writing":
            real(*args, **values)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(home, place, killed)
        with pytest.raises(KeyboardInterrupt), transaction.atomic():
            folding.rate_pending(pool="gin")
    assert everything() == before
    assert RatingRun.objects.count() == runs_before
    folding.rate_pending(pool="gin")
    after = everything()
    assert after != before
    assert rebuilt() == after


def test_counts_are_those_of_the_changes():
    play(random.Random(7).sample(RESULTS, len(RESULTS)), rate_every=3)
    results.correct_match(source="test:31", score_a=0.0, margin=-9, now=START)
    folding.rate_pending(pool="gin")
    for row in PlayerRating.objects.all():
        own = players.standing_changes(row.pool).filter(player=row.player)
        assert row.matches == own.count()
        assert row.opponents == len({one.opponent_id for one in own})
        assert row.peak == max(one.after for one in own)
        assert row.last_at == max(one.played_at for one in own)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="parts of tables are PostgreSQL's")
def test_a_large_run_has_a_part_of_its_own_and_takes_it_along():
    play(RESULTS)
    old = Pool.objects.get(key="gin").run
    assert history.is_parted(old)
    folding.rebuild(pool="gin")
    assert history.is_parted(Pool.objects.get(key="gin").run)
    assert not history.is_parted(old)
