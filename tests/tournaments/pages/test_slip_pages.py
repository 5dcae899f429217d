"""A slip on a phone, without an account and without JavaScript."""

import re

import pytest
from django.urls import reverse

from tournaments import selectors, services
from tournaments.models import Match, MatchState
from tournaments.selectors import codes, slips

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    services.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = services.pair_round(stage=selectors.main_stage(tournament), now=clock(), by=organiser)
    services.publish_round(rnd=rnd, now=clock(), by=organiser)
    services.start_round(rnd=rnd, now=clock())
    return slips.matches().first()


def address(match: Match, name: str = "slip") -> str:
    return reverse(f"tournaments:{name}", args=[codes.slip_code(match)])


def test_enter_pass_the_phone_agree(client, match):
    page = client.get(address(match))
    assert page["Cache-Control"] == "no-store"
    assert "Who enters this?" in page.content.decode()
    version = re.search(r'name="version" value="(\d+)"', page.content.decode()).group(1)
    answer = client.post(address(match), {"side": 0, "first": 104, "second": 60, "version": version}, follow=True)
    said = answer.content.decode()
    assert "waiting for" in said
    assert "Undo (for ten seconds)" in said
    other = match.sides.get(order=1).entry.name
    assert f"Yes, I am {other} and agree" in said
    version = Match.objects.get(pk=match.pk).version
    said = client.post(address(match, "slip-agree"), {"side": 1, "version": version}, follow=True).content.decode()
    assert "Already in: this result stands." in said
    assert Match.objects.get(pk=match.pk).state == MatchState.OVER


def test_undo_is_for_the_device_that_entered(client, match):
    client.post(address(match), {"side": 0, "first": 104, "second": 60})
    client.cookies.clear()
    assert "Undo" not in client.get(address(match)).content.decode()
    client.post(address(match, "slip-undo"))
    assert Match.objects.get(pk=match.pk).state == MatchState.REPORTED
    client.post(address(match), {"side": 0, "first": 104, "second": 61})
    client.post(address(match, "slip-undo"))
    assert Match.objects.get(pk=match.pk).state == MatchState.PAIRED


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"first": 104, "second": 60}, "This field is required."),
        ({"side": 0, "first": 50, "second": 50}, "the points cannot be equal"),
        ({"side": 0, "first": "x", "second": 50}, "Enter a whole number."),
        ({"side": 0, "first": 104, "second": 10_000}, "less than or equal to 9999"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_typed_figures_stay(client, match, form, said):
    answer = client.post(address(match), form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert 'value="50"' in answer.content.decode() or 'value="104"' in answer.content.decode()
    assert Match.objects.get(pk=match.pk).state == MatchState.PAIRED


def test_table_and_letters_open_the_slip(client, match):
    door = reverse("tournaments:slips")
    letters = codes.slip_letters(match)
    answer = client.post(door, {"table": match.table_no, "letters": f" {letters[:3].upper()} {letters[3:]} "})
    assert answer.url == address(match)
    answer = client.post(door, {"table": match.table_no, "letters": "aaaaaa"})
    assert answer.status_code == 422
    assert "No open match has this table" in answer.content.decode()


def test_ten_wrong_codes_and_the_door_stays_shut(client, match):
    for n in range(10):
        assert client.get(reverse("tournaments:slip", args=[f"nonsense-{n}"])).status_code == 404
    assert client.get(address(match)).status_code == 429
    assert client.post(reverse("tournaments:slips"), {"table": 1, "letters": "aaaaaa"}).status_code == 429


def test_a_live_table_needs_no_slip(client, make_tournament, clock):
    tournament = make_tournament(players=2, mode="online")
    services.begin(tournament=tournament, now=clock())
    rnd = services.pair_round(stage=selectors.main_stage(tournament), now=clock())
    services.publish_round(rnd=rnd, now=clock())
    services.start_round(rnd=rnd, now=clock())
    page = client.get(address(slips.matches().get())).content.decode()
    assert "played at a live table" in page
    assert "Send the result" not in page
