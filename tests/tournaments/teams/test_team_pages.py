"""Pages and API of teams: entered on a form, boards on the page of their match, a card for every member."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import EntryMember, Match, MatchState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db
V1 = "/api/v1"


@pytest.fixture
def tournament(make_tournament):
    """Four teams of two boards with a reserve allowed, all here."""
    options = {"boards": 2, "reserves": 1}
    return make_tournament(players=4, template="team_swiss", rounds=2, options=options)


@pytest.fixture
def running(tournament, organiser, clock):
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return rounds_running.start_round(rnd=rnd, now=clock())


def test_a_tournament_of_teams_is_made_on_the_one_screen_and_a_team_entered(client, club, organiser):
    client.force_login(organiser)
    page = client.get(reverse("tournaments:new")).content.decode()
    assert "Teams: Swiss" in page
    assert "board" in page
    data = {"club": club.pk, "name": "Team Night", "template": "team_swiss", "rounds": 3, "variant": "gin-rummy-com",
            "mode": "in_person", "timezone": "UTC", "boards": 2, "reserves": 1, "primary": "GP"}  # fmt: skip
    answer = client.post(reverse("tournaments:new"), data)
    assert answer.status_code == 302, answer.context["form"].errors
    made = club.tournaments.get()
    settings = made.stages.get().settings
    assert (settings["boards"], settings["primary"], settings["board_order"]) == (2, "GP", "fixed")
    add = reverse("tournaments:add-team", args=[made.slug])
    client.post(add, {"team_name": "Aces", "members": "Ana, 1900, ana@example.org\nAli, 1800\nAbe"})
    entry = made.entries.get()
    assert (entry.name, entry.rating_at_entry, entry.members.count()) == ("Aces", 1850, 3)
    page = client.post(add, {"team_name": "Solo", "members": "Sol"}, follow=True).content.decode()
    assert "from 2 to 3 members" in page
    assert made.entries.count() == 1


def test_the_boards_of_a_match_are_entered_on_its_page(client, running, organiser):
    match = running.matches.paired().first()
    address = reverse("tournaments:match", args=[match.public_id])
    page = client.get(address).content.decode()
    assert "Boards" in page
    assert "Enter the result of board 1" not in page, "only who may report enters"
    client.force_login(organiser)
    assert "Enter the result of board 1" in tight(client.get(address).content.decode())
    for board in match.boards.all():
        enter = reverse("tournaments:board-result", args=[board.public_id])
        client.post(enter, {"first": 100, "second": 40, "version": board.version})
    match.refresh_from_db()
    assert (match.state, match.boards.filter(state=MatchState.OVER).count()) == (MatchState.OVER, 2)
    assert "2 – 0" in tight(client.get(address).content.decode())
    bad = client.post(enter, {"first": 5, "second": 5}, follow=True).content.decode()
    assert "the points cannot be equal" in bad


def test_a_team_has_a_card_with_its_members_and_the_captain_names_the_line_up(client, running):
    entry = running.matches.paired().first().sides.first().entry
    board = Match.objects.of_boards().filter(parent__sides__seat__entry=entry).first()
    recording.record_result(match=board, points=(100, 40), now=running.started_at, by=None)
    card = reverse("tournaments:card", args=[running.stage.tournament.slug, entry.public_id])
    page = client.get(card).content.decode()
    assert "Members" in page
    assert "captain" in page
    assert "Save the line-up" not in page
    first, second = entry.members.all()
    line_up = reverse("tournaments:line-up", args=[running.stage.tournament.slug, entry.public_id])
    client.force_login(second.user)
    assert client.post(line_up, {"board": [first.user.public_id, second.user.public_id]}).status_code == 403
    client.force_login(first.user)
    assert "Line-up of round 2" in tight(client.get(card).content.decode())
    client.post(line_up, {"board": [first.user.public_id, second.user.public_id]})
    assert entry.line_up_places.filter(round_number=2).count() == 2
    page = client.post(line_up, {"board": [second.user.public_id, first.user.public_id]}, follow=True)
    assert "The order of the list is fixed" in tight(page.content.decode())


def test_teams_by_the_api(client, make_tournament, organiser, clock):
    tournament = make_tournament(players=0, template="team_swiss", rounds=1, options={"boards": 2, "reserves": 1})
    client.force_login(organiser)

    def post(path, status=200, **data):
        answer = client.post(V1 + path, data, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    teams = f"/tournaments/{tournament.public_id}/teams/"
    aces = post(teams, 201, name="Aces", members=[{"name": "Ana"}, {"name": "Ali"}, {"name": "Abe"}], captain=1)
    post(teams, 201, name="Bees", members=[{"name": "Bea"}, {"name": "Bob"}])
    assert list(post(teams, 400, name="Cats", members=[{"name": "Cem"}])["errors"]) == ["members"]
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    abe = EntryMember.objects.get(user__name="Abe").user.public_id
    ids = aces["players"]
    post(f"/entries/{aces['id']}/line-up/", members=[ids[0], abe])
    rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rounds_running.start_round(rnd=rnd, now=clock())
    match = Match.objects.paired().get()
    _first, second = client.get(f"{V1}/matches/{match.public_id}/boards/").json()
    assert abe in (second["first"], second["second"])
    order = 0 if second["first"] == abe else 1
    path = f"/boards/{second['id']}"
    post(f"{path}/substitute/", 400, order=order, player=ids[1], reason="")
    said = post(f"{path}/substitute/", order=order, player=ids[1], reason="Abe is ill")
    assert ids[1] in (said["first"], said["second"])
    assert post(f"{path}/result/", points=[100, 20])["points"] == [2, 0]
    assert post(f"{path}/confirm/", 409, version=2)["type"] == "nothing_reported"


def test_a_board_is_corrected_on_its_page_and_by_the_api(client, running, organiser, clock):
    for board in Match.objects.of_boards():
        recording.record_result(match=board, points=(100, 60), by=organiser, now=clock())
    rounds_running.close_round(rnd=running, now=clock.later(seconds=30))
    board = Match.objects.of_boards().select_related("parent").filter(number=1).first()
    address = reverse("tournaments:correct-board", args=[board.public_id])
    client.force_login(board.people[0][0].user)
    assert client.get(address).status_code == 403
    client.force_login(organiser)
    assert address in client.get(reverse("tournaments:match", args=[board.parent.public_id])).content.decode()
    page = client.get(address).content.decode()
    assert "Correct board 1" in page
    assert f"Points of {board.people[0][0].user}" in page
    look = {"outcome": "played", "first": 60, "second": 100, "is_rated": "on"}
    seen = client.post(address, {**look, "look": "1"})
    assert "Board points 2 →" in tight(seen.content.decode())
    assert "later ratings are worked out again" in tight(seen.content.decode())
    act = {**look, "apply": "1", "digest": seen.context["seen"].digest, "reason": "Typo"}
    assert client.post(address, act).status_code == 302
    assert "Something has changed" in tight(client.post(address, act).content.decode()), (
        "the second click changes nothing"
    )
    page = tight(client.get(reverse("tournaments:match", args=[board.parent.public_id])).content.decode())
    assert "Board 1: " in page
    assert "Before: 100 – 60." in page
    path = f"{V1}/boards/{board.public_id}/correction/"
    again = client.post(path, {"points": [100, 60]}, content_type="application/json").json()
    assert (again["is_done"], again["points"]) == (False, [2, 0])
    body = {"points": [100, 60], "digest": again["digest"], "reason": "It was right"}
    assert client.post(path, body, content_type="application/json").json()["is_done"]
    assert client.post(path, body, content_type="application/json").status_code == 409
    match = f"{V1}/matches/{board.parent.public_id}/correction/"
    assert client.post(match, {"points": [9, 1]}, content_type="application/json").json()["type"] == "boards"


def test_the_members_of_a_team_are_changed_on_its_card_and_by_the_api(client, tournament, organiser):
    entry = tournament.entries.get(name="Player 01")
    card = reverse("tournaments:card", args=[tournament.slug, entry.public_id])
    address = reverse("tournaments:members", args=[tournament.slug, entry.public_id])
    captain = entry.members.first().user
    client.force_login(captain)
    assert "Change the members" not in tight(client.get(card).content.decode())
    assert client.post(address, {"comes": "Rita", "reason": "x"}).status_code == 403
    client.force_login(organiser)
    assert "Change the members" in tight(client.get(card).content.decode())
    page = client.post(address, {"comes": "Rita, rita@example.org", "reason": "A third"}, follow=True)
    assert "The members are changed." in tight(page.content.decode())
    assert entry.members.last().user.name == "Rita"
    assert "needs a reason" in tight(client.post(address, {"leaves": captain.public_id}, follow=True).content.decode())
    path = f"{V1}/entries/{entry.public_id}/members/"
    body = {"leaves": entry.members.last().user.public_id, "comes": {"name": "Otto"}, "reason": "Rita is ill"}
    assert client.post(path, body, content_type="application/json").status_code == 200
    assert [member.user.name for member in entry.members.all()][-1] == "Otto"
    assert client.post(path, body, content_type="application/json").status_code == 404, "Rita has left already"
    body = {"comes": {"name": "Zoe"}, "reason": "One too many"}
    answer = client.post(path, body, content_type="application/json")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["members"])
