"""The score sheet of a match on a phone, without an account and without JavaScript."""

import re

import pytest
from django.urls import reverse

from games import engine
from games.engine.laws.catalogue import SHEET, called_at
from tests.markup import tight
from tournaments.event.selectors import codes, finding
from tournaments.models import Match, MatchState, SheetLine
from tournaments.results.selectors import slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db

KNOCK = {"act": "deal", "how": "knock", "seat": 0, "count_first": 5, "count_second": 60, "dealer": 0}


@pytest.fixture
def make_match(make_tournament, organiser, clock):
    def make(**conditions) -> Match:
        tournament = make_tournament(players=4, **conditions)
        stages.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        running.start_round(rnd=rnd, now=clock())
        return slips.matches().filter(round=rnd).first()

    return make


def address(match: Match) -> str:
    return reverse("tournaments:slip-deals", args=[codes.slip_code(match, 0)])


def hidden(page: str) -> dict[str, str]:
    """The key and the version of the form for the next deal."""
    return dict(re.findall(r'<input type="hidden" name="(version|key)" value="(\w+)"', page)[:2])


def said(client, match, **facts):
    page = client.get(address(match)).content.decode()
    return client.post(address(match), {**KNOCK, **hidden(page), **facts})


def test_two_deals_on_a_phone_sent_and_agreed_by_slip(client, make_match):
    match = make_match()
    page = client.get(address(match))
    assert (page.status_code, page["Cache-Control"]) == (200, "no-store")
    assert "Who dealt?" in tight(page.content.decode()), "asked for the first deal"
    assert said(client, match).status_code == 302
    page = client.get(address(match)).content.decode()
    first, second = (side.entry.name for side in match.sides.order_by("order"))
    assert "<strong>+55</strong> <small>55</small>" in page
    assert f"{first} deals" in page, "the winner deals next"
    assert "Send as" not in page
    said(client, match)
    page = client.get(address(match)).content.decode()
    assert f"{first} wins" in page
    answer = client.post(address(match), {"act": "send", "version": 2}, follow=True).content.decode()
    assert f"waiting for {second}" in answer
    assert "<strong>+55</strong> <small>110</small>" in answer, "the sheet stands on the slip"
    other = reverse("tournaments:slip", args=[codes.slip_code(match, 1)])
    assert f"Yes, I am {second} and agree" in tight(client.get(other).content.decode())
    assert Match.objects.get(pk=match.pk).state == MatchState.REPORTED
    page = client.get(reverse("tournaments:match", args=[match.public_id])).content.decode()
    assert "<strong>+55</strong> <small>110</small>" in page, "and on the page of the match"


def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(client, make_match):
    match = make_match()
    answer = said(client, match, count_first=11, words="as we saw it")
    page = tight(answer.content.decode())
    assert answer.status_code == 422
    assert "(GIN-15)" in page
    assert 'name="count_first" type="number" inputmode="numeric" min="0" max="999" value="11"' in page
    assert 'value="as we saw it"' in page
    assert said(client, match, how="flush").status_code == 422
    assert not SheetLine.objects.exists()


def test_a_second_phone_sees_the_other_sheet_before_it_writes(client, make_match):
    match = make_match()
    page = client.get(address(match)).content.decode()
    said(client, match)
    late = client.post(address(match), {**KNOCK, **hidden(page), "key": "other", "count_second": 30})
    text = late.content.decode()
    assert late.status_code == 409
    assert "Somebody else has written on this sheet in the meantime" in text
    assert "<strong>+55</strong>" in text, "the sheet of the others is shown"
    assert hidden(text)["version"] == "1"
    assert client.post(address(match), {**KNOCK, **hidden(text), "count_second": 30}).status_code == 302
    assert SheetLine.objects.count() == 2


def test_the_island_gets_its_region_and_is_told_where_the_sheet_takes_no_more(client, make_match):
    match = make_match()
    region = {"HTTP_X_REGION": "1"}
    first = {**KNOCK, **hidden(client.get(address(match)).content.decode())}
    answer = client.post(address(match), first, follow=True, **region)
    assert answer.content.decode().lstrip().startswith('<div id="deals" class="stack" data-version="1">')
    assert client.post(address(match), first, follow=True, **region).status_code == 200, "sent twice"
    said(client, match)
    over = client.post(address(match), {**first, "key": "late", "version": 2}, **region)
    assert (over.status_code, "The match is over" in over.content.decode()) == (409, True)
    assert SheetLine.objects.count() == 2


def test_the_last_deal_is_taken_back(client, make_match):
    match = make_match()
    said(client, match)
    page = client.post(address(match), {"act": "back", "version": 1, "key": "b"}, follow=True).content.decode()
    assert "The last deal is taken back." in page
    assert "No deal yet." in page


@pytest.mark.parametrize(
    ("variant", "asked", "deal"),
    [
        ("oklahoma", "Its suit", {"upcard_rank": "7", "upcard_suit": "S"}),
        ("color", "♥ hearts", {"suits": ["D", "H"]}),
        ("doubling", "Doubled to", {"factor": "4"}),
        ("colonel-ball", "Laid on the table", {"how": "out", "count_first": "", "laid_first": 40, "laid_second": 9}),
        ("conquian", "Eleven down", {"how": "out"}),
        ("big-gin", "Big gin", {"how": "big_gin", "count_first": ""}),
        ("hollywood-oklahoma", "Its suit", {"how": "dead", "seat": ""}),
    ],
)
def test_each_game_asks_for_what_it_needs(client, make_match, variant, asked, deal):
    match = make_match(variant=variant)
    assert asked in client.get(address(match)).content.decode()
    assert said(client, match, **deal).status_code == 302
    assert SheetLine.objects.count() == 1


def test_officials_write_too_and_strangers_do_not(client, make_match, organiser, django_user_model):
    match = make_match()
    here = reverse("tournaments:match-deals", args=[match.public_id])
    assert client.get(here).status_code == 302, "signed out"
    client.force_login(django_user_model.objects.create(username="sam", email="sam@example.org"))
    assert client.get(here).status_code == 403
    client.force_login(organiser)
    for _deal in range(2):
        client.post(here, {**KNOCK, **hidden(client.get(here).content.decode())})
    client.post(here, {"act": "send", "version": 2})
    match.refresh_from_db()
    assert (match.state, match.entered_by, SheetLine.objects.first().by) == (MatchState.OVER, organiser, organiser)
    assert "No deals can be entered here now." in tight(client.get(here).content.decode())


def test_a_wrong_code_opens_nothing(client, make_match):
    make_match()
    assert client.get(reverse("tournaments:slip-deals", args=["abc"])).status_code == 404


def test_every_irregularity_of_a_game_can_be_chosen_and_stands_on_the_sheet_in_words(client, make_match):
    """§14.2: all that the catalogue has for a sheet; who, and what was said, can be read."""
    match = make_match()
    offered = tight(client.get(address(match)).content.decode())
    laws = called_at(engine.VARIANTS["gin-rummy-com"], SHEET)
    assert len(laws) > 30
    assert [irr for irr in laws if f'<option value="{irr}">' not in offered] == []
    assert '<option value="IRR-41">' not in offered
    said(client, match, irr="IRR-16", offender=1, words="two cards of the stock")
    page = tight(client.get(address(match)).content.decode())
    second = match.sides.get(order=1).entry.name
    assert f"IRR-16</a>,<bdi>{second}</bdi>: two cards of the stock</li>" in page
    said(client, match, words="light went out", count_second=6)
    assert "Deal 2: light went out</li>" in tight(client.get(address(match)).content.decode())


def test_a_law_that_changes_the_score_asks_for_what_it_changes(client, make_match):
    """IRR-10: named alone it would have cost nobody anything."""
    match = make_match()
    answer = said(client, match, irr="IRR-10", offender=0)
    assert (answer.status_code, "Enter how many cards" in answer.content.decode()) == (422, True)
    assert said(client, match, irr="IRR-10", offender=0, fix_first=-1).status_code == 302
    assert "<strong>+45</strong>" in client.get(address(match)).content.decode()


def test_a_match_to_points_shows_what_its_games_have_credited(client, make_match):
    """GIN-39: on the sheet, the slip and the page of the match."""
    match = make_match()
    Match.objects.filter(pk=match.pk).update(length="match:500")
    for _deal in range(2):
        said(client, match)
    first, second = (side.entry.name for side in match.sides.order_by("order"))
    pages = [
        address(match),
        reverse("tournaments:slip", args=[codes.slip_code(match, 0)]),
        f"/matches/{match.public_id}/",
    ]
    for page in pages:
        shown = client.get(page).content.decode()
        assert re.search(rf"<bdi>{first}</bdi> (\d+)", shown)[1] != "0", page
        assert f"<bdi>{second}</bdi> 0" in shown
