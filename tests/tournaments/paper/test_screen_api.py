"""The API behind the code of a hall's screen, without a sign-in."""

import pytest

from tournaments.event.selectors import finding
from tournaments.models import Match
from tournaments.paper import selectors as paper_selectors
from tournaments.paper import services as paper_services
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
