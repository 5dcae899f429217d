"""How certain a list is: the possible ranks of a player, and expected compared with actual scores."""

import random

import pytest

from ratings.models import PlayerRating, Pool, RatingRun
from ratings.selectors import certainty, players
from ratings.services import inputs, results
from ratings.services.runs import folding
from ratings.systems.lists.ranking import Spans
from tests.markup import tight
from tests.ratings.rating_factory import START, people, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """A hundred and twenty matches of eight, the better of whom win more."""
    everybody, chance = people(), random.Random(4)
    for n in range(120):
        a, b = chance.sample(range(8), 2)
        record(n, everybody[a], everybody[b], float(chance.random() < 0.5 + 0.06 * (b - a)))
    folding.rate_pending(pool="gin")
    return everybody


def test_ranks_where_ratings_overlap():
    r"""
    1700 ± 50   |---|
    1620 ± 40      |--|
    1600 ± 30       |-|
    1400 ± 60                |----|
    """
    them = [(1700.0, 50.0), (1620.0, 40.0), (1600.0, 30.0), (1400.0, 60.0)]
    spans = Spans(them)
    assert [spans.of(*one) for one in them] == [(1, 2), (1, 3), (2, 3), (4, 4)]


def test_touching_counts_as_overlapping_and_one_alone_is_first():
    assert Spans([(1500.0, 50.0), (1400.0, 50.0)]).of(1400.0, 50.0) == (1, 2)
    assert Spans([(1500.0, 50.0)]).of(1500.0, 50.0) == (1, 1)


def test_a_list_with_deviations_says_between_which_ranks(client, season):
    Pool.objects.update(system="glicko2")
    folding.rebuild(pool="gin")
    PlayerRating.objects.update(deviation=30)
    for place, row in enumerate(PlayerRating.objects.order_by("-rating"), 1):
        PlayerRating.objects.filter(pk=row.pk).update(rating=1800 - 50 * place, rank=place, provisional=False)
    text = client.get("/ratings/gin/").content.decode()
    assert text.count("ranks 1 to 2") == text.count("ranks 7 to 8") == 1
    assert text.count("ranks 3 to 5") == 1
    assert "give or take 30" in text
    fourth = PlayerRating.objects.get(rank=4).player
    assert "ranks 3 to 5" in tight(client.get(f"/players/{fourth.public_id}/").content.decode())


def test_a_list_without_deviations_says_ranks_alone(client, season):
    text = client.get("/ratings/gin/").content.decode()
    assert "give or take" not in text
    assert "ranks " not in text


def test_expected_and_actual_are_compared_from_both_sides(season):
    found = certainty.calibration(Pool.objects.get())
    assert found.matches == 120
    assert sum(one.sides for one in found.bins) == 240
    changes = list(players.standing_changes().values_list("expected", "score"))
    for one in found.bins:
        inside = [(e, s) for e, s in changes if one.low <= e < one.high]
        assert len(inside) == one.sides
        assert one.expected == pytest.approx(sum(e for e, _ in inside) / len(inside))
        assert one.actual == pytest.approx(sum(s for _, s in inside) / len(inside))
    assert found.brier == pytest.approx(sum((e - s) ** 2 for e, s in changes) / len(changes))


def test_a_run_keeps_it_as_it_folds_and_nothing_is_read_for_it(season, monkeypatch, django_assert_num_queries):
    for module in (inputs, folding):
        monkeypatch.setattr(module, "BLOCK", 25)
    folding.rebuild(pool="gin")
    record(500, *season[:2], at=500)
    folding.rate_pending(pool="gin")
    results.correct_match(source="test:40", score_a=0.5, margin=0, now=START)
    folding.rate_pending(pool="gin")
    pool = Pool.objects.select_related("run").get()
    assert pool.segments.count() == 2
    with django_assert_num_queries(0):
        kept = certainty.calibration(pool)
    RatingRun.objects.update(bins=None)
    read = certainty.calibration(Pool.objects.select_related("run").get())
    assert (kept.matches, kept.brier) == (read.matches, pytest.approx(read.brier))
    for one, other in zip(kept.bins, read.bins, strict=True):
        assert (one.low, one.sides) == (other.low, other.sides)
        assert (one.expected, one.actual) == (pytest.approx(other.expected), pytest.approx(other.actual))


def test_it_follows_a_new_result(season):
    before = certainty.calibration(Pool.objects.get())
    record(500, *season[:2], at=500)
    folding.rate_pending(pool="gin")
    assert certainty.calibration(Pool.objects.select_related("run").get()).matches == before.matches + 1


def test_the_page_draws_it_and_the_api_says_it(client, season):
    text = client.get("/ratings/gin/calibration/").content.decode()
    assert "<svg viewBox" in text
    assert "50 % to 60 %" in text
    assert "/ratings/gin/calibration/" in client.get("/ratings/gin/").content.decode()
    answer = client.get("/api/v1/pools/gin/calibration")
    assert answer.json()["matches"] == 120
    assert len(answer.json()["bins"]) == text.count("<circle")
    again = client.get("/api/v1/pools/gin/calibration", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert client.get("/ratings/moon/calibration/").status_code == 404


def test_a_list_on_which_nothing_is_rated_says_so(client, season):
    Pool.objects.create(key="empty", name="Empty")
    assert "nothing to compare" in tight(client.get("/ratings/empty/calibration/").content.decode())
    assert client.get("/api/v1/pools/empty/calibration").json() == {
        "matches": 0,
        "brier": None,
        "error": None,
        "bins": [],
    }
    assert "a rank comes after 20 matches" in tight(client.get("/ratings/empty/").content.decode())
