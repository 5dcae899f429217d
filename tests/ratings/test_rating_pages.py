"""Rating pages and their API: lists by keyset, provisional marks, and the sum behind each change."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounts import services as accounts
from accounts.models import User
from ratings.models import PlayerRating, Pool, RatedMatch, RatingList
from ratings.selectors import leaders, matches, players
from ratings.selectors.players import Point
from ratings.services import results
from ratings.services.runs import folding
from ratings.templatetags.rating_figures import rating, rating_graph, signed
from tests.markup import tight
from tests.ratings.rating_factory import START, people, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Eight players after many rounds; Ann wins every match. Every second one has met only four others."""
    everybody = people()
    n = 0
    for shift in (1, 2, 3, 5, 6, 7) * 6:
        for place in range(0, 8, 2):
            n += 1
            a, b = sorted((place, (place + shift) % 8))
            if a != b:
                record(n, everybody[a], everybody[b], 1.0)
    folding.rate_pending(pool="gin")
    return everybody


def test_the_list_shows_ranks_and_the_provisional_mark(client, league):
    text = client.get("/ratings/gin/").content.decode()
    assert "Ann" in text
    assert "?</strong>" in text
    assert text.count("<h1") == 1
    assert " style=" not in text
    assert "Gin" in client.get("/ratings/").content.decode()
    assert client.get("/ratings/moon/").status_code == 404


def test_while_nobody_has_a_rank_the_first_page_shows_the_best_of_all(client, league):
    PlayerRating.objects.update(provisional=True, rank=None)
    text = client.get("/ratings/").content.decode()
    assert "Nobody has a rank here yet" in text
    assert ">Ann</a>" in text


def test_a_list_with_deviations_says_its_own_conditions_of_a_rank(client, league):
    """They are ratings.systems.lists.ranking's: 90 days instead of a year, and certainty instead of 20 matches."""
    Pool.objects.create(key="new", name="New", system="glicko2")
    assert "20 matches against 5 different opponents" not in tight(client.get("/ratings/new/").content.decode())
    assert "for a year" in client.get("/ratings/gin/").content.decode()
    Pool.objects.filter(key="gin").update(system="glicko2")
    text = tight(client.get("/ratings/gin/").content.decode())
    assert "20 matches" not in text
    assert "for a year" not in text
    assert "90 days" in text
    PlayerRating.objects.update(provisional=True, rank=None)
    text = tight(client.get("/ratings/").content.decode())
    assert "Nobody has a rank here yet" in text
    assert "20 matches" not in text
    assert "for a year" not in text


def test_people_and_house_players_have_lists_and_ranks_of_their_own(client, league):
    User.objects.filter(name__in=["Ann", "Ben"]).update(house_level="club")
    PlayerRating.objects.update(opponents=9, deviation=1)
    folding.rate_pending(pool="gin")
    record(999, league[2], league[3], 1.0)
    folding.rate_pending(pool="gin")
    pool = Pool.objects.get(key="gin")
    for of_the_house in (False, True):
        rows = leaders.standings(pool, of_the_house=of_the_house)
        assert {bool(row.player.house_level) for row in rows} == {of_the_house}
        assert rows[0].rank == 1
    for address in ("/ratings/", "/ratings/gin/"):
        people_page, house_page = (client.get(address + query).content.decode() for query in ("", "?who=house"))
        assert (">Ann</a>" in people_page, ">Ann</a>" in house_page) == (False, True)
        assert (">Cleo</a>" in people_page, ">Cleo</a>" in house_page) == (True, False)
    told = client.get("/api/v1/pools/gin/leaderboard?house=true").json()["results"]
    assert {one["player"]["name"] for one in told} <= {"Ann", "Ben"}


def test_search_and_pages_by_keyset(client, league):
    assert "Nobody on this list" in tight(client.get("/ratings/gin/?q=zz").content.decode())
    pool = Pool.objects.get(key="gin")
    PlayerRating.objects.filter(player__name__in=("Cleo", "Dora", "Emil")).update(rating=1500.1)
    seen, cursor = [], ""
    while True:
        page = leaders.leaderboard(pool, cursor=cursor, limit=2)
        seen += [row.player.name for row in page.rows]
        if not (cursor := page.next_cursor):
            break
    assert sorted(seen) == ["Ann", "Cleo", "Emil", "Gus"]
    new = leaders.leaderboard(pool, is_provisional=True, limit=3)
    assert {row.player.name for row in new.rows} < {"Bob", "Dora", "Fay", "Hal"}
    assert client.get(f"/ratings/gin/?new=1&cursor={new.next_cursor}").content.decode().count('class="player"') == 1
    assert client.get(f"/ratings/gin/?cursor={leaders.leaderboard(pool, limit=2).next_cursor}").status_code == 200
    assert client.get("/ratings/gin/?cursor=nonsense").status_code == 404


def test_why_did_my_rating_change(client, league):
    match = results.record_match(
        source="match:xyz",
        pool="gin",
        finished_at=START,
        players=league[:2],
        score_a=1,
        margin=9,
        deals=3,
        label="Final",
    )
    text = client.get(f"/ratings/changes/{match.public_id}/").content.decode()
    assert "being counted" in text
    folding.rate_pending(pool="gin")
    text = client.get("/ratings/changes/xyz/").content.decode()
    assert "E = 1 ÷ (1 + 10^(−(0.0) ÷ 400)) = <strong>0.5000</strong>" in text
    assert "92.34 × (1.0 − 0.5000) = <strong>+46.17</strong>" in text
    results.annul_match(source="match:xyz", now=START)
    folding.rate_pending(pool="gin")
    assert "annulled" in client.get(f"/ratings/changes/{match.public_id}/").content.decode()
    assert client.get("/ratings/changes/nothing/").status_code == 404


def test_explanations_add_up(league):
    for match in Pool.objects.get(key="gin").rated_matches.all():
        for one in matches.explanations(match):
            assert one.before + one.k * (one.score - one.expected) == one.after
            assert one.change == one.after - one.before


@pytest.mark.parametrize("address", ["players/{player}/ratings", "matches/{match}/rating-change"])
def test_who_has_a_players_ratings_or_a_change_asks_again_for_nothing(client, league, address):
    ann, *_ = league
    match = RatedMatch.objects.filter(a=ann).latest("finished_at")
    at = "/api/v1/" + address.format(player=ann.public_id, match=match.public_id)
    answer = client.get(at)
    assert client.get(at, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    results.correct_match(source=match.source, score_a=0.5, margin=0, now=START)
    folding.rate_pending(pool="gin")
    again = client.get(at, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.json() != answer.json()) == (200, True)


def test_leaderboard_api_is_a_keyset(client, league):
    answer = client.get("/api/v1/pools/gin/leaderboard?limit=3")
    body = answer.json()
    assert [row["rank"] for row in body["results"]] == [1, 2, 3]
    assert body["results"][0]["player"]["name"] == "Ann"
    more = client.get(body["next"]).json()
    assert more["results"][0]["rank"] >= 4
    assert more["previous"]
    assert [row["rank"] for row in client.get("/api/v1/pools/gin/leaderboard?provisional=true").json()["results"]] == (
        [None] * 4
    )
    assert client.get("/api/v1/pools/gin/leaderboard?provisional=perhaps").status_code == 400


def test_who_has_the_leaderboard_hears_of_new_ratings_and_new_names(client, league):
    at = "/api/v1/pools/gin/leaderboard"
    first = client.get(at)
    assert client.get(at, headers={"If-None-Match": first["ETag"]}).status_code == 304
    record(999, *league[:2])
    folding.rate_pending(pool="gin")
    rated = client.get(at, headers={"If-None-Match": first["ETag"]})
    assert rated.status_code == 200
    User.objects.filter(pk=league[0].pk).update(name="Ann Other")
    named = client.get(at, headers={"If-None-Match": rated["ETag"]})
    assert (named.status_code, "Ann Other" in named.content.decode()) == (200, True)


def test_the_rest_of_the_api(client, league):
    ann, bob = league[:2]
    pools = client.get("/api/v1/pools/").json()["results"]
    assert pools[0]["key"] == "gin"
    assert pools[0]["params"]["k"] == "decay"
    assert client.get("/api/v1/pools/gin/").json()["input_digest"]
    assert client.get(f"/api/v1/players/{ann.public_id}/ratings").json()["results"][0]["pool"] == "gin"
    points = client.get(f"/api/v1/players/{ann.public_id}/history?pool=gin").json()
    assert points[-1]["rating"] == PlayerRating.objects.get(player=ann).rating
    assert client.get(f"/api/v1/players/{ann.public_id}/history").status_code == 400
    change = client.get(f"/api/v1/matches/{points[0]['match']}/rating-change").json()
    assert change["changes"][0]["after"] == change["changes"][0]["before"] + change["changes"][0]["change"]
    both = client.get(f"/api/v1/pools/gin/expected?a={ann.public_id}&b={bob.public_id}").json()
    assert both["a"] > 0.5
    assert both["a"] + both["b"] == pytest.approx(1)
    versus = client.get(f"/api/v1/players/{bob.public_id}/head-to-head?vs={ann.public_id}").json()
    assert (versus["won"], versus["tied"]) == (0, 0)
    assert versus["played"] == versus["lost"] > 0
    assert client.get(f"/api/v1/players/{bob.public_id}/head-to-head").status_code == 400
    assert client.get(f"/api/v1/players/{bob.public_id}/head-to-head?vs=nobody").status_code == 404
    assert client.get("/api/v1/matches/nothing/rating-change").status_code == 404
    assert client.get("/api/v1/pools/moon/leaderboard").status_code == 404


def test_ratings_among_answers_for_a_variant(league):
    stranger = accounts.player_for(name="Stranger")[0]
    found = leaders.ratings_among(variant="gin-pagat", players=[*league, stranger])
    assert league[0].pk in found
    assert stranger.pk not in found
    assert leaders.ratings_among(variant="conquian", players=league) == {}


def test_a_long_history_is_thinned_and_keeps_its_ends_and_its_peak():
    values = [1500.0 + (300 if n == 777 else n % 7) for n in range(2000)]
    places = players.downsampled(values, 200)
    assert len(places) == 200
    assert places == sorted(set(places))
    assert (places[0], places[-1]) == (0, 1999)
    assert 777 in places
    assert players.downsampled(values[:5], 200) == [0, 1, 2, 3, 4]


def test_a_thinned_history_tells_what_the_whole_one_tells_there(league):
    pool, ann = Pool.objects.get(key="gin"), league[0]
    whole = players.history(ann, pool)
    thin = players.history(ann, pool, points=3)
    assert len(thin) == 3 < len(whole)
    assert (thin[0], thin[-1]) == (whole[0], whole[-1])
    assert thin[1] in whole


def test_the_graph_stays_in_its_frame_and_never_goes_below_the_floor():
    points = [Point(START, value, 0.0, "m") for value in (1500.0, 20.0, 2900.0)]
    drawn = rating_graph(points)
    ys = [float(pair.split(",")[1]) for pair in drawn["line"].split()]
    assert all(0 <= y <= drawn["height"] for y in ys)
    assert rating_graph([]) == {"points": []}
    assert len(rating_graph(points[:1])["rows"]) >= 2


def test_the_graph_has_a_band_where_there_are_deviations_and_marks_lists():
    sure = [Point(START + timedelta(days=n), 1500.0 + 40 * n, 40.0, "m", 60.0 - 10 * n) for n in range(4)]
    lists = [RatingList(occasion="month:2026-11", label="x", as_of=START + timedelta(days=1, hours=3), public_id="a")]
    drawn = rating_graph(sure, lists=lists)
    edges = [tuple(map(float, pair.split(","))) for pair in drawn["band"].split()]
    assert len(edges) == 8
    assert all(drawn["top"] <= y <= drawn["bottom"] for _, y in edges)
    xs = sorted({x for x, _ in edges})
    [mark] = drawn["marks"]
    assert mark.text == "November 2026"
    assert xs[1] < mark.at < xs[2]
    assert rating_graph([replace(point, deviation=None) for point in sure])["band"] == ""


def test_figures():
    assert [rating(value) for value in (1540.4, 99.0, None)] == ["1540", "100", "–"]
    assert [signed(value, 1) for value in (7.25, -7.25, 0.01, None)] == ["+7.2", "−7.2", "±0.0", "–"]
