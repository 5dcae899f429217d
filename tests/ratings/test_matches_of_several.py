"""Tables of more than two are rated on separate lists: with the same numbers in whatever order they arrive, corrected
by replay."""

import gzip
import random
from datetime import timedelta

import pytest

from audit.models import AuditEntry
from ratings.models import Change, Pool, RatedMatch, RatedSeat, RatingList
from ratings.selectors import leaders, players
from ratings.services import inputs, lists
from ratings.services import results as rating_results
from ratings.services.runs import folding
from tests.markup import tight
from tests.ratings.rating_factory import START, numbers, people, record, record_table

pytestmark = pytest.mark.django_db
CUTTHROAT, PARTNERSHIP = "cutthroat", "partnership"


def evening(ann, bob, cleo, dora):
    """Tables of three and four, each as what `record_table` takes."""
    return [
        (1, (ann, 1), (bob, 2), (cleo, 3)),
        (2, (bob, 1), (ann, 1), (dora, 3)),
        (3, (dora, 1), (cleo, 2), (ann, 3), (bob, 4)),
        (4, (cleo, 1), (dora, 2), (bob, 2)),
        (5, (ann, 3), (dora, 1), (cleo, 2)),
    ]


def gains(source):
    return {one.player.name: one.after - one.before for one in Change.objects.filter(match__source=source)}


@pytest.mark.parametrize(
    ("variant", "pool"),
    [
        ("cutthroat-pagat", "cutthroat"),
        ("chouette-rotating", "chouette"),
        ("battle-royal", "battle-royal"),
        ("partnership-n", "partnership"),
    ],
)
def test_each_game_of_several_has_a_list_of_its_own(variant, pool):
    ann, bob, cleo, *_ = people()
    assert record_table(1, (ann, 1), (bob, 2), (cleo, 3), pool=variant).pool.key == pool


def test_a_table_of_three_is_counted_once_and_seat_by_seat():
    ann, bob, cleo, *_ = people()
    match = record_table(1, (bob, 2), (ann, 1), (cleo, 3))
    assert (match.a, match.b, match.score_a, match.margin) == (bob, ann, 0.0, -1)
    assert folding.rate_pending(pool=CUTTHROAT) == 1
    once = numbers(CUTTHROAT)
    assert record_table(1, (bob, 1), (ann, 3), (cleo, 3)).pk == match.pk
    assert folding.rate_pending(pool=CUTTHROAT) == 0
    assert numbers(CUTTHROAT) == once
    assert sorted((row.player.name, row.matches, row.opponents) for row in Pool.objects.get().ratings.all()) == [
        ("Ann", 1, 2), ("Bob", 1, 2), ("Cleo", 1, 2)
    ]  # fmt: skip
    assert gains("match:1")["Ann"] > gains("match:1")["Bob"] == 0 > gains("match:1")["Cleo"]
    assert {one.opponent for one in Change.objects.all()} == {None}


def test_the_same_history_however_the_tables_arrive():
    four = people(4)
    tables = evening(*four)
    for row in tables:
        record_table(*row)
    folding.rate_pending(pool=CUTTHROAT)
    in_order, digest = numbers(CUTTHROAT), Pool.objects.get(key=CUTTHROAT).run.input_digest
    for seed in (1, 2):
        for model in (Change, RatedMatch, Pool):
            model.objects.all().delete()
        random.Random(seed).shuffle(tables)
        for row in tables:
            record_table(*row)
            folding.rate_pending(pool=CUTTHROAT)
        assert numbers(CUTTHROAT) == in_order
        assert Pool.objects.get(key=CUTTHROAT).run.input_digest == digest
        assert not folding.differences(pool=CUTTHROAT)


def test_appended_one_by_one_they_are_what_a_replay_makes_of_them():
    four = people(4)
    for row in evening(*four):
        record_table(*row)
        assert folding.rate_pending(pool=CUTTHROAT) == 1
    one_by_one = numbers(CUTTHROAT)
    assert not folding.differences(pool=CUTTHROAT)
    folding.rebuild(pool=CUTTHROAT)
    assert numbers(CUTTHROAT) == one_by_one


def test_partners_move_together_and_are_no_opponents():
    ann, bob, cleo, dora = people(4)
    record_table(1, (ann, 2), (bob, 1), (cleo, 2), (dora, 1), partners=True)
    folding.rate_pending(pool=PARTNERSHIP)
    moved = gains("match:1")
    assert moved["Ann"] == moved["Cleo"] == -moved["Bob"] == -moved["Dora"] < 0
    assert {row.opponents for row in Pool.objects.get().ratings.all()} == {2}


def test_a_corrected_table_is_replayed_and_leaves_an_entry():
    four = ann, *_ = people(4)
    for row in evening(*four):
        record_table(*row)
    folding.rate_pending(pool=CUTTHROAT)
    before = numbers(CUTTHROAT)
    sides = [rating_results.SideResult(place=place, points=50 + place, margin=place) for place in (3, 2, 1)]
    rating_results.correct_several(source="match:1", sides=sides, deals=6, now=START, by=ann, reason="read upside down")
    assert folding.rate_pending(pool=CUTTHROAT) == 5
    assert numbers(CUTTHROAT) != before
    assert not folding.differences(pool=CUTTHROAT)
    entry = AuditEntry.objects.get(action="rating.correct")
    assert (entry.before["seats"][0][2:], entry.after["seats"][0][2:]) == ([1, 99, 9], [3, 53, 3])
    rating_results.correct_several(source="match:1", sides=sides, deals=6, now=START)
    assert folding.rate_pending(pool=CUTTHROAT) == 0, "the same correction again is none"
    rating_results.annul_match(source="match:1", now=START)
    folding.rate_pending(pool=CUTTHROAT)
    assert not players.standing_changes().filter(match__source="match:1").exists()


def test_replays_begin_at_checkpoints_with_tables_in_them(monkeypatch):
    four = people(4)
    tables = [(n, *row[1:]) for n, row in enumerate(evening(*four) * 4)]
    for row in tables:
        record_table(*row, at=row[0] * 60)
    folding.rate_pending(pool=CUTTHROAT)
    whole = numbers(CUTTHROAT)
    for module in (folding, inputs):
        monkeypatch.setattr(module, "BLOCK", 5)
    run = folding.rebuild(pool=CUTTHROAT)
    assert run.checkpoints.count() == 4
    assert numbers(CUTTHROAT) == whole
    rating_results.annul_match(source="match:17", now=START)
    folding.rate_pending(pool=CUTTHROAT)
    assert Pool.objects.get(key=CUTTHROAT).segments.count() == 2
    assert not folding.differences(pool=CUTTHROAT)


def test_six_casual_tables_of_the_same_people_in_thirty_days():
    ann, bob, cleo, dora = people(4)
    for n in range(8):
        record_table(n, (ann, 1), (bob, 2), (cleo, 3), kind="casual")
    record_table(9, (dora, 1), (bob, 2), (cleo, 3), kind="casual")
    record_table(10, (ann, 1), (bob, 2), (cleo, 3))
    over = RatedMatch.objects.filter(over_limit=True).order_by("finished_at")
    assert [one.label for one in over] == ["Table 6", "Table 7"]


@pytest.mark.parametrize(
    ("seats", "sides", "words"),
    [
        ("ab", 2, "three different players"),
        ("aab", 3, "three different players"),
        ("abc", 1, "two sides"),
        ("abc", 4, "somebody in each"),
    ],
)
def test_what_is_no_match_of_several_is_refused(seats, sides, words):
    ann, bob, cleo, *_ = people()
    users = {"a": ann, "b": bob, "c": cleo}
    results = [rating_results.SideResult(place=1, points=0, margin=0)] * sides
    with pytest.raises(rating_results.BadMatch, match=words):
        rating_results.record_several(
            source="x",
            pool=CUTTHROAT,
            finished_at=START,
            deals=1,
            seats=[(users[one], at % sides if sides < 4 else at) for at, one in enumerate(seats)],
            sides=results,
        )
    assert not RatedSeat.objects.exists()


def test_a_published_list_is_recomputed_from_its_file():
    four = people(4)
    for row in evening(*four):
        record_table(*row)
    folding.rate_pending(pool=CUTTHROAT)
    later = START + timedelta(days=1)
    made = lists.publish_list(pool=CUTTHROAT, occasion="now:1", label="now", as_of=later, now=later)
    assert lists.verify_list(public_id=made.public_id) == []
    header, first, *_ = gzip.decompress(bytes(RatingList.objects.get().matches_file)).decode().splitlines()
    assert header.endswith(",kind,seats")
    seats = [one.split(":") for one in first.split(",")[-1].split()]
    ids = {user.public_id: user.name for user in four}
    assert [(ids[who], int(side), int(place)) for who, side, place, _ in seats] == [
        ("Ann", 0, 1), ("Bob", 1, 2), ("Cleo", 2, 3)
    ]  # fmt: skip


def test_a_list_of_matches_of_two_keeps_its_file_as_it_was():
    ann, bob, *_ = people()
    record(1, ann, bob)
    folding.rate_pending(pool="gin")
    later = START + timedelta(days=1)
    made = lists.publish_list(pool="gin", occasion="now:1", label="now", as_of=later, now=later)
    assert leaders.matches_file(made).decode().splitlines()[0].endswith(",luck,kind")


def test_why_a_rating_changed_against_each_of_the_others(client):
    ann, bob, cleo, *_ = people(4)
    match = record_table(1, (ann, 1), (bob, 2), (cleo, 3))
    folding.rate_pending(pool=CUTTHROAT)
    text = client.get(f"/ratings/changes/{match.public_id}/").content.decode()
    assert "Ann – Bob – Cleo" in text
    assert "Against Bob with 1500.0: S = <strong>1.0</strong>, expected E = <strong>0.5000</strong>" in text
    assert "In the mean of these: S = <strong>0.5000</strong>" in text, "Bob: one won, one lost"
    body = client.get(f"/api/v1/matches/{match.public_id}/rating-change").json()
    first = body["changes"][0]
    assert (first["opponent"], first["difference"], first["place"], first["score"]) == (None, None, 1, 1.0)
    assert [(one["players"][0]["name"], one["score"], one["expected"]) for one in first["against"]] == [
        ("Bob", 1.0, 0.5), ("Cleo", 1.0, 0.5)
    ]  # fmt: skip
    assert first["after"] == pytest.approx(first["before"] + first["k"] * (first["score"] - first["expected"]))
    assert [(seat["player"]["name"], seat["place"], seat["margin"]) for seat in body["seats"]] == [
        ("Ann", 1, 9), ("Bob", 2, 8), ("Cleo", 3, 7)
    ]  # fmt: skip


def test_why_partners_ratings_changed(client):
    ann, bob, cleo, dora = people(4)
    match = record_table(1, (ann, 1), (bob, 2), (cleo, 1), (dora, 2), partners=True)
    folding.rate_pending(pool=PARTNERSHIP)
    text = client.get(f"/ratings/changes/{match.public_id}/").content.decode()
    assert "on one side with Cleo" in text
    assert "Against Bob, Dora, rated 1500.0 in the mean" in text
    first = client.get(f"/api/v1/matches/{match.public_id}/rating-change").json()["changes"][0]
    assert [one["name"] for one in first["partners"]] == ["Cleo"]
    assert [one["name"] for one in first["against"][0]["players"]] == ["Bob", "Dora"]


def test_a_players_page_has_the_tables_and_their_list(client):
    ann, bob, cleo, dora = people(4)
    three = record_table(1, (ann, 2), (bob, 1), (cleo, 3))
    record_table(2, (ann, 1), (bob, 2), (cleo, 1), (dora, 2), partners=True)
    two = record(3, ann, bob)
    for pool in (CUTTHROAT, PARTNERSHIP, "gin"):
        folding.rate_pending(pool=pool)
    for who, place in ((ann, "place 2 of 3"), (cleo, "place 3 of 3")):
        text = client.get(f"/players/{who.public_id}/").content.decode()
        assert place in text
        assert "/ratings/cutthroat/" in text
        assert f"/ratings/changes/{three.public_id}/" in text
        assert (f"/ratings/changes/{two.public_id}/" in text) == (who == ann)
    assert "with Cleo" in tight(client.get(f"/players/{ann.public_id}/").content.decode())
    versus = client.get(f"/api/v1/players/{ann.public_id}/head-to-head?vs={bob.public_id}").json()
    assert versus["played"] == 1, "of two alone"
    text = client.get("/ratings/cutthroat/").content.decode()
    assert "rated against each of the others" in text
    assert "rated against each of the others" not in tight(client.get("/ratings/gin/").content.decode())
    found = client.get("/api/v1/pools/cutthroat/calibration").json()
    assert (found["matches"], sum(one["sides"] for one in found["bins"])) == (1, 3)
