"""The API behind a code: a slip's own entry and a hall's screen, without a sign-in."""

import json

import pytest

from doors import tries
from tournaments import selectors, services
from tournaments.models import Match, MatchState
from tournaments.selectors import codes, screens, slips
from tournaments.services import screens as walls

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(make_tournament, organiser, clock):
    """Four players, round 1 running."""
    made = make_tournament(players=4)
    services.begin(tournament=made, now=clock(), by=organiser)
    rnd = services.pair_round(stage=selectors.main_stage(made), now=clock(), by=organiser)
    services.publish_round(rnd=rnd, now=clock(), by=organiser)
    services.start_round(rnd=rnd, now=clock())
    return made


@pytest.fixture
def match(tournament) -> Match:
    return slips.matches().order_by("table_no").first()


def post(client, path: str, **body):
    answer = client.post(f"/api/v1/slips/{path}/", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_slip_is_opened_by_its_letters_filled_and_agreed_to(client, match):
    status, opened = post(client, "open", table=1, letters=codes.slip_letters(match).upper())
    assert status == 200
    code = opened["code"]
    seen = client.get(f"/api/v1/slips/{code}/").json()
    assert (seen["state"], seen["table"], seen["confirmation"]) == ("open", 1, "other")
    assert [side["name"] for side in seen["sides"]] == ["Player 01", "Player 03"]
    status, said = post(client, f"{code}/result", side=0, first=104, second=60, deals=7, version=seen["version"])
    assert (status, said["state"], said["reporter"]) == (200, "reported", 0)
    assert post(client, f"{code}/result", side=1, first=60, second=104, version=seen["version"])[0] == 409, "stale"
    status, refused = post(client, f"{code}/agree", side=0)
    assert (status, refused["type"]) == (409, "own_report")
    status, done = post(client, f"{code}/agree", side=1, version=said["version"])
    assert (status, done["state"], [side["points"] for side in done["sides"]]) == (200, "over", [104, 60])
    assert Match.objects.get(pk=match.pk).state == MatchState.OVER


def test_what_both_sides_enter_differently_is_kept_and_shown(client, match):
    code = codes.slip_code(match)
    post(client, f"{code}/result", side=0, first=104, second=60)
    status, said = post(client, f"{code}/result", side=1, first=104, second=61)
    assert (status, said["state"]) == (200, "differs")
    assert [(one["side"], one["first"], one["second"]) for one in said["reports"]] == [(0, 104, 60), (1, 104, 61)]


def test_bad_figures_are_refused_by_their_field(client, match):
    code = codes.slip_code(match)
    status, problem = post(client, f"{code}/result", side=2, first=-1, second="many")
    assert status == 400
    assert set(problem["errors"]) == {"side", "first", "second"}
    assert Match.objects.get(pk=match.pk).state == MatchState.PAIRED


def test_wrong_codes_are_counted_together_with_those_of_the_pages(client, match):
    code = codes.slip_code(match)
    for n in range(tries.MOST - 1):
        assert post(client, "open", table=1, letters=f"aaaaa{n}")[0] == 404
    assert client.get(f"/s/{match.public_id}nonsense/").status_code == 404
    assert client.get(f"/api/v1/slips/{code}/").status_code == 429
    assert post(client, "open", table=1, letters=codes.slip_letters(match))[0] == 429


def test_a_screen_tells_what_it_shows_until_it_is_revoked(client, tournament, organiser, clock):
    facts = {"by": organiser, "now": clock()}
    wall = walls.put_up_screen(tournament=tournament, name="Hall", shows="both", announcement="Supper at nine", **facts)
    address = f"/api/v1/screens/{screens.screen_code(wall)}/"
    seen = client.get(address).json()
    assert (seen["announcement"], seen["round"]["number"], seen["open_tables"]) == ("Supper at nine", 1, [1, 2])
    assert {"name": "Player 01", "table": 1, "opponent": "Player 03", "bye": ""} in seen["pairings"]
    assert [row["place"] for row in seen["standings"]] == [1, 2, 3, 4]
    services.record_result(match=Match.objects.get(table_no=1), points=(100, 60), **facts)
    assert (client.get(address).json()["results"], client.get(address).json()["matches"]) == (1, 2)
    walls.revoke_screen(screen=wall, **facts)
    assert client.get(address).status_code == 410
    assert client.get("/api/v1/screens/nonsense/").status_code == 404
