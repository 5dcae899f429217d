"""The results grid without JavaScript: typed lines, the forms of its rows, errors where they belong."""

import re

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.event.selectors import finding
from tournaments.models import Match, MatchState
from tournaments.results.services import slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def grid(client, make_tournament, organiser, clock):
    """The address of the grid of a running round with four tables, signed in as the organiser."""
    tournament = make_tournament(players=8)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    client.force_login(organiser)
    return reverse("tournaments:results", args=[tournament.slug, 1])


def offered(page: str) -> str:
    """The table that the typed line is about."""
    return re.search(r'id="q-table"[^>]* value="(\d*)"', page).group(1)


def points(table: int) -> list[int | None]:
    return [side.game_points for side in Match.objects.get(table_no=table).sides.order_by("order")]


def test_type_result_enter_and_the_next_missing_table_comes(client, grid):
    page = client.get(grid).content.decode()
    assert offered(page) == "1"
    for table, line in ((1, "104-60"), (2, "33-101/5")):
        answer = client.post(grid, {"table": table, "line": line}, follow=True)
        assert offered(answer.content.decode()) == str(table + 1)
    assert (points(1), points(2)) == ([104, 60], [33, 101])
    assert Match.objects.get(table_no=2).deals == 5
    answer = client.post(grid, {"table": 3, "line": "4. 1"}, follow=True)
    assert Match.objects.get(table_no=4).sides.get(order=0).points == 2
    assert offered(answer.content.decode()) == "3", "after the last table the first missing one"
    assert "1 table missing" in tight(answer.content.decode())


def test_a_table_alone_chooses_it(client, grid):
    answer = client.post(grid, {"table": 3, "line": ""})
    assert answer.status_code == 200
    assert offered(answer.content.decode()) == "3"
    assert Match.objects.filter(state=MatchState.OVER).count() == 0


def test_the_address_chooses_a_table_once(client, grid):
    assert offered(client.get(f"{grid}?table=3").content.decode()) == "3"
    answer = client.post(f"{grid}?table=3", {"table": "3", "line": "100-60"}, follow=True)
    assert (points(3), offered(answer.content.decode())) == ([100, 60], "4")
    for odd in ("99", "x", ""):
        assert offered(client.get(f"{grid}?table={odd}").content.decode()) == "1"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"table": 9, "line": "1"}, "There is no such table in this round: 1 to 4."),
        ({"table": "", "line": "104-60"}, "There is no such table in this round: 1 to 4."),
        ({"table": 1, "line": "many"}, "“many” is not a result"),
        ({"table": 1, "line": "60-60"}, "the points cannot be equal"),
        ({"table": 1, "line": "99999-1"}, "Points are whole numbers from -9999 to 9999."),
    ],
)
def test_a_typing_error_keeps_what_was_typed(client, grid, form, said):
    answer = client.post(grid, form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f'value="{form["line"]}"' in answer.content.decode()
    assert not Match.objects.filter(state=MatchState.OVER).exists()


def test_htmx_gets_the_grid_alone_and_errors_stand_in_it(client, grid):
    answer = client.post(grid, {"table": 1, "line": "nonsense"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<html" not in page
    assert "“nonsense” is not a result" in page
    assert 'aria-invalid="true"' in page


def test_a_winner_by_one_button_and_an_error_in_its_row(client, grid):
    match = Match.objects.get(table_no=2)
    row = {"match": match.public_id, "version": match.version}
    assert client.post(grid, row | {"won": 1, "first": "", "second": ""}).status_code == 302
    assert [side.points for side in match.sides.order_by("order")] == [0, 2]
    assert [side.margin for side in match.sides.all()] == [0, 0], "who won is known, by how much is not"
    match.refresh_from_db()
    assert not match.is_shutout
    answer = client.post(grid, {"match": Match.objects.get(table_no=3).public_id, "first": 5, "second": ""})
    assert answer.status_code == 422
    assert "Enter the points of both sides." in tight(answer.content.decode())


def test_what_two_slips_dispute_is_shown_and_the_desk_confirms(client, grid, clock):
    match = Match.objects.get(table_no=1)
    slips.report(match=match, order=0, points=(104, 60), now=clock())
    slips.report(match=match, order=1, points=(60, 104), now=clock())
    page = client.get(grid).content.decode()
    assert "the sides differ" in page
    first, second = match.entries
    assert f"{first} 60 – {second} 104" in page
    assert (
        client.post(
            grid, {"match": match.public_id, "confirm": 1, "version": Match.objects.get(pk=match.pk).version}
        ).status_code
        == 302
    )
    match.refresh_from_db()
    assert match.state == MatchState.OVER


def test_a_round_that_starts_while_its_page_is_made_can_be_entered_on_the_next(
    client, make_tournament, organiser, clock, monkeypatch
):
    """The rows are kept for all who look: those without a form must not be kept under the version of the start."""
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    client.force_login(organiser)
    address, of_desk = reverse("tournaments:results", args=[tournament.slug, 1]), versions.of_desk

    def started(seen):
        running.start_round(rnd=rnd, now=clock())
        return of_desk(seen)

    with monkeypatch.context() as patch:
        patch.setattr(versions, "of_desk", started)
        assert 'value="forfeit-0"' not in client.get(address).content.decode()
    assert 'value="forfeit-0"' in client.get(address).content.decode()


def test_a_line_that_comes_after_the_close_is_shown_with_the_way_to_the_correction(client, grid, organiser, clock):
    for table in range(1, 5):
        client.post(grid, {"table": table, "line": "104-60"})
    rnd = Match.objects.get(table_no=1).round
    clock.later(minutes=1)
    running.close_round(rnd=rnd, now=clock(), by=organiser)
    match = Match.objects.get(table_no=2)
    way = reverse("tournaments:correct", args=[match.public_id])
    row = {"match": match.public_id, "version": match.version, "first": "104", "second": "6", "outcome": "played"}
    for sent, said in (({"table": 2, "line": "60-104", "sure": "2|60-104"}, "60-104"), (row, "104 – 6")):
        page = tight(client.post(grid, sent, headers={"HX-Request": "true"}).content.decode())
        told = page.split('id="not-entered"')[1].split("</div>")[0]
        assert f"<li>Table 2:<strong>{said}</strong>" in told
        assert f'href="{way}"' in told
    assert 'role="alert" hidden>' in tight(client.get(grid).content.decode()), "nothing to say"


def test_a_refused_row_says_why_in_words_alone(client, grid):
    """Another page was quicker, or the points are no number: the reason stands in the row, without names of code."""
    match = Match.objects.get(table_no=2)
    client.post(grid, {"table": 2, "line": "104-60"})
    row = {"match": match.public_id, "version": match.version, "first": 60, "second": 104, "outcome": "played"}
    late = client.post(grid, row).content.decode()
    assert "__all__" not in late
    assert re.search(rf'id="e{match.pk}" role="alert">[^<]*meanwhile', late)
    odd = client.post(grid, {**row, "first": "x"}).content.decode()
    assert f"Points of {match.sides.all()[0].entry}: Enter a whole number." in odd
