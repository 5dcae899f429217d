"""Of a pair's casual matches six are rated in thirty days, in whatever order they arrive; tournament matches are all
rated."""

import random

import pytest

from ratings.models import Pool, RatedMatch
from ratings.services import results
from ratings.services.runs import folding
from tests.ratings.rating_factory import START, numbers, people, record

pytestmark = pytest.mark.django_db
DAYS = 24 * 60


def over():
    return sorted(int(match.source.split(":")[1]) for match in RatedMatch.objects.filter(over_limit=True))


def test_six_casual_matches_of_a_pair_in_thirty_days():
    ann, bob, cleo, *_ = people()
    for n in range(9):
        record(n, *((ann, bob) if n % 2 else (bob, ann)), at=n * DAYS, kind="casual")
    record(10, ann, cleo, at=3 * DAYS, kind="casual")
    assert folding.rate_pending(pool="gin") == 10
    assert over() == [6, 7, 8]
    assert Pool.objects.get(key="gin").run.matches == 7
    record(11, ann, bob, at=31 * DAYS, kind="casual")
    record(12, ann, bob, at=31 * DAYS + 1, kind="casual")
    assert over() == [6, 7, 8], "the first two are more than thirty days old by then"
    record(13, ann, bob, at=31 * DAYS + 2, kind="casual")
    assert over() == [6, 7, 8, 13]


def test_matches_of_tournaments_always_count():
    ann, bob, *_ = people()
    for n in range(20):
        record(n, ann, bob)
    folding.rate_pending(pool="gin")
    assert over() == []
    assert Pool.objects.get(key="gin").run.matches == 20


def test_in_any_order_and_after_a_correction_the_same_ones_are_rated():
    ann, bob, *_ = people()
    order = list(range(12))
    random.Random(5).shuffle(order)
    for n in order:
        record(n, ann, bob, float(n % 2), at=n * DAYS, kind="casual")
        folding.rate_pending(pool="gin")
    assert over() == [6, 7, 8, 9, 10, 11]
    arrived = numbers()
    folding.rebuild(pool="gin")
    assert numbers() == arrived
    results.annul_match(source="test:2", now=START)
    folding.rate_pending(pool="gin")
    assert over() == [7, 8, 9, 10, 11], "another one takes its place"
    assert folding.differences(pool="gin") == []
    results.correct_match(source="test:2", score_a=1.0, now=START)
    results.correct_match(source="test:2", score_a=0.0, now=START)
    folding.rate_pending(pool="gin")
    assert numbers() == arrived
