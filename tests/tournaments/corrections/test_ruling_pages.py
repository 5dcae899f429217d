"""The page and the API of rulings: what a corrected result has made doubtful, each decided by one button."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tests.tournaments.corrections.test_corrections import semi_final_of
from tournaments.models import TournamentState
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db
V1 = "/api/v1"


@pytest.fixture
def over(make_tournament, play_round, organiser, clock, confirm):
    """A cup of four that is over: 1 beat 4, and 2 in the final."""
    tournament = make_tournament(players=4, template="single_elim", options={"third_place": False})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    play_round(tournament)
    return confirm(tournament)


def corrected(client, tournament):
    """Correct the semifinal of player 1 on its page: looked at, then applied; the page on which that ends."""
    address = reverse("tournaments:correct", args=[semi_final_of(tournament, "Player 01").public_id])
    look = {"outcome": "played", "first": 20, "second": 100, "is_rated": "on"}
    seen = client.post(address, {**look, "look": "1"})
    page = seen.content.decode()
    assert "Final: Player 04 – Player 02" in page
    assert "reopened" in page
    act = {**look, "apply": "1", "digest": seen.context["seen"].digest, "reason": "Misread"}
    return client.post(address, act, follow=True)


def test_a_correction_leads_to_what_must_be_ruled_and_one_button_does_it(client, over, organiser):
    client.force_login(organiser)
    page = corrected(client, over)
    address = reverse("tournaments:rulings", args=[over.slug])
    assert page.redirect_chain[-1][0] == address
    text = page.content.decode()
    assert text.count("<button") >= 3
    assert "Player 04 – Player 02 in the next round" in text
    [one] = page.context["found"]
    act = {"match": one.match.public_id, "digest": one.digest, "reason": "Misread", "way": "replay"}
    assert "Decided." in client.post(address, act, follow=True).content.decode()
    again = client.post(address, act, follow=True).content.decode()
    assert "needs no ruling any more" in again
    assert "Nothing waits for a ruling" in again
    match = client.get(reverse("tournaments:match", args=[one.match.public_id])).content.decode()
    assert "Played again by others" in match
    assert address in client.get(reverse("tournaments:tonight", args=[over.slug])).content.decode()


def test_the_page_is_for_officials_and_not_shown_before_anything_was_corrected(client, over, organiser, clock):
    address = reverse("tournaments:rulings", args=[over.slug])
    player = over.entries.first().members.get().user
    client.force_login(player)
    assert client.get(address).status_code == 403
    assert client.post(address, {}).status_code == 403
    client.force_login(organiser)
    assert "Nothing waits" in tight(client.get(address).content.decode())
    assert f'href="{address}"' not in client.get(reverse("tournaments:entries", args=[over.slug])).content.decode()
    assert client.post(address, {"match": "nobody", "way": "replay"}).status_code == 404


def test_the_same_by_the_api(client, over, organiser, clock, confirm):
    client.force_login(organiser)
    path = f"{V1}/tournaments/{over.public_id}/misplaced/"
    assert client.get(path).json() == []
    corrected(client, over)
    [one] = client.get(path).json()
    assert (one["place"], one["round"], sorted(one["ways"])) == ("Final", 2, ["annul", "replay", "stands"])
    assert one["should"] == [over.entries.get(tpn=n).public_id for n in (4, 2)]
    ruling = f"{V1}/matches/{one['match']}/place-ruling/"
    act = {"way": "annul", "digest": one["digest"], "reason": "No time for another final"}

    def post(status, **facts):
        answer = client.post(ruling, facts, content_type="application/json")
        assert answer.status_code == status, answer.json()
        return answer.json()

    assert list(post(400, **{**act, "way": "toss"})["errors"]) == ["way"]
    assert list(post(400, way="annul", digest="x")["errors"]) == ["reason"]
    assert post(409, **{**act, "digest": "seen long ago"})["type"] == "conflict"
    post(200, **act)
    assert post(409, **act)["type"] == "conflict"
    confirm(over)
    assert (over.state, standings.standings(over)[0].entry.name) == (TournamentState.FINISHED, "Player 02")
    client.force_login(over.entries.first().members.get().user)
    post(403, **act)
    assert client.get(path).status_code == 403


def test_a_field_that_is_disputed_is_settled_on_the_page_or_by_the_api(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=4, template="swiss_cut", rounds=2, options={"advance": 2})
    stage = tournament.stages.get(number=2)
    client.force_login(organiser)
    address, api = reverse("tournaments:rulings", args=[tournament.slug]), f"{V1}/tournaments/{tournament.public_id}"
    for settle in (
        lambda: client.post(address, {"stage": "2", "reason": "They had played"}),
        lambda: client.post(f"{api}/stages/2/settle-field/", {"reason": "So be it"}, content_type="application/json"),
    ):
        stage.disputed = {"in": [tournament.entries.first().public_id], "out": []}
        stage.save()
        assert "In: Player 01." in tight(client.get(address).content.decode())
        assert client.get(f"{api}/stages/2/").json()["disputed"]["in"] == stage.disputed["in"]
        assert settle().status_code in (200, 302)
        stage.refresh_from_db()
        assert stage.disputed == {}


def test_the_preview_of_the_last_round_names_who_would_go_on(client, make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4, template="swiss_cut", rounds=1, options={"advance": 2})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    play_round(tournament)
    match = tournament.stages.get(number=1).rounds.get().matches.first()
    client.force_login(organiser)
    look = {"outcome": "played", "first": 60, "second": 100, "is_rated": "on", "look": "1"}
    page = client.post(reverse("tournaments:correct", args=[match.public_id]), look).content.decode()
    assert "its field would change. In: " in page
