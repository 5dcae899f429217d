"""Lists beside a pool, without luck or of duplicate rounds, rate some of its matches in their own way and change
nothing in the pool."""

import random
from datetime import timedelta

import pytest

from duework.models import DueWork
from ratings import systems
from ratings.models import Change, Pool, RatedMatch
from ratings.selectors import leaders, players
from ratings.services import inputs, lists, pools, results, schedule
from ratings.services.runs import folding
from tests.ratings.rating_factory import START, numbers, people, record

pytestmark = pytest.mark.django_db
RESULTS = [(n, *random.Random(n).sample(range(8), 2), random.Random(-n).choice((0.0, 0.5, 1.0))) for n in range(1, 41)]
LUCK, DUPLICATE = "gin-luck", "gin-duplicate"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Checkpoints after every five matches."""
    monkeypatch.setattr(inputs, "BLOCK", 5)
    monkeypatch.setattr(folding, "BLOCK", 5)
    monkeypatch.setattr(folding, "FEW", 3)


def luck_of(n):
    """Of two matches in three the cards are known."""
    return None if n % 3 == 0 else 40 * random.Random(n * 7).random() - 20


def kind_of(n):
    return "duplicate" if n % 5 == 0 else "played"


def play(order, *, rate_every=100):
    everybody = people()
    for count, (n, a, b, score) in enumerate(order, start=1):
        record(n, everybody[a], everybody[b], score, luck=luck_of(n), kind=kind_of(n))
        if count % rate_every == 0:
            folding.rate_pending(pool="gin")
    folding.rate_pending(pool="gin")
    return everybody


def everything(key):
    """What a list shows, its digest and every column of its history."""
    pool = Pool.objects.get(key=key)
    names = [field.attname for field in Change._meta.concrete_fields if field.attname not in {"pk", "run_id"}]
    changes = players.standing_changes(pool).order_by("seq", "player_id").values_list(*names)
    return numbers(key), pool.run.input_digest, list(changes)


def sources(key):
    changes = players.standing_changes(Pool.objects.get(key=key))
    return sorted({int(source.removeprefix("test:")) for source in changes.values_list("match__source", flat=True)})


def test_each_list_takes_its_matches_and_no_other():
    play(RESULTS)
    assert sources("gin") == list(range(1, 41))
    assert sources(LUCK) == [n for n in range(1, 41) if n % 3]
    assert sources(DUPLICATE) == list(range(5, 41, 5))
    assert {pool.key: pool.beside and pool.beside.key for pool in Pool.objects.all()} == {
        "gin": None,
        LUCK: "gin",
        DUPLICATE: "gin",
    }


def test_it_is_the_fold_of_the_system_over_them():
    play(RESULTS)
    pool = Pool.objects.get(key=LUCK)
    given = [
        systems.RatedMatch(
            one.order_id,
            one.finished_at.timestamp(),
            *(one.a_id, one.b_id, one.score_a, one.margin, one.deals, one.expected_deals, one.luck, one.kind),
        )
        for one in RatedMatch.objects.exclude(luck=None)
    ]
    run, _ = systems.fold(systems.system("margin_luck"), given)
    assert {row.player_id: tuple(row.state) for row in pool.ratings.all()} == run.states
    assert pool.run.input_digest == run.digest


def official_bytes():
    """All that the official list is, and its published file."""
    end = START + timedelta(hours=3)
    made = lists.publish_list(pool="gin", occasion="now", label="Now", as_of=end, now=end)
    assert made is not None
    return everything("gin"), bytes(made.matches_file), leaders.ranks_file(made)


def test_the_official_list_is_the_same_to_the_last_byte_without_the_others(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pools, "TRACKS", {})
        play(RESULTS, rate_every=7)
    assert not Pool.objects.exclude(key="gin").exists()
    without = official_bytes()
    pools.open_tracks([RatedMatch.objects.get(source="test:5")])  # both: a duplicate match whose luck is known
    folding.rate_pending(pool="gin")
    assert sources(LUCK)
    assert sources(DUPLICATE)
    assert official_bytes() == without
    folding.rebuild(pool="gin")
    assert official_bytes() == without


def test_luck_moves_nothing_in_the_official_list():
    play(RESULTS)
    before = numbers("gin")
    beside = everything(LUCK)
    for n in (1, 20, 38):
        results.correct_match(source=f"test:{n}", luck=99.0, now=START)
    folding.rate_pending(pool="gin")
    assert numbers("gin") == before
    assert everything(LUCK) != beside


@pytest.mark.parametrize("key", [LUCK, DUPLICATE])
@pytest.mark.parametrize("every", [1, 100])
def test_shuffled_arrival_is_a_rebuild(key, every):
    play(random.Random(every).sample(RESULTS, len(RESULTS)), rate_every=every)
    arrived = everything(key)
    assert folding.differences(pool=key) == []
    folding.rebuild(pool=key)
    assert everything(key) == arrived


@pytest.mark.parametrize("n", [1, 20, 38])
def test_a_corrected_luck_and_an_annulled_match_are_a_rebuild(n):
    play(RESULTS)
    before = everything(LUCK)
    for change in (
        lambda: results.correct_match(source=f"test:{n}", luck=7.5, now=START),
        lambda: results.correct_match(source=f"test:{n}", luck=None, now=START),
        lambda: results.correct_match(source=f"test:{n}", luck=2.5, now=START),
        lambda: results.annul_match(source=f"test:{n}", now=START),
    ):
        change()
        folding.rate_pending(pool=LUCK)
        after = everything(LUCK)
        assert after != before
        assert folding.differences(pool=LUCK) == folding.differences(pool="gin") == []
        folding.rebuild(pool=LUCK)
        assert everything(LUCK) == after
        before = after
    assert n not in sources(LUCK)


def test_a_task_delivered_twice_does_nothing_more():
    play(RESULTS)
    once = everything(LUCK), everything(DUPLICATE), everything("gin")
    assert [folding.rate_pending(pool=key) for key in ("gin", LUCK, DUPLICATE)] == [0, 0, 0]
    assert (everything(LUCK), everything(DUPLICATE), everything("gin")) == once


def test_a_list_that_was_opened_late_holds_what_was_played_before(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pools, "TRACKS", {})
        play(RESULTS[:30])
    everybody = people()
    record(99, everybody[0], everybody[1], luck=3.0)
    folding.rate_pending(pool="gin")
    assert sources(LUCK) == [*(n for n in range(1, 31) if n % 3), 99]


def test_what_is_not_rated_opens_no_list():
    ann, bob = people(2)
    record(1, ann, bob, luck=5.0, weight=0)
    record(2, ann, bob, luck=5.0, kind="forfeit")
    folding.rate_pending(pool="gin")
    assert [pool.key for pool in Pool.objects.all()] == ["gin"]


def test_its_published_list_is_recomputed_from_its_own_file():
    play(RESULTS)
    end = START + timedelta(hours=3)
    made = lists.publish_list(pool=LUCK, occasion="now", label="Now", as_of=end, now=end)
    assert made is not None
    assert made.system == "margin_luck"
    assert made.matches == len(sources(LUCK))
    assert lists.verify_list(public_id=made.public_id) == []
    results.correct_match(source="test:1", luck=-30.0, now=START)
    folding.rate_pending(pool="gin")
    again = DueWork.objects.filter(kind="ratings.publish", done_at=None)
    assert {work.payload["pool"] for work in again} == {LUCK}


def test_a_tournaments_end_publishes_the_lists_beside_too():
    play(RESULTS)
    schedule.plan_list(variant="gin-pagat", occasion="tournament:x", label="Cup", as_of=START)
    due = DueWork.objects.filter(kind="ratings.publish", done_at=None)
    assert {work.payload["pool"] for work in due} == {"gin", LUCK, DUPLICATE}


def test_one_match_on_both_lists_from_its_page_to_the_formula(client):
    ann, bob = people(2)
    match = record(1, ann, bob, margin=31, luck=18.2, deals=5)
    folding.rate_pending(pool="gin")
    text = client.get(f"/ratings/changes/{match.public_id}/").content.decode()
    assert "Ann won by 31; about 18 of it was the cards." in text
    assert "Margin less luck, a deal: S = (+31 − (+18.2)) ÷ 5 = <strong>+2.56</strong>." in text
    assert "Margin less luck, a deal: S = (−31 − (−18.2)) ÷ 5 = <strong>−2.56</strong>." in text
    told = client.get(f"/api/v1/matches/{match.public_id}/rating-change").json()
    assert (told["pool"], told["margin"], told["luck"]) == ("gin", 31, 18.2)
    assert [one["change"] for one in told["changes"]] == [-told["changes"][1]["change"], -told["changes"][0]["change"]]
    [beside] = told["beside"]
    own = beside["changes"][0]
    assert (beside["pool"], own["margin"], own["luck"]) == (LUCK, 31, 18.2)
    assert own["score"] == pytest.approx((31 - 18.2) / 5)
    assert own["after"] - own["before"] == pytest.approx(40 * own["k"] * (own["score"] - own["expected"]))


def test_a_player_sees_the_line_without_luck_beside_the_rating(client):
    ann = play(RESULTS)[0]
    text = client.get(f"/players/{ann.public_id}/").content.decode()
    assert text.count('class="rating-graph') == 1
    assert 'class="luckless"' in text
    assert "Gin, luck taken out" in text
    told = client.get(f"/api/v1/players/{ann.public_id}/history?pool={LUCK}").json()
    assert len(told) == sum(ann.pk in (one.a_id, one.b_id) for one in RatedMatch.objects.exclude(luck=None))
    standings = client.get(f"/api/v1/players/{ann.public_id}/ratings").json()["results"]
    assert {one["pool"] for one in standings} == {"gin", LUCK, DUPLICATE}


def test_the_lists_are_found_from_their_pool_and_say_what_they_are(client):
    play(RESULTS)
    assert f'href="/ratings/{LUCK}/"' in client.get("/ratings/").content.decode()
    assert f'href="/ratings/{LUCK}/"' in client.get("/ratings/gin/").content.decode()
    text = client.get(f"/ratings/{LUCK}/").content.decode()
    assert "What the cards were worth is taken off the margin" in text
    assert "changes nothing in it" in text
    assert "10^" not in text, "the formula of the official list"
    pools_told = {one["key"]: one for one in client.get("/api/v1/pools/").json()["results"]}
    assert (pools_told[LUCK]["beside"], pools_told[LUCK]["track"]) == ("gin", "luck")
    assert pools_told["gin"]["beside"] is None
