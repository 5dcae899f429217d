"""Malformed input is refused in words, and never causes an error of the site."""

import json

import pytest
from django.conf import settings
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from tests.tournaments.conftest import clock, club, make_tournament, organiser  # noqa: F401  (fixtures)
from tournaments.event.selectors import finding
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


def said(answer) -> str:
    return answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/api/v1/matches/", "/me/"])
def test_a_session_cookie_with_a_nul_is_no_session(client, path):
    client.cookies[settings.SESSION_COOKIE_NAME] = "abcdefgh\0ijklmnop"  # Django looks up no key shorter than 8
    assert client.get(path).status_code in (200, 302)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("[" * 200_000, "nested too deep"),
        ('{"name": ' * 50_000, "nested too deep"),
        ('{"name": 18446744073709551616}', "whole number"),
        ('{"name": 1e999}', "number"),
        ('{"name": ' + "9" * 10_000 + "}", "whole number"),
        ('{"name": "Tuesday", "timezone": "a\\u0000b"}', "NUL"),
    ],
)
def test_json_that_no_field_can_take_is_refused_in_words(client, organiser, body, words):  # noqa: F811
    client.force_login(organiser)
    answer = client.post("/api/v1/clubs/", body, content_type="application/json")
    assert answer.status_code == 400
    assert words in answer.json()["detail"]


def test_members_of_a_club_are_paged_by_name(client, club, organiser):  # noqa: F811
    for n in range(5):
        member = accounts.official(username=f"m{n}", name=f"Member {n}", email=f"m{n}@example.org", password="battery9")
        clubs.add_member(club=club, user=member)
    client.force_login(organiser)
    first = client.get(f"/api/v1/clubs/{club.slug}/members?limit=2").json()
    second = client.get(first["next"]).json()
    names = [one["name"] for page in (first, second) for one in page["results"]]
    assert names == ["Member 0", "Member 1", "Member 2", "Member 3"]
    assert client.get(second["previous"]).json()["results"] == first["results"]


@pytest.fixture
def match(make_tournament, organiser, clock):  # noqa: F811
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    return rnd.matches.first()


@pytest.mark.parametrize("act", ["result", "correction"])
@pytest.mark.parametrize("games", [[], [1], [1, 2, 3]])
def test_games_are_two_figures(client, match, organiser, act, games):  # noqa: F811
    client.force_login(organiser)
    body = json.dumps({"points": [100, 60], "games": games})
    answer = client.post(f"/api/v1/matches/{match.public_id}/{act}/", body, content_type="application/json")
    assert answer.status_code == 400
    assert "games" in answer.json()["errors"]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"starts_at": "9999-12-31T23:59", "timezone": "America/Los_Angeles"}, "A day between 2000 and 2100."),
        ({"starts_at": "0001-01-01T00:00", "timezone": "Asia/Tokyo"}, "A day between 2000 and 2100."),
        ({"template": "single_elim", "last_chance": "1"}, "together with a consolation"),
    ],
)
def test_a_new_tournament_that_cannot_be_is_refused_on_its_page(client, club, organiser, wish, words):  # noqa: F811
    client.force_login(organiser)
    usual = {"club": club.pk, "name": "Cup", "variant": "gin-rummy-com", "mode": "in_person", "timezone": "UTC"}
    form = {**usual, "template": "swiss", **wish}
    answer = client.post(reverse("tournaments:new"), form)
    assert answer.status_code == 200
    assert words in said(answer)
    assert client.get(reverse("tournaments:new-plan"), form).status_code == 200


@pytest.mark.parametrize("huge", ["18446744073709551616", "9" * 400, "-9223372036854775809"])
def test_an_id_that_no_row_can_have_is_nobody(client, match, organiser, huge):  # noqa: F811
    slug = match.round.stage.tournament.slug
    client.force_login(organiser)
    for do in ("rule", "bye", "expel"):
        form = {"do": do, "entries": [huge, huge], "entry": huge, "kind": "hard", "round": 2, "from_round": 1}
        answer = client.post(reverse("tournaments:special", args=[slug]), form, follow=True)
        assert answer.status_code == 200
    assert client.get(f"/t/{slug}/rounds/{huge.lstrip('-')}/").status_code == 404
    assert client.get(f"/api/v1/rounds/?number={huge}").status_code in (200, 400)
