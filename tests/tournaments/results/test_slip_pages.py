"""A slip on a phone, without an account and without JavaScript."""

import re

import pytest
from django.urls import reverse

from doors import tries
from tests.markup import tight
from tournaments.event.selectors import codes, finding
from tournaments.models import Match, MatchState
from tournaments.results.selectors import slips
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return slips.matches().first()


def address(match: Match, name: str = "slip", order: int = 0) -> str:
    return reverse(f"tournaments:{name}", args=[codes.slip_code(match, order)])


def test_one_enters_and_the_other_agrees_each_with_its_own_slip(client, match):
    mine, other = (side.entry.name for side in match.sides.order_by("order"))
    page = client.get(address(match))
    assert page["Cache-Control"] == "no-store"
    assert f"This is the slip of {mine}." in tight(page.content.decode())
    version = re.search(r'name="version" value="(\d+)"', page.content.decode()).group(1)
    answer = client.post(address(match), {"first": 104, "second": 60, "version": version}, follow=True)
    said = answer.content.decode()
    assert f"waiting for {other}" in said
    assert "Undo (for ten seconds)" in said
    assert "and agree" not in said
    assert f"Yes, I am {other} and agree" in tight(client.get(address(match, order=1)).content.decode())
    version = Match.objects.get(pk=match.pk).version
    said = client.post(address(match, "slip-agree", 1), {"version": version}, follow=True).content.decode()
    assert "Already in: this result stands." in said
    assert Match.objects.get(pk=match.pk).state == MatchState.OVER


def test_one_slip_does_not_serve_both_sides(client, match):
    client.post(address(match), {"first": 104, "second": 60})
    for side in (0, 1):
        client.post(address(match), {"side": side, "first": 104, "second": 60})
        client.post(address(match, "slip-agree"), {"side": side})
    assert Match.objects.get(pk=match.pk).state == MatchState.REPORTED


def test_undo_is_for_the_device_that_entered(client, match):
    client.post(address(match), {"first": 104, "second": 60})
    client.cookies.clear()
    assert "Undo" not in client.get(address(match)).content.decode()
    client.post(address(match, "slip-undo"))
    assert Match.objects.get(pk=match.pk).state == MatchState.REPORTED
    client.post(address(match), {"first": 104, "second": 61})
    client.post(address(match, "slip-undo"))
    assert Match.objects.get(pk=match.pk).state == MatchState.PAIRED


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"first": 104}, "Enter the points of both sides."),
        ({"first": 50, "second": 50}, "the points cannot be equal"),
        ({"first": "x", "second": 50}, "Enter a whole number."),
        ({"first": 104, "second": 10_000}, "less than or equal to 9999"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_typed_figures_stay(client, match, form, said):
    answer = client.post(address(match), form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert 'value="50"' in answer.content.decode() or 'value="104"' in answer.content.decode()
    assert Match.objects.get(pk=match.pk).state == MatchState.PAIRED


@pytest.mark.parametrize("order", [0, 1])
def test_table_and_letters_open_the_slip(client, match, order):
    door = reverse("tournaments:slips")
    letters = codes.slip_letters(match, order)
    answer = client.post(door, {"table": match.table_no, "letters": f" {letters[:3].upper()} {letters[3:]} "})
    assert answer.url == address(match, order=order)
    answer = client.post(door, {"table": match.table_no, "letters": "aaaaaa"})
    assert answer.status_code == 422
    assert "No open match has this table" in tight(answer.content.decode())


def test_wrong_letters_shut_the_door_of_their_table_and_no_other(client, match):
    door = reverse("tournaments:slips")
    for n in range(tries.MOST):
        assert client.post(door, {"table": 1, "letters": f"aaaaa{n}"}).status_code == 422
    letters = codes.slip_letters(match, 0)
    assert client.post(door, {"table": 1, "letters": letters}).status_code == 429
    assert client.post(door, {"table": 2, "letters": "aaaaaa"}).status_code == 422
    assert client.get(address(match)).status_code == 200, "a right code always opens its slip"


def test_whoever_is_signed_in_is_counted_apart_from_their_hall(client, match, organiser):
    door = reverse("tournaments:slips")
    for n in range(tries.MOST):
        client.post(door, {"table": 1, "letters": f"aaaaa{n}"})
    client.force_login(organiser)
    assert client.post(door, {"table": 1, "letters": codes.slip_letters(match, 0)}).status_code == 302


def test_wrong_codes_of_a_whole_hall_shut_out_nobody_with_a_right_one(client, match):
    statuses = [client.get(reverse("tournaments:slip", args=[f"nonsense{n:04}x"])).status_code for n in range(201)]
    assert (set(statuses[:200]), statuses[200]) == ({404}, 429)
    assert client.get(address(match)).status_code == 200


def test_a_live_table_needs_no_slip(client, make_tournament, clock):
    tournament = make_tournament(players=2, mode="online")
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    page = client.get(address(slips.matches().get())).content.decode()
    assert "played at a live table" in page
    assert "Send the result" not in page


def sent(client, match, order=0, **fields):
    """What the island of a slip's page sends."""
    return client.post(address(match, order=order), fields, headers={"X-Region": "1"})


def test_the_island_is_told_what_became_of_its_result(client, match):
    """422: the figures are wrong; 409: the match has changed; else the region as it is now, once for each key."""
    page = client.get(address(match)).content.decode()
    assert "<slip-entry" in page
    key = re.search(r'name="key" value="(\w{32})"', page).group(1)
    wrong = sent(client, match, first=50, second=50, version=match.version, key=key)
    assert (wrong.status_code, "cannot be equal" in wrong.content.decode()) == (422, True)
    for _ in range(2):
        answer = sent(client, match, first=104, second=60, version=match.version, key=key)
        region = client.get(answer.url, headers={"X-Region": "1"}).content.decode()
        assert "<html" not in region
        assert "Sent, waiting for" in region
    late = sent(client, match, order=1, first=60, second=104, version=match.version, key="b" * 32)
    assert late.status_code == 409
    assert "104-60 stands, entered meanwhile" in re.search(r"data-refused>([^<]+)", late.content.decode()).group(1)
    fresh = re.search(r'name="version" value="(\d+)"', late.content.decode()).group(1)
    assert int(fresh) > match.version, "to send it all the same"


def test_what_is_agreed_or_undone_by_the_island_is_said_in_its_region(client, match):
    sent(client, match, first=104, second=60)
    client.post(address(match, "slip-agree", 1), {"version": Match.objects.get(pk=match.pk).version})
    region = client.get(address(match, order=1), headers={"X-Region": "1"}).content.decode()
    assert "Agreed: the result stands." in region
