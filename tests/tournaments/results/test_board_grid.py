"""The results grid of teams: board by board, typed or by the form of a row; the match is what its boards make."""

import re

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def grid(client, make_tournament, organiser, clock):
    """The address of the grid of a running round: two matches of teams on two boards, signed in as the organiser."""
    tournament = make_tournament(players=4, template="team_swiss", options={"boards": 2})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    client.force_login(organiser)
    return reverse("tournaments:results", args=[tournament.slug, 1])


def offered(page: str) -> str:
    """The board that the typed line is about."""
    return page.split('id="q-table"')[1].split('value="')[1].split('"')[0]


def board(table: int, number: int) -> Match:
    return Match.objects.of_boards().get(parent__table_no=table, number=number)


def test_boards_are_typed_one_after_the_other_and_make_the_match(client, grid):
    page = client.get(grid).content.decode()
    assert "4 boards missing" in page
    assert offered(page) == "1.1"
    page = client.post(grid, {"table": "1.1", "line": "104-60"}, follow=True).content.decode()
    assert offered(page) == "1.2"
    page = client.post(grid, {"table": "1.2", "line": "2.2 0"}, follow=True).content.decode()
    assert offered(page) == "1.2", "after the last board the first missing one"
    assert (board(2, 2).points[0], board(2, 2).points[1]) == (0, 2)
    assert "Player 04 1 won" in page or "Player 02 1 won" in page, "without points the winner is named"
    for place, line in (("1.2", "70-100"), ("2.1", "0")):
        client.post(grid, {"table": place, "line": line})
    matches = Match.objects.paired().order_by("table_no")
    assert [match.state for match in matches] == [MatchState.OVER] * 2
    assert [[side.points for side in match.sides.order_by("order")] for match in matches] == [[1, 1], [0, 2]]
    assert "All results are in" in tight(client.get(grid).content.decode())


def test_a_board_that_is_not_there_and_a_line_that_is_no_result_are_said(client, grid):
    page = client.post(grid, {"table": "7.1", "line": "1"})
    assert page.status_code == 422
    assert "There is no such board in this round: table and board, such as 1.2." in tight(page.content.decode())
    page = client.post(grid, {"table": "1.1", "line": "a lot"}).content.decode()
    assert "“a lot” is not a result" in page
    assert offered(page) == "1.1"
    assert not Match.objects.of_boards().filter(state=MatchState.OVER).exists()


def test_a_page_that_asks_for_news_names_the_board_that_it_offers(client, grid):
    page = client.get(f"{grid}?table=2.1").content.decode()
    assert offered(page) == "2.1"
    asked = re.search(r'hx-get="[^"]*known=[^"]*table=([^"]*)"', page)
    assert asked is not None
    assert asked[1] == "2.1"


def test_a_place_alone_chooses_its_board(client, grid):
    assert offered(client.post(grid, {"table": "1.1", "line": "2.1"}).content.decode()) == "2.1"


def test_the_form_of_a_row_enters_and_changes_its_board(client, grid):
    one = board(1, 2)
    entered = {"board": one.public_id, "first": 90, "second": 100, "version": one.version}
    assert client.post(grid, entered).status_code == 302
    stale = client.post(grid, {**entered, "first": 100, "second": 20})
    assert stale.status_code == 422
    assert "Board 1.2: 90-100 stands, entered meanwhile" in tight(stale.content.decode())
    part = client.post(
        grid,
        {"board": one.public_id, "outcome": "forfeit-0", "version": board(1, 2).version},
        headers={"HX-Request": "true"},
    )
    assert tight(part.content.decode()).startswith('<section class="panel" id="results"')
    assert board(1, 2).result_kind == "forfeit"


def test_the_public_round_shows_the_points_of_the_boards(client, grid):
    for place, line in (("1.1", "104-60"), ("1.2", "100-99")):
        client.post(grid, {"table": place, "line": line})
    page = tight(client.get(reverse("tournaments:round", args=["spring-open", 1])).content.decode())
    assert "</span>2 – 0</a>" in page
    assert "204" not in page, "not the sum of the game points"


def test_a_slip_of_teams_has_a_line_a_board_and_no_code(client, grid):
    page = client.get(
        reverse("tournaments:print-document", args=["spring-open", "slips"]) + "?round=1"
    ).content.decode()
    assert page.count('class="slip-boards"') == 2
    assert page.count('<th scope="row">2</th>') == 2
    assert "Player 01 0" in page
    assert "slip-letters" not in page, "the desk enters the boards: the sum of a match is not what is asked for"


def test_before_the_round_is_published_its_slips_are_blank(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=2, template="team_swiss", options={"boards": 3})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    client.force_login(organiser)
    address = reverse("tournaments:print-document", args=[tournament.slug, "slips"])
    page = client.get(f"{address}?round=1").content.decode()
    assert page.count('<th scope="row">3</th>') == 1
    assert "Player 01 0" not in page, "line-ups may still be named"
