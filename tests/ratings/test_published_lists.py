"""Published lists: frozen, replaced when past results are corrected, and recomputable by anyone from their own file."""

import csv
import gzip
import hashlib
import io
import random
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from clubs.models import Club, Membership
from duework import services as duework
from duework.models import DueWork
from ratings.models import PlayerRating, Pool, RatingList, RatingListRow
from ratings.selectors import leaders, players
from ratings.services import lists, nightly, results
from ratings.services.runs import folding
from tests.markup import tight
from tests.ratings.rating_factory import NAMES, START, people, record

pytestmark = pytest.mark.django_db
END = START + timedelta(hours=5)


@pytest.fixture
def season():
    """Two hundred matches of eight; everybody has played twenty and met five."""
    everybody, chance = people(), random.Random(4)
    for n in range(200):
        a, b = chance.sample(everybody, 2)
        record(n, a, b, float(chance.random() < 0.6), at=n, luck=None if n % 3 else n / 7)
    folding.rate_pending(pool="gin")
    return everybody


def publish(occasion="month:2026-11", as_of=END, **more):
    return lists.publish_list(pool="gin", occasion=occasion, label="November", as_of=as_of, now=END, **more)


def strangers_elo(text, params):
    """What somebody with nothing but the file and the formula makes of it: rating, matches, opponents and so on."""
    rating, matches, met, peak, last = {}, {}, {}, {}, {}
    for row in csv.DictReader(io.StringIO(text)):
        a, b, score = row["a"], row["b"], float(row["score_a"])
        before = {player: rating.get(player, params["start"]) for player in (a, b)}
        for own, other, got in ((a, b, score), (b, a, 1.0 - score)):
            expected = 1.0 / (1.0 + 10.0 ** (-(before[own] - before[other]) / 400.0))
            k = max(params["k_min"], params["k0"] / (matches.get(own, 0) + params["o"]) ** params["p"])
            rating[own] = before[own] + k * (got - expected)
            met.setdefault(own, set()).add(other)
        for player in (a, b):
            matches[player] = matches.get(player, 0) + 1
            peak[player] = max(peak.get(player, 0.0), rating[player])
            last[player] = row["finished_at"]
    order = sorted(rating, key=lambda player: (-round(rating[player], 6), player))
    settled = {player: matches[player] >= 20 and len(met[player]) >= 5 for player in order}
    lines, ranked = ["rank,player,rating,deviation,matches,opponents,peak,provisional,last_match\n"], 0
    for player in order:
        ranked += settled[player]
        lines.append(
            f"{ranked if settled[player] else ''},{player},{rating[player]:.6f},,{matches[player]},{len(met[player])},"
            f"{peak[player]:.6f},{int(not settled[player])},{last[player]}\n"
        )
    return "".join(lines)


def test_a_stranger_recomputes_a_list_from_its_file_and_gets_its_digest(client, season):
    made = publish()
    told = client.get(f"/api/v1/lists/{made.public_id}").json()
    matches = client.get(f"/api/v1/lists/{made.public_id}/matches.csv").content
    assert hashlib.sha256(matches).hexdigest() == told["matches_digest"]
    assert matches.decode().count("\n") == told["matches"] + 1 == 201
    own = strangers_elo(matches.decode(), told["params"])
    assert own.splitlines()[1].startswith("1,")
    assert hashlib.sha256(own.encode()).hexdigest() == told["digest"]
    assert client.get(f"/api/v1/lists/{made.public_id}.csv").content.decode() == own


def test_a_list_is_what_the_run_says(season):
    made = publish()
    standing = list(leaders.standings(Pool.objects.get(key="gin")))
    rows = list(leaders.rows_of(made))
    assert [row.player for row in rows] == [row.player for row in standing]
    assert [row.rating for row in rows] == pytest.approx([row.rating for row in standing], abs=1e-6)
    fields = ("matches", "opponents", "provisional", "last_at")
    assert [[getattr(row, name) for name in fields] for row in rows] == [
        [getattr(row, name) for name in fields] for row in standing
    ]
    assert (made.run, made.params) == (Pool.objects.get(key="gin").run, Pool.objects.get(key="gin").run.params)


def test_only_what_finished_before_counts(season):
    made = publish(as_of=START + timedelta(minutes=50))
    assert made.matches == 50
    assert all(row.rank is None for row in leaders.rows_of(made))
    assert publish(occasion="never", as_of=START) is None


def test_published_twice_it_is_the_same(season):
    first = publish()
    record(900, *season[:2], at=60 * 24)
    folding.rate_pending(pool="gin")
    assert publish() == first
    assert RatingList.objects.count() == 1


def test_a_corrected_past_makes_a_new_list_with_a_note_and_the_old_one_stays(client, season):
    first = publish()
    rows = list(RatingListRow.objects.filter(list=first).values())
    later = publish("month:2026-10", as_of=START + timedelta(minutes=10))
    results.correct_match(source="test:60", score_a=0.5, margin=0, now=END)
    folding.rate_pending(pool="gin")
    duework.sweep(now=timezone.now() + timedelta(seconds=1), limit=1000)
    second = RatingList.objects.get(replaces=first)
    assert (second.revision, second.as_of, second.occasion) == (1, first.as_of, first.occasion)
    assert second.note
    assert second.digest != first.digest
    assert list(RatingListRow.objects.filter(list=first).values()) == rows
    assert not hasattr(RatingList.objects.get(pk=later.pk), "replaced_by"), "nothing in it has changed"
    for made in (first, second, later):
        assert lists.verify_list(public_id=made.public_id) == []
    assert second.public_id in client.get(f"/ratings/lists/{first.public_id}/").content.decode()
    assert first.public_id in client.get(f"/ratings/lists/{second.public_id}/").content.decode()


def test_a_touched_list_is_found_out(season):
    made = publish()
    out = io.StringIO()
    call_command("rate_pool", "gin", "--verify", made.public_id, stdout=out)
    assert made.digest in out.getvalue()
    row = RatingListRow.objects.get(list=made, place=1)
    RatingListRow.objects.filter(pk=row.pk).update(rating=row.rating + 1)
    with pytest.raises(CommandError, match="rows differ"):
        call_command("rate_pool", "gin", "--verify", made.public_id)
    RatingListRow.objects.filter(pk=row.pk).update(rating=row.rating)
    file = gzip.decompress(made.matches_file).replace(b",1,40,", b",0,-40,", 1)
    RatingList.objects.filter(pk=made.pk).update(matches_file=gzip.compress(file))
    with pytest.raises(CommandError, match=r"matches differs.*recomputed list differs"):
        call_command("rate_pool", "gin", "--verify", made.public_id)
    with pytest.raises(CommandError, match="no list nowhere"):
        call_command("rate_pool", "gin", "--verify", "nowhere")
    with pytest.raises(CommandError, match="no pool moon"):
        call_command("rate_pool", "moon")


def test_the_month_is_published_in_the_night_after_it(season):
    night = DueWork.objects.get(kind="ratings.night")
    DueWork.objects.filter(pk=night.pk).update(due_at=datetime(2026, 12, 1, 3, tzinfo=UTC))
    assert duework.sweep(now=datetime(2026, 12, 1, 3, 0, 1, tzinfo=UTC), limit=1000) >= 1
    made = RatingList.objects.get(pool__key="gin")
    assert (made.occasion, made.as_of) == ("month:2026-11", datetime(2026, 12, 1, tzinfo=UTC))
    following = DueWork.objects.get(kind="ratings.night", done_at=None)
    assert following.due_at == datetime(2026, 12, 2, 3, tzinfo=UTC)
    duework.sweep(now=following.due_at, limit=1000)
    assert RatingList.objects.filter(pool__key="gin").count() == 1
    assert RatingList.objects.filter(pool__key="gin-luck").count() == 1


def test_a_history_of_too_many_segments_is_made_one_at_night(season, monkeypatch):
    monkeypatch.setattr(nightly, "SEGMENTS", 0)
    before = players.standing_changes().count()
    old = Pool.objects.get(key="gin").run
    nightly.night_due(DueWork(kind="ratings.night"), END)
    pool = Pool.objects.get(key="gin")
    assert pool.run != old
    assert pool.run.input_digest == old.input_digest
    assert pool.segments.count() == 1
    assert players.standing_changes().count() == before


def test_pages_and_api_of_lists(client, season):
    made = publish()
    text = client.get(f"/ratings/lists/{made.public_id}/").content.decode()
    assert all(name in text for name in NAMES)
    assert made.digest in text
    assert made.public_id in client.get("/ratings/gin/").content.decode()
    assert [one["id"] for one in client.get("/api/v1/pools/gin/lists").json()["results"]] == [made.public_id]
    answer = client.get(f"/api/v1/lists/{made.public_id}")
    again = client.get(f"/api/v1/lists/{made.public_id}", headers={"If-None-Match": answer["ETag"]})
    assert (answer.status_code, again.status_code) == (200, 304)
    assert [row["rank"] for row in answer.json()["rows"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    run = client.get(f"/api/v1/runs/{answer.json()['run']}").json()
    assert (run["pool"], run["matches"], run["system"]) == ("gin", 200, "elo")
    for nowhere in ("lists/nowhere", "lists/nowhere.csv", "lists/nowhere/matches.csv", "runs/99999"):
        assert client.get(f"/api/v1/{nowhere}").status_code == 404
    assert client.get("/ratings/lists/nowhere/").status_code == 404


@pytest.mark.parametrize("system", ["glicko2", "margin", "fibs"])
def test_every_system_is_recomputed(season, system):
    Pool.objects.filter(key="gin").update(system=system)
    folding.rebuild(pool="gin")
    made = publish()
    assert lists.verify_list(public_id=made.public_id) == []
    live, rows = PlayerRating.objects.filter(pool__key="gin"), list(leaders.rows_of(made))
    ratings = {row.player_id: row.rating for row in live}
    assert {row.player_id: row.rating for row in rows} == pytest.approx(ratings, abs=1e-6)
    places = {row.player_id: (row.rank, row.provisional) for row in live}
    assert {row.player_id: (row.rank, row.provisional) for row in rows} == places


def play_on(season, days=2, newcomer=None):
    """One match more, some days later, of the first against the second, or somebody new."""
    record(1000 + days, season[0], newcomer or season[1], 0.0, at=days * 24 * 60)
    folding.rate_pending(pool="gin")


def test_the_page_of_ratings_says_what_the_best_have_gained_since_the_latest_list(season, client):
    made = publish()
    before = dict(made.rows.values_list("player__name", "rating"))
    play_on(season)
    page = tight(client.get("/ratings/").content.decode())
    assert f"Since {made.as_of:%-d %b}" in page
    for row in leaders.standings(Pool.objects.get(key="gin")):
        gained = round(row.rating) - round(before[row.player.name])
        said = f"{gained:+d}".replace("-", "−") if gained else "±0"
        assert f">{said}</td>" in page
    assert "“?” is provisional" in page


def test_a_list_of_the_day_of_the_last_match_is_not_what_it_is_compared_with(season, client):
    """The list of an evening closes with it: whoever came that day had gained nothing since, and is new."""
    before = publish(occasion="month:2026-10")
    before.rows.filter(player=season[1]).delete()
    play_on(season)
    closing = publish(as_of=START + timedelta(days=2, hours=1))
    play_on(season, days=2.1)
    page = tight(client.get("/ratings/").content.decode())
    assert f"Since {before.as_of:%-d %b}" in page
    row = PlayerRating.objects.get(pool__key="gin", player=season[0])
    gained = round(row.rating) - round(before.rows.get(player=row.player).rating)
    assert f">{gained:+d}</td>".replace("-", "−") in page
    assert ">new</td>" in page, "of the other"
    assert closing.as_of > before.as_of


def test_a_name_that_is_there_twice_has_its_club(season, client):
    club = Club.objects.create(name="Rigas Kluss", slug="rigas")
    other = User.objects.filter(pk=season[1].pk)
    other.update(name=season[0].name)
    assert club.name not in client.get("/ratings/").content.decode()
    Membership.objects.create(club=club, user=other.get(), accepted_at=START)
    made = publish()
    for page in ("/ratings/", "/ratings/gin/", f"/ratings/lists/{made.public_id}/"):
        assert tight(client.get(page).content.decode()).count(club.name) == 1, page


def test_without_a_list_nothing_is_compared(season, client):
    assert "Since" not in client.get("/ratings/").content.decode()
