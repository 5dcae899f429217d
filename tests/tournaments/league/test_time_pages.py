"""Agreeing on a time through the pages and the API, as two players and their director would."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from duework import services as duework
from tournaments.models import Appointment, Match, Proposal
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def url(name: str, *args) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def league(make_tournament):
    """A league that has just begun, by the real clock: pages know no other."""
    tournament = make_tournament(
        players=2, rounds=None, template="league", options={}, timezone="Europe/Madrid", starts_at=timezone.now()
    )
    stages.begin(tournament=tournament, now=timezone.now())
    while duework.sweep(now=timezone.now()):
        pass
    return tournament


@pytest.fixture
def match(league):
    return Match.objects.get()


@pytest.fixture
def ann(client, match):
    """The first player, signed in, who lives in Chicago."""
    user = match.sides.get(order=0).entry.members.get().user
    user.timezone = "America/Chicago"
    user.save()
    client.force_login(user)
    return client


@pytest.fixture
def bob(client_of, match):
    return client_of(match.sides.get(order=1).entry.members.get().user)


@pytest.fixture
def client_of():
    def sign_in(user):
        client = Client()
        client.force_login(user)
        return client

    return sign_in


def text(answer, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:2000]
    page = answer.content.decode()
    assert " style=" not in page
    assert "<script>" not in page
    return page


def entered(days: float, zone: str) -> str:
    return (timezone.now() + timedelta(days=days)).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def test_two_players_settle_on_a_time(ann, bob, match, league):
    page = text(ann.get(url("match-time", match.public_id)))
    assert "No time yet. Settle it by" in page
    assert "3 proposals left" in page
    overview = text(ann.get(url("detail", league.slug)))
    assert "Settle the time" in overview
    assert "Report your result" not in overview
    ann.post(url("propose-time", match.public_id), {"at": entered(3, "America/Chicago")})
    made = Proposal.objects.get()
    assert abs(made.at - timezone.now() - timedelta(days=3)) < timedelta(minutes=2), "entered in her own zone"
    page = text(bob.get(url("match-time", match.public_id)))
    assert "proposed by Player 01" in page
    assert 'value="accept"' in page
    bob.post(url("answer-time", match.public_id, made.public_id), {"answer": "accept"})
    page = text(ann.get(url("match-time", match.public_id)))
    assert "The time is settled" in page
    assert "Your time (America/Chicago)" in page
    assert "in Europe/Madrid" in page
    assert "It begins in 2\xa0days" in page
    assert "When to play" in text(bob.get(url("match", match.public_id)))


def test_a_bad_time_is_said_at_its_field(ann, match):
    page = text(ann.post(url("propose-time", match.public_id), {"at": entered(9, "America/Chicago")}), 422)
    assert "A time from " in page
    assert not Proposal.objects.exists()


def test_players_do_not_enter_a_result_before_their_table_opens(ann, league, match):
    league.mode = "online"
    league.save()
    assert "Enter the result" not in text(ann.get(url("match", match.public_id)))
    answer = ann.post(f"/api/v1/matches/{match.public_id}/result/", {"points": [120, 30]}, "application/json")
    assert answer.status_code == 403
    league.mode = "in_person"
    league.save()
    assert "Enter the result" in text(ann.get(url("match", match.public_id)))


def test_the_page_as_others_see_it(client, match, ann):
    ann.logout()
    page = text(client.get(url("match-time", match.public_id)))
    assert "Propose" not in page
    assert client.post(url("propose-time", match.public_id), {}).status_code == 302, "sign in first"
    assert client.get(url("match-time", "nowhere")).status_code == 404
    etag = client.get(url("match-time", match.public_id), headers={"HX-Request": "true"})["ETag"]
    again = client.get(url("match-time", match.public_id), headers={"HX-Request": "true", "If-None-Match": etag})
    assert again.status_code == 304


def test_the_director_sets_a_time_and_rules(client_of, organiser, ann, league, match):
    official = client_of(organiser)
    page = text(official.get(url("times", league.slug)))
    assert "To be settled by" in page
    assert f"/o/{league.slug}/times/" in text(official.get(url("tonight", league.slug))), "a step of the desk"
    official.post(url("set-time", league.slug, match.public_id), {"at": entered(2, "Europe/Madrid")})
    row = Appointment.objects.get()
    assert row.state == "agreed"
    shown = row.at.astimezone(league.zone)
    assert f"{shown:%b}, {shown:%H:%M}" in text(official.get(url("round", league.slug, 1))), "in the place of a result"
    assert "Give a day and time" in text(official.post(url("set-time", league.slug, match.public_id), {}, follow=True))
    official.post(url("set-time", league.slug, match.public_id), {"loser": "0", "reason": "never answered"})
    match.refresh_from_db()
    assert (match.result_kind, match.sides.get(order=1).points) == ("forfeit", 2)
    assert "Every published match is played." in text(official.get(url("times", league.slug)))
    assert ann.get(url("times", league.slug)).status_code == 403
    assert ann.post(url("set-time", league.slug, match.public_id), {"loser": "1"}).status_code == 403


def test_the_api_does_the_same(ann, bob, client_of, organiser, match):
    path = f"/api/v1/matches/{match.public_id}"

    def post(client, door, status=200, **data):
        answer = client.post(f"{path}/{door}/", data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    at = (timezone.now() + timedelta(days=3)).isoformat()
    made = post(ann, "propose-time", at=at)["proposals"][0]
    assert post(ann, "propose-time", 400, at=timezone.now().isoformat())["errors"]["at"] == ["A time in the future."]
    assert post(ann, "accept-time", 409, proposal=made["id"])["type"] == "not_proposed"
    assert post(bob, "decline-time", proposal=made["id"])["proposals"][0]["state"] == "declined"
    own = post(bob, "propose-time", at=at)["proposals"][1]
    assert post(bob, "withdraw-time", proposal=own["id"])["proposals"][1]["state"] == "withdrawn"
    again = post(bob, "propose-time", at=at)["proposals"][2]
    assert post(ann, "accept-time", proposal=again["id"])["state"] == "agreed"
    assert ann.get(f"{path}/appointment/").json()["turn"] == 1
    post(ann, "set-time", 403, at=at)
    official = client_of(organiser)
    later = (timezone.now() + timedelta(days=4)).isoformat()
    assert post(official, "set-time", at=later, reason="hall closed")["turn"] == 2
    assert post(official, "forfeit", 400, winner=0)["errors"]["reason"]
    assert post(official, "forfeit", winner=0, reason="no show")["result_kind"] == "forfeit"
    post(official, "propose-time", 409, at=at)
