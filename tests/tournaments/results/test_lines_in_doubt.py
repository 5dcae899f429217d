"""A typed line that could mean two things, or that changes a result, asks before anything is saved."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState
from tournaments.results.services import recording, result_lines
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(client, make_tournament, organiser, clock):
    """Starts the first round of a tournament, signed in as the organiser; gives the address of its results."""

    def begin(**made) -> str:
        tournament = make_tournament(**made)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        client.force_login(organiser)
        return reverse("tournaments:results", args=[tournament.slug, 1])

    return begin


def sure(page: str) -> list[str]:
    """What the buttons of the question send."""
    return [unescape(one) for one in re.findall(r'name="sure" value="([^"]*)"', page)]


def points(table: int) -> list[int | None]:
    return [side.game_points for side in Match.objects.get(table_no=table).sides.order_by("order")]


def names(table: int) -> tuple[str, str]:
    a, b = Match.objects.get(table_no=table).sides.order_by("order")
    return str(a.entry), str(b.entry)


def test_two_figures_with_a_blank_are_shown_as_they_are_understood(client, begun):
    grid = begun(players=8)
    page = client.post(grid, {"table": 3, "line": "1 0"}).content.decode()
    assert not Match.objects.filter(state=MatchState.OVER).exists()
    assert f"Table 1: {names(1)[1]} won, points not noted" in page
    assert "Nothing is saved yet." in page
    assert 'value="1 0"' in page, "the line is still there to be put right"
    assert re.search(r'id="q-table"[^>]* value="3"', page), "and so is its table"
    assert sure(page) == ["1|0"], "nobody wins a game to 100 by 1 to 0"
    assert client.post(grid, {"table": 3, "line": "1 0", "sure": "1|0"}).status_code == 302
    assert [side.points for side in Match.objects.get(table_no=1).sides.order_by("order")] == [0, 2]


def test_points_without_a_dash_are_points_where_the_first_is_no_table(client, begun):
    """Nobody is asked who goes on typing: the next line would be taken for the answer, and stand a table too early."""
    grid = begun(players=8)
    assert client.post(grid, {"table": 2, "line": "104 60"}).status_code == 302
    assert points(2) == [104, 60]


def test_both_ways_are_offered_where_both_are_possible(client, begun):
    grid = begun(players=8, options={"length": "best_of:3"})
    page = client.post(grid, {"table": 3, "line": "2 1"}).content.decode()
    assert sure(page) == ["2|1", "3|2-1"]
    assert "can be read in two ways" in page


def test_a_stop_behind_the_table_leaves_no_doubt(client, begun):
    grid = begun(players=8)
    assert result_lines.with_table("4. 1") == (4, "1")
    assert client.post(grid, {"table": 3, "line": "4. 1"}).status_code == 302
    assert Match.objects.get(table_no=4).state == MatchState.OVER


def test_a_result_that_stands_is_changed_only_when_that_is_confirmed(client, begun):
    grid = begun(players=8)
    client.post(grid, {"table": 1, "line": "104-60"})
    first, second = names(1)
    page = client.post(grid, {"table": 2, "line": "1. 60-104"}).content.decode()
    assert points(1) == [104, 60]
    assert "changes a result that stands" in page
    assert f"Table 1: {first} 60 – {second} 104" in page
    assert f"{first} 104 – {second} 60</bdi>" in page, "what stands now"
    assert client.post(grid, {"table": 1, "line": "60-104", "leave": 1}).status_code == 200
    assert points(1) == [104, 60]
    client.post(grid, {"table": 1, "line": "60-104", "sure": sure(page)[0]})
    assert points(1) == [60, 104]


def test_the_same_result_once_more_asks_nothing(client, begun):
    grid = begun(players=8)
    for _again in range(2):
        assert client.post(grid, {"table": 1, "line": "104-60"}).status_code == 302


def test_what_a_player_reported_is_changed_only_when_that_is_confirmed(client, begun, clock):
    grid = begun(players=8)
    match = Match.objects.get(table_no=1)
    player = match.sides.first().entry.members.first().user
    recording.record_result(match=match, points=(104, 60), now=clock(), by=player, is_final=False)
    seen = {"seen": f"1:{Match.objects.get(table_no=1).version}"}
    page = client.post(grid, {"table": 1, "line": "60-104", **seen}).content.decode()
    assert sure(page) == ["1|60-104"]
    assert Match.objects.get(table_no=1).state == MatchState.REPORTED


def test_boards_and_tables_of_three_ask_too(client, begun):
    boards = begun(players=4, template="team_swiss", options={"boards": 2})
    client.post(boards, {"table": "1.1", "line": "104-60"})
    page = client.post(boards, {"table": "1.2", "line": "1.1 60-104"}).content.decode()
    assert sure(page) == ["1.1|60-104"]
    assert "Board 1.1:" in page
    client.post(boards, {"table": "1.1", "line": "60-104", "sure": "1.1|60-104"})
    assert Match.objects.get(parent__table_no=1, number=1).game_points[0] == 60


def test_a_table_of_three_asks_before_it_changes_a_result(client, begun):
    pods = begun(players=6, variant="cutthroat", template="pod_swiss", rounds=3)
    client.post(pods, {"table": "1", "line": "120 85 40"})
    page = client.post(pods, {"table": "1", "line": "40 85 120"}).content.decode()
    assert sure(page) == ["1|40 85 120"]
    assert points(1) == [120, 85, 40]
    client.post(pods, {"table": "1", "line": "40 85 120", "sure": "1|40 85 120"})
    assert points(1) == [40, 85, 120]


def test_a_saved_line_is_said_and_after_a_refused_one_the_next_is_asked(client, begun):
    """Somebody types without looking up: 104-101 is refused at table 2, and 104-33 was meant for table 3."""
    grid, part = begun(players=8), {"headers": {"HX-Request": "true"}}
    names = [match.entries for match in Match.objects.order_by("table_no")]
    page = tight(client.post(grid, {"table": 1, "line": "104-60"}, **part).content.decode())
    assert f"Saved: Table 1: {names[0][0]} 104 – {names[0][1]} 60" in page
    page = tight(client.post(grid, {"table": 2, "line": "104-104"}, **part).content.decode())
    assert "“104-104” was not saved." in page
    assert '<input type="hidden" name="refused" value="2">' in page
    typed = {"table": 2, "line": "104-33", "refused": 2}
    page = tight(client.post(grid, typed, **part).content.decode())
    assert f"Table 2: {names[1][0]} 104 – {names[1][1]} 33" in page
    assert "Nothing is saved yet." in page
    assert Match.objects.filter(state="over").count() == 1
    client.post(grid, {**typed, "line": "3. 104-33"}, **part)
    assert Match.objects.get(table_no=3).state == "over", "a line that names its table is in no doubt"
    client.post(grid, {**typed, "sure": "2|104-33"}, **part)
    assert Match.objects.get(table_no=2).state == "over"
