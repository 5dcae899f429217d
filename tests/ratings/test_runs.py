"""Runs: in whatever order results arrive, the numbers equal those of a replay from nothing, to the last bit."""

import io
import random
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from ratings import systems
from ratings.models import Change, PlayerRating, Pool
from ratings.services import results as rating_results
from ratings.services.runs import folding, standings
from tests.ratings.rating_factory import START, numbers, people, record

pytestmark = pytest.mark.django_db
RESULTS = [
    (n, *random.Random(n).sample(range(8), 2), random.Random(-n).choice((0.0, 0.5, 1.0, 1.0)), n // 3)
    for n in range(1, 31)
]


def play(order, *, rate_every: int) -> None:
    """Record the results in this order, three of them in each minute, and rate after every few."""
    everybody = people()
    for count, (n, a, b, score, at) in enumerate(order, start=1):
        record(n, everybody[a], everybody[b], score, at=at, kind="forfeit" if n % 11 == 0 else "played")
        if count % rate_every == 0:
            folding.rate_pending(pool="gin")
    folding.rate_pending(pool="gin")


@pytest.mark.parametrize("seed", range(3))
def test_arrival_in_any_order_gives_the_numbers_of_a_rebuild(seed):
    play(random.Random(seed).sample(RESULTS, len(RESULTS)), rate_every=4)
    arrived = numbers()
    assert folding.differences(pool="gin") == []
    folding.rebuild(pool="gin")
    assert numbers() == arrived
    assert arrived[2][0] == 28


def test_digest_and_numbers_do_not_know_the_order_of_arrival():
    play(RESULTS, rate_every=1)
    straight, digest = numbers(), Pool.objects.get(key="gin").run.input_digest
    for row in (PlayerRating, Change):
        row.objects.all().delete()
    old = Pool.objects.get(key="gin")
    old.rated_matches.update(is_pending=True)
    old.run = None
    old.save()
    folding.rate_pending(pool="gin")
    assert numbers() == straight
    assert Pool.objects.get(key="gin").run.input_digest == digest


def test_a_correction_is_a_replay_from_nothing():
    play(RESULTS, rate_every=7)
    rating_results.correct_match(source="test:5", score_a=0.5, margin=0, now=START)
    rating_results.annul_match(source="test:19", now=START)
    folding.rate_pending(pool="gin")
    corrected = numbers()
    assert folding.differences(pool="gin") == []
    folding.rebuild(pool="gin")
    assert numbers() == corrected


def test_the_sum_of_changes_is_the_change():
    play(RESULTS, rate_every=10)
    for row in PlayerRating.objects.all():
        own = Change.objects.filter(player=row.player)
        assert sum(one.after - one.before for one in own) == pytest.approx(row.rating - 1500, abs=1e-9)
        assert row.peak == max(one.after for one in own)


def test_equal_fixed_k_is_zero_sum():
    rating_results.pool_for(variant="gin")
    Pool.objects.update(params={"k": 20.0})
    play(RESULTS, rate_every=10)
    assert sum(row.rating - 1500 for row in PlayerRating.objects.all()) == pytest.approx(0, abs=1e-6)


def test_ranks_are_shared_by_equals():
    ann, bob, cleo, dora, *_ = people()
    record(1, ann, bob)
    record(2, cleo, dora)
    folding.rate_pending(pool="gin")
    assert [(row[0], row[7]) for row in numbers()[0]] == [("Ann", None), ("Bob", None), ("Cleo", None), ("Dora", None)]
    PlayerRating.objects.update(provisional=False)
    standings._settle(Pool.objects.get(key="gin"), systems.system("elo"))
    assert [(row[0], row[7]) for row in numbers()[0]] == [("Ann", 1), ("Bob", 3), ("Cleo", 1), ("Dora", 3)]


def test_who_stays_away_for_a_year_leaves_the_list_and_is_kept():
    ann, *others = people()
    for n in range(50):
        record(n, ann if n % 2 else others[5], others[n % 5])
    for n in range(50, 90):
        record(n, others[n % 5], others[(n + 1 + n // 5 % 4) % 5], at=n + 364 * 24 * 60)
    folding.rate_pending(pool="gin")
    assert PlayerRating.objects.get(player=ann).rank
    record(91, others[0], others[1], at=366 * 24 * 60)
    folding.rate_pending(pool="gin")
    row = PlayerRating.objects.get(player=ann)
    assert (row.rank, row.provisional, row.matches) == (None, False, 25)
    before = numbers()
    folding.rebuild(pool="gin")
    assert numbers() == before


def test_provisional_until_twenty_matches_and_five_opponents():
    ann, *others = people()
    for n in range(1, 21):
        record(n, ann, others[n % 4])
    folding.rate_pending(pool="gin")
    assert PlayerRating.objects.get(player=ann).provisional
    record(21, ann, others[5])
    folding.rate_pending(pool="gin")
    row = PlayerRating.objects.get(player=ann)
    assert (row.provisional, row.matches, row.opponents) == (False, 21, 5)


def test_the_command_rebuilds_and_checks():
    play(RESULTS[:6], rate_every=2)
    before, out = numbers(), io.StringIO()
    call_command("rebuild_ratings", stdout=out)
    call_command("rebuild_ratings", "gin", "--check", stdout=out)
    assert "gin: 6 rated matches" in out.getvalue()
    assert "the numbers are the same" in out.getvalue()
    assert numbers() == before
    PlayerRating.objects.filter(player__name="Ann").update(state=[9999.0, 1.0, 9999.0, 0.0, 1.0])
    with pytest.raises(CommandError, match="differ in gin"):
        call_command("rebuild_ratings", "--check", stdout=out)
    with pytest.raises(CommandError, match="no pool moon"):
        call_command("rebuild_ratings", "moon", stdout=out)


@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_pool_leave_one_history():
    everybody, faults = people(), []

    def worker(results) -> None:
        try:
            for n, a, b, score, at in results:
                record(n, everybody[a], everybody[b], score, at=at)
                folding.rate_pending(pool="gin")
        except Exception as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    rating_results.pool_for(variant="gin")
    threads = [threading.Thread(target=worker, args=(RESULTS[part::3],)) for part in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    folding.rate_pending(pool="gin")
    assert folding.differences(pool="gin") == []
    assert numbers()[2][0] == 30
    assert connection.vendor in {"sqlite", "postgresql"}
