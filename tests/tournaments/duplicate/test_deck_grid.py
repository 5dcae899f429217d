"""Paper and grid of a duplicate round in person: one row for each table, one column for each deal, saved row by row."""

import re

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.models import MatchState
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(make_tournament, organiser, clock, client):
    def make(scoring):
        options = {"length": "deals:2", "scoring": scoring}
        tournament = make_tournament(players=4, template="duplicate_swiss", rounds=2, options=options)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        client.force_login(organiser)
        return running.start_round(rnd=rnd, now=clock())

    return make


def url(name, rnd):
    return reverse(f"tournaments:{name}", args=[rnd.stage.tournament.slug, rnd.number])


@pytest.mark.parametrize(("scoring", "columns"), [("field", 2), ("mirror", 4), ("teams", 4)])
def test_a_row_is_saved_alone_and_the_grid_comes_back(begun, client, scoring, columns):
    rnd = begun(scoring)
    page = client.get(url("results", rnd)).content.decode()
    match = rnd.matches.order_by("table_no").first()
    names = re.findall(rf'form="decks-{match.public_id}"[^>]* name="(deck-\d-\d)"', page)
    assert len(names) == len(set(names)) == columns
    first = dict.fromkeys(names, "12")
    answer = client.post(reverse("tournaments:deck-scores", args=[match.public_id]), {**first, "back": "grid"})
    assert answer["Location"] == url("results", rnd)
    page = client.get(url("results", rnd)).content.decode()
    assert page.count('value="12"') == columns
    match.refresh_from_db()
    assert match.state == (MatchState.PAIRED if scoring == "field" else MatchState.OVER)


def test_empty_fields_are_not_recorded(begun, client):
    rnd = begun("field")
    match = rnd.matches.order_by("table_no").first()
    empty = {"deck-1-0": "", "deck-2-0": " ", "back": "grid"}
    page = client.post(reverse("tournaments:deck-scores", args=[match.public_id]), empty, follow=True).content.decode()
    assert "Nothing was entered" in page
    assert "Recorded." not in page
    api = client.post(f"/api/v1/matches/{match.public_id}/decks/", {"decks": []}, content_type="application/json")
    assert api.status_code in (400, 409)


def test_a_full_table_says_that_it_waits_for_the_others(begun, client):
    """In a field nothing is compared before all tables are in; the table that is in is not the one that is missing."""
    rnd = begun("field")
    match = rnd.matches.order_by("table_no").first()
    assert 'class="input deck-points"' in client.get(url("results", rnd)).content.decode(), "as other fields look"
    whole = {"deck-1-0": "12", "deck-2-0": "x", "back": "grid"}
    page = client.post(reverse("tournaments:deck-scores", args=[match.public_id]), whole, follow=True).content.decode()
    assert "complete: compared when all tables are in" in page
    assert "1 table to come" in page
    other = rnd.matches.order_by("table_no").last()
    tonight = client.get(reverse("tournaments:tonight", args=[rnd.stage.tournament.slug])).content.decode()
    assert "Table 1: no result" not in tonight
    assert "Table 2: no result" in tonight
    page = client.post(reverse("tournaments:deck-scores", args=[other.public_id]), whole, follow=True).content.decode()
    assert "All results are in" in page
    assert "0 tables" not in page


def test_an_official_who_plays_is_not_told_the_order_of_a_mirror(begun, client, organiser, clock):
    rnd = begun("mirror")
    assert "Deal 4" in tight(client.get(url("results", rnd)).content.decode())
    entering.enter(tournament=rnd.stage.tournament, user=organiser, by=organiser, now=clock())
    assert "Deal 4" not in tight(client.get(url("results", rnd)).content.decode())


def test_a_slip_has_a_box_for_each_deal_and_no_code_that_enters_a_whole_result(begun, client):
    rnd = begun("mirror")
    slips = client.get(
        reverse("tournaments:print-document", args=[rnd.stage.tournament.slug, "slips"])
    ).content.decode()
    assert slips.count('<ol class="slip-deals"><li>1</li><li>2</li><li>3</li><li>4</li></ol>') == 2
    assert "slip-letters" not in slips


def test_a_refused_row_keeps_what_was_typed_and_says_why(begun, client):
    rnd = begun("field")
    match = rnd.matches.order_by("table_no").first()
    door = reverse("tournaments:deck-scores", args=[match.public_id])
    answer = client.post(door, {"deck-1-0": "37", "deck-2-0": "abc", "back": "grid"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="37"' in page
    assert 'value="abc"' in page
    assert "Deck 2: “abc” is neither" in page
    assert not match.deck_scores.exists()


def test_a_saved_row_brings_the_grid_alone_so_that_other_rows_keep_what_is_typed(begun, client):
    rnd = begun("field")
    match = rnd.matches.order_by("table_no").first()
    door = reverse("tournaments:deck-scores", args=[match.public_id])
    assert f'hx-post="{door}" hx-target="#results-grid"' in client.get(url("results", rnd)).content.decode()
    row = {"deck-1-0": "37", "back": "grid"}
    part = client.post(door, row, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section class="panel" id="results-grid">')
    assert "Table 1: recorded." in part
    assert 'value="37"' in part
    assert "<html" not in part
