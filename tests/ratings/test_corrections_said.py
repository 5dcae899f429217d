"""The effect of a corrected result on a list is announced on its page: which match and why, and who moved how far."""

from datetime import timedelta

import pytest

from ratings.models import Correction, PlayerRating, Pool
from ratings.selectors import corrections
from ratings.services import lists, results
from ratings.services.runs import folding
from tests.markup import tight
from tests.ratings.rating_factory import START, people, record

pytestmark = pytest.mark.django_db
WHY = "the slip was read upside down"


def ratings():
    return {row.player.name: row.rating for row in PlayerRating.objects.select_related("player")}


def said(pool="gin"):
    return corrections.announced(corrections.corrections(Pool.objects.get(key=pool)))


@pytest.fixture
def evening():
    """Ann beat Bob, Bob beat Cleo; Dora and Emil played elsewhere."""
    ann, bob, cleo, dora, emil, *_ = everybody = people()
    record(1, ann, bob)
    record(2, bob, cleo)
    record(3, dora, emil)
    folding.rate_pending(pool="gin")
    return everybody


def test_who_moved_and_by_how_much(client, evening):
    before = ratings()
    results.correct_match(source="test:1", score_a=0.0, margin=-40, now=START, reason=WHY)
    assert not said(), "not before it has been carried out"
    folding.rate_pending(pool="gin")
    [one] = said()
    after = ratings()
    assert [(match["label"], match["reason"]) for match in one.matches] == [("Match 1", WHY)]
    assert {shift.player.name: (shift.before, shift.after) for shift in one.moved} == {
        name: (before[name], after[name]) for name in ("Ann", "Bob", "Cleo")
    }
    assert [abs(shift.change) for shift in one.moved] == sorted((abs(s.change) for s in one.moved), reverse=True)
    text = client.get("/ratings/gin/").content.decode()
    assert "3 players moved" in text
    assert WHY in text
    [body] = client.get("/api/v1/pools/gin/corrections").json()["results"]
    assert (body["players"], body["matches"][0]["reason"], len(body["moved"])) == (3, WHY, 3)


def test_what_new_matches_do_in_the_same_go_is_not_the_corrections(evening):
    ann, _bob, _cleo, dora, *_ = evening
    before = ratings()
    record(9, ann, dora)
    results.correct_match(source="test:2", score_a=0.5, margin=0, now=START, reason=WHY)
    folding.rate_pending(pool="gin")
    [one] = said()
    assert {shift.player.name for shift in one.moved} == {"Bob", "Cleo"}
    assert ratings()["Ann"] != before["Ann"]


def test_two_corrections_before_one_replay_are_announced_as_one(evening):
    results.correct_match(source="test:1", score_a=0.0, margin=-40, now=START, reason="first")
    results.annul_match(source="test:3", now=START, reason="second")
    results.correct_match(source="test:1", score_a=0.5, margin=0, now=START, reason="third")
    folding.rate_pending(pool="gin")
    [one] = said()
    assert [match["reason"] for match in one.matches] == ["second", "third"]
    assert {shift.player.name for shift in one.moved if shift.after is None} == {"Dora", "Emil"}


def test_what_moves_nobody_is_not_announced(evening):
    ann, bob, *_ = evening
    results.correct_match(source="test:1", deals=9, now=START, reason="deals counted again")
    folding.rate_pending(pool="gin")
    record(5, ann, bob)
    results.correct_match(source="test:5", score_a=0.0, margin=-1, now=START, reason="before it was ever rated")
    folding.rate_pending(pool="gin")
    folding.rebuild(pool="gin")
    assert not Correction.objects.exists()


def test_a_list_that_replaces_another_says_what_the_correction_changed(client, evening):
    later = START + timedelta(days=1)
    terms = {"pool": "gin", "occasion": "now:1", "label": "now", "as_of": later, "now": later}
    first = lists.publish_list(**terms)
    results.correct_match(source="test:3", score_a=0.0, margin=-40, now=START, reason=WHY)
    folding.rate_pending(pool="gin")
    second = lists.publish_list(**terms)
    assert "What the correction changed" not in tight(client.get(f"/ratings/lists/{first.public_id}/").content.decode())
    text = client.get(f"/ratings/lists/{second.public_id}/").content.decode()
    assert "What the correction changed" in text
    assert {shift.player.name for shift in corrections.replaced_by(second)} == {"Dora", "Emil"}
