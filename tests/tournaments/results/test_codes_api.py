"""The API behind a code: a slip's own entry and a hall's screen, without a sign-in."""

import json

import pytest

from doors import tries
from tournaments.event.selectors import codes, finding
from tournaments.models import Match, MatchState
from tournaments.paper import selectors as paper_selectors
from tournaments.paper import services as paper_services
from tournaments.results.selectors import slips
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(make_tournament, organiser, clock):
    """Four players, round 1 running."""
    made = make_tournament(players=4)
    stages.begin(tournament=made, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(made), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return made


@pytest.fixture
def match(tournament) -> Match:
    return slips.matches().order_by("table_no").first()


def post(client, path: str, **body):
    answer = client.post(f"/api/v1/slips/{path}/", json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_slip_is_opened_by_its_letters_filled_and_agreed_to(client, match):
    status, opened = post(client, "open", table=1, letters=codes.slip_letters(match, 0).upper())
    assert status == 200
    code, other = opened["code"], codes.slip_code(match, 1)
    seen = client.get(f"/api/v1/slips/{code}/").json()
    assert (seen["state"], seen["table"], seen["side"], seen["confirmation"]) == ("open", 1, 0, "other")
    assert [side["name"] for side in seen["sides"]] == ["Player 01", "Player 03"]
    status, said = post(client, f"{code}/result", first=104, second=60, deals=7, version=seen["version"])
    assert (status, said["state"], said["reporter"]) == (200, "reported", 0)
    assert post(client, f"{other}/result", first=60, second=104, version=seen["version"])[0] == 409, "stale"
    status, refused = post(client, f"{code}/agree", side=1)
    assert (status, refused["type"]) == (409, "own_report")
    status, done = post(client, f"{other}/agree", version=said["version"])
    assert (status, done["state"], [side["points"] for side in done["sides"]]) == (200, "over", [104, 60])
    assert Match.objects.get(pk=match.pk).state == MatchState.OVER


def test_what_both_sides_enter_differently_is_kept_and_shown(client, match):
    mine, other = (codes.slip_code(match, order) for order in (0, 1))
    post(client, f"{mine}/result", first=104, second=60)
    status, said = post(client, f"{other}/result", first=104, second=61)
    assert (status, said["state"]) == (200, "differs")
    assert [(one["side"], one["first"], one["second"]) for one in said["reports"]] == [(0, 104, 60), (1, 104, 61)]


def test_bad_figures_are_refused_by_their_field(client, match):
    code = codes.slip_code(match, 0)
    status, problem = post(client, f"{code}/result", first=-1, second="many")
    assert status == 400
    assert set(problem["errors"]) == {"first", "second"}
    assert Match.objects.get(pk=match.pk).state == MatchState.PAIRED


def test_wrong_letters_are_counted_together_with_those_of_the_pages(client, match):
    for n in range(tries.MOST - 1):
        assert post(client, "open", table=1, letters=f"aaaaa{n}")[0] == 404
    assert client.post("/s/", {"table": 1, "letters": "aaaaaa"}).status_code == 422
    assert post(client, "open", table=1, letters=codes.slip_letters(match, 0))[0] == 429
    assert client.get(f"/api/v1/slips/{codes.slip_code(match, 0)}/").status_code == 200


def test_a_screen_tells_what_it_shows_until_it_is_revoked(client, tournament, organiser, clock):
    facts = {"by": organiser, "now": clock()}
    wall = paper_services.put_up_screen(
        tournament=tournament, name="Hall", shows="both", announcement="Supper at nine", **facts
    )
    address = f"/api/v1/screens/{paper_selectors.screen_code(wall)}/"
    seen = client.get(address).json()
    assert (seen["announcement"], seen["round"]["number"], seen["open_tables"]) == ("Supper at nine", 1, [1, 2])
    assert {"name": "Player 01", "table": 1, "opponent": "Player 03", "bye": ""} in seen["pairings"]
    assert [row["place"] for row in seen["standings"]] == [1, 2, 3, 4]
    recording.record_result(match=Match.objects.get(table_no=1), points=(100, 60), **facts)
    assert (client.get(address).json()["results"], client.get(address).json()["matches"]) == (1, 2)
    paper_services.revoke_screen(screen=wall, **facts)
    assert client.get(address).status_code == 410
    assert client.get("/api/v1/screens/nonsense/").status_code == 404
