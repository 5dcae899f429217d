"""A knockout is added to an evening that has begun, and taken away again while nobody has reached it."""

import pytest
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from tests.markup import tight
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import StageState, TournamentState
from tournaments.stages.services import knockouts, progression

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(make_tournament, organiser, clock):
    def begin(players: int = 8, **conditions):
        tournament = make_tournament(players, **conditions)
        return progression.begin(tournament=tournament, by=organiser, now=clock())

    return begin


def add(tournament, organiser, clock, players: int = 4):
    return knockouts.add_knockout(tournament=tournament, players=players, by=organiser, now=clock())


def test_the_best_four_of_a_swiss_play_on(begun, play_round, organiser, clock, confirm):
    """Added after the first of two rounds; the final decides, and the tournament ends with it."""
    tournament = begun(8, rounds=2)
    play_round(tournament)
    final = add(tournament, organiser, clock)
    play_round(tournament)
    final.refresh_from_db()
    found = progression.preview_cut(stage=final)
    assert [(line.seed, line.place) for line in found.lines] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    progression.cut_stage(stage=final, digest=found.digest, by=organiser, now=clock())
    play_round(tournament)
    play_round(tournament)
    confirm(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert final.rounds.count() == 2


@pytest.mark.parametrize(
    ("players", "conditions", "form"),
    [
        (6, {"template": "round_robin", "rounds": None}, "single_elim"),
        (8, {"template": "round_robin", "rounds": None, "options": {"groups": 2}}, "single_elim"),
        (9, {"template": "pod_swiss", "variant": "cutthroat"}, "pod_rounds"),
    ],
)
def test_other_evenings_too(players, conditions, form, begun, organiser, clock):
    tournament = begun(players, **conditions)
    made = add(tournament, organiser, clock, 3)
    assert (made.format, made.state, made.source.number) == (form, StageState.WAITING, 1)
    feed = made.feed
    assert feed["top"] == 3 or (feed["of_each"], feed["runners_up"]) == (1, 1)


@pytest.mark.parametrize("template", ["single_elim", "league", "ladder"])
def test_where_it_cannot_be(template, make_tournament, organiser, clock):
    tournament = make_tournament(4, template=template, rounds=None)
    with pytest.raises(errors.Refusal) as refused:
        add(tournament, organiser, clock, 2)
    assert refused.value.code == "format"
    assert finding.main_stage(tournament).number == 1


def test_one_is_enough_and_the_number_must_be_possible(begun, organiser, clock):
    tournament = begun(4)
    for wrong in (0, 1, 5, 1000):
        with pytest.raises(errors.Invalid):
            add(tournament, organiser, clock, wrong)
    add(tournament, organiser, clock)
    with pytest.raises(errors.Refusal) as refused:
        add(tournament, organiser, clock)
    assert refused.value.code == "stages"


def test_it_is_too_late_once_the_standings_are_confirmed(begun, play_round, organiser, clock, confirm):
    tournament = begun(4, rounds=1)
    play_round(tournament)
    confirm(tournament)
    with pytest.raises(errors.Refusal) as refused:
        add(tournament, organiser, clock)
    assert refused.value.code == "finished"


def test_it_is_taken_away_until_it_could_begin(begun, play_round, organiser, clock):
    tournament = begun(4, rounds=1)
    knockouts.remove_knockout(stage=add(tournament, organiser, clock), by=organiser, now=clock())
    assert tournament.stages.count() == 1
    again = add(tournament, organiser, clock)
    play_round(tournament)
    with pytest.raises(errors.Refusal):
        knockouts.remove_knockout(stage=again, by=organiser, now=clock())


def test_the_page_adds_and_takes_away_for_organisers_alone(begun, client, organiser, club):
    tournament = begun(8)
    where = reverse("tournaments:stages", args=[tournament.slug])
    dirk = accounts.player_for(name="Dirk")[0]
    clubs.add_member(club=club, user=dirk, role="director")
    client.force_login(dirk)
    assert "Add a knockout" not in tight(client.get(where).content.decode())
    assert client.post(where, {"add": "1", "players": "4"}).status_code == 403
    client.force_login(organiser)
    assert "Add a knockout" in tight(client.get(where).content.decode())
    assert "is added" in tight(client.post(where, {"add": "1", "players": "4"}, follow=True).content.decode())
    assert "Take this stage away" in tight(client.get(where).content.decode())
    gone = tight(client.post(where, {"stage": "2", "remove": "1"}, follow=True).content.decode())
    assert "The knockout is taken out." in gone
    assert tournament.stages.count() == 1
    assert "From 2 to 8 players" in tight(
        client.post(where, {"add": "1", "players": "99"}, follow=True).content.decode()
    )


def test_over_the_api(begun, play_round, organiser, client):
    tournament = begun(4, rounds=2)
    where = f"/api/v1/tournaments/{tournament.public_id}/stages/"
    post = lambda **ask: client.post(where, ask, content_type="application/json")  # noqa: E731
    assert post(players=2).status_code == 403
    client.force_login(organiser)
    for wrong in ({}, {"players": 1}, {"players": 5}):
        refused = post(**wrong)
        assert (refused.status_code, list(refused.json()["errors"])) == (400, ["players"])
    made = post(players=2)
    assert (made.status_code, made.json()["format"], made.json()["number"]) == (201, "single_elim", 2)
    assert (post(players=2).status_code, post(players=2).json()["type"]) == (409, "stages")
    assert client.delete(f"{where}2/").status_code == 204
    assert [one["number"] for one in client.get(where).json()] == [1]
    assert client.delete(f"{where}1/").json()["type"] == "begun"
    assert client.delete(f"{where}9/").status_code == 404
    assert post(players=2).status_code == 201
    play_round(tournament)
    play_round(tournament)
    assert client.delete(f"{where}2/").json()["type"] == "begun"
    client.logout()
    assert client.delete(f"{where}2/").status_code == 403
