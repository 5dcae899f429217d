"""Pages and API of ratings answer nonsense with the wrong field and the allowed values, never with an error (5xx)."""

import base64

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ratings.models import RatedMatch, RatingList, RatingRun
from ratings.services import lists
from ratings.services.runs import folding
from tests.ratings.rating_factory import people, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    everybody = people(3)
    record(1, *everybody[:2])
    record(2, *everybody[1:])
    folding.rate_pending(pool="gin")
    return everybody[0]


def forged(position):
    return base64.urlsafe_b64encode(position.encode()).decode()


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "pool"),
        ("?pool=../x", "pool"),
        ("?pool=gin&points=0", "points"),
        ("?pool=gin&points=1000000000", "points"),
        ("?pool=gin&points=nan", "points"),
        ("?pool=gin&from=yesterday", "from"),
        ("?pool=gin&from=0001-01-01T00:00:00%2B14:00", "from"),
        ("?pool=gin&to=9999-12-31T23:59:59-14:00", "to"),
        ("?pool=gin&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "from"),
    ],
)
def test_a_part_of_a_history_that_makes_no_sense_is_named(client, ann, query, field):
    answer = client.get(f"/api/v1/players/{ann.public_id}/history{query}")
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]


def test_the_first_and_the_last_year_are_years(client, ann):
    span = "from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z"
    assert len(client.get(f"/api/v1/players/{ann.public_id}/history?pool=gin&{span}").json()) == 1


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("players/nobody/ratings", "No player has the id 'nobody'"),
        ("players/nobody/history?pool=gin", "No player has the id 'nobody'"),
        ("pools/gin/expected?a=ANN&b=nobody", "No player has the id 'nobody'"),
        ("pools/moon/expected?a=ANN&b=ANN", "there are: gin"),
        ("pools/moon/leaderboard", "there are: gin"),
        ("pools/moon/lists", "there are: gin"),
        ("players/ANN/history?pool=moon", "there are: gin"),
        ("matches/nothing/rating-change", "No rated match"),
        ("lists/nothing", "No published list"),
        ("runs/99999999999999999999999", "RatingRun"),
    ],
)
def test_what_is_not_there_is_said(client, ann, path, said):
    answer = client.get(f"/api/v1/{path.replace('ANN', ann.public_id)}")
    assert (answer.status_code, said in answer.json()["detail"]) == (404, True), answer.content


@pytest.mark.parametrize("cursor", [forged("p=nan"), forged("p=inf"), forged("p=1500&o=-1"), forged("p=x"), "x"])
def test_a_cursor_that_no_list_gave_is_a_bad_request_that_names_it(client, ann, cursor):
    answer = client.get(f"/api/v1/pools/gin/leaderboard?cursor={cursor}")
    assert (answer.status_code, answer.json()["errors"]) == (400, {"cursor": ["Invalid cursor"]})


@pytest.mark.parametrize("limit", ["0", "-3", "x", "1000000000000"])
def test_a_page_is_never_longer_than_allowed(client, ann, limit):
    assert client.get(f"/api/v1/pools/gin/leaderboard?provisional=true&limit={limit}").status_code == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/ratings/gin/?cursor={forged('nan:1')}", 404),
        (f"/ratings/gin/?cursor={forged('-inf:1')}", 404),
        (f"/ratings/gin/?cursor={forged(f'1500.0:{2**64}')}", 404),
        (f"/ratings/gin/?cursor={forged('1500.0:-1')}", 404),
        ("/ratings/gin/?cursor=x", 404),
        ("/ratings/moon/", 404),
        ("/ratings/lists/nothing/?page=99999999999999999999", 404),
        ("/players/ANN/?before=0001-01-01T00:00:00%2B14:00", 200),
        ("/players/ANN/?before=9999-12-31T23:59:59-14:00", 200),
        ("/players/ANN/?before=9999-12-31T23:59:59Z&vs=nobody", 200),
        ("/players/ANN/?before=2026-01-01T00:00:00-17:50", 200),  # no zone of PostgreSQL
        ("/archive/?until=9999-12-31", 200),
        ("/archive/?since=0001-01-01", 200),
        ("/archive/?since=2999-12-31&until=1900-01-01", 200),
        ("/archive/?before=99999999999999999999", 200),
        ("/archive/deals.jsonl?until=9999-12-31", 400),
        ("/api/v1/deals/?finished_after=0001-01-01T00:00:00%2B14:00", 400),
        ("/api/v1/deals/?finished_before=9999-12-31T23:59:59-14:00", 400),
        ("/api/v1/deals/?finished_after=2026-01-01T00:00:00-17:50", 200),
        ("/api/v1/tournaments/?starts_after=2026-01-01T00:00:00-17:50", 200),
        ("/api/v1/tournaments/?starts_after=0001-01-01T00:00:00%2B14:00", 400),
    ],
)
def test_no_page_falls_over(client, ann, path, status):
    assert client.get(path.replace("ANN", ann.public_id)).status_code == status


def test_the_commands_name_what_there_is_and_write_nothing(ann, tmp_path):
    before = [model.objects.count() for model in (RatedMatch, RatingRun, RatingList)]
    with pytest.raises(CommandError, match="no pool moon; there are: gin"):
        call_command("rate_pool", "moon", "--publish", "November")
    made = lists.publish_list(pool="gin", occasion="x", label="x", as_of=timezone.now(), now=timezone.now())
    with pytest.raises(CommandError, match="gin has no list nothing"):
        call_command("rate_pool", "gin", "--verify", "nothing")
    RatingList.objects.filter(pk=made.pk).delete()
    file = tmp_path / "r.csv"
    file.write_text("date,player_a,player_b,score_a\n2026-01-01,Ann,Bob,1\n2026-01-01,Ann,Bob,-1\n")
    with pytest.raises(CommandError, match=r"line 3: score_a is 1, 0\.5 or 0, not '-1'"):
        call_command("rate_csv", str(file))
    assert [model.objects.count() for model in (RatedMatch, RatingRun, RatingList)] == before


@pytest.mark.parametrize(
    "given", ["k=nan", "k=0", "k=-5", "k0=inf", "k=lots", "moon=1", "start=nan", "p=1e400", "k=1e308"]
)
def test_parameters_that_no_formula_knows_are_refused(tmp_path, given):
    file = tmp_path / "r.csv"
    file.write_text("date,player_a,player_b,score_a\n" + "2026-01-01,Ann,Bob,1\n2026-01-02,Bob,Ann,1\n" * 9)
    with pytest.raises(CommandError, match=given.split("=")[0]):
        call_command("rate_csv", str(file), "--system", "elo", "--no-tune", "--set", given)
