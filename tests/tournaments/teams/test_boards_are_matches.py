"""A board of a team match is a match with a parent: counted among boards, never among the matches of a round."""

import json

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tournaments import own_data
from tournaments.corrections.services import consequences
from tournaments.evening.selectors import steps
from tournaments.event.selectors import finding
from tournaments.exchange.selectors import dump
from tournaments.exchange.services import loading
from tournaments.models import Match, MatchSide, MatchState, Tournament
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

V1 = "/api/v1"
pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(make_tournament, organiser, clock):
    """A running round: two matches of teams on two boards."""
    tournament = make_tournament(players=4, template="team_swiss", options={"boards": 2})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    return running.start_round(rnd=rnd, now=clock())


def test_a_round_has_two_matches_and_four_boards(client, rnd):
    tournament = rnd.stage.tournament
    assert (rnd.matches.paired().count(), rnd.matches.of_boards().count(), rnd.matches.count()) == (2, 4, 6)
    assert (standings.progress(tournament).matches_running, finding.open_tables(rnd)) == (2, [1, 2])
    assert steps._counted(tournament) == {1: (0, 2)}
    assert {match.parent for match in finding.matches()} == {None}
    listed = client.get(f"{V1}/matches/", {"tournament": tournament.public_id}).json()["results"]
    assert len(listed) == 2
    board = rnd.matches.of_boards().first()
    assert client.get(f"{V1}/matches/{board.public_id}/").status_code == 404, "it has an address of its own"
    assert client.get(f"{V1}/boards/{board.public_id}/").json()["match"] == board.parent.public_id
    page = client.get(reverse("tournaments:match", args=[board.public_id]))
    assert page["Location"] == reverse("tournaments:match", args=[board.parent.public_id]) + "#boards"


def test_a_result_of_a_board_is_recorded_as_that_of_any_match(rnd, organiser, clock):
    for match in rnd.matches.paired():
        for board in match.boards.all():
            recording.record_result(match=board, points=(100, 60), now=clock(), by=organiser)
        match.refresh_from_db()
        assert (match.state, match.points, match.game_points) == (MatchState.OVER, (2, 0), (200, 120))
        assert [board.points for board in match.boards.all()] == [(2, 0), (2, 0)], "in the unit of the board table"


def test_the_boards_are_in_a_dump_with_their_match(rnd, organiser, clock):
    for board in rnd.matches.of_boards():
        recording.record_result(match=board, points=(100, 60), now=clock(), by=organiser)
    tournament = rnd.stage.tournament
    read = json.loads(dump.dump_text(tournament))
    read["tables"]["tournament"][0] |= {"public_id": "zzzzzzzzzzzz", "slug": "another"}
    for name in ("entry", "round", "match"):
        for place, row in enumerate(read["tables"][name]):
            row["public_id"] = f"{name[:4]}{place:08d}"
    loading.load_tournament(data=json.dumps(read), now=clock())
    back = Tournament.objects.get(public_id="zzzzzzzzzzzz")
    both = [
        [(board.parent.table_no, board.number, board.names, board.points) for board in of]
        for of in (Match.objects.of_boards().filter(round__stage__tournament=one) for one in (tournament, back))
    ]
    assert both[0] == both[1]
    assert len(both[0]) == 4
    again = json.loads(dump.dump_text(back))["tables"]
    assert again["match"] == read["tables"]["match"]
    assert again["matchside"] == read["tables"]["matchside"]


def test_a_member_sits_at_one_board_of_a_match_and_each_board_has_its_number(rnd):
    first, second = rnd.matches.paired().first().boards.all()
    taken = first.sides.get(order=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchSide.objects.filter(match=second, order=0).update(member=taken.member)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=second.pk).update(number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=second.pk).update(table_no=2)


def test_a_published_round_that_is_paired_again_has_its_boards_at_once(rnd, organiser, clock):
    stage = rnd.stage
    for board in rnd.matches.of_boards():
        recording.record_result(match=board, points=(100, 60), by=organiser, now=clock())
    running.close_round(rnd=rnd, now=clock.later(minutes=1))
    following = drafts.pair_round(stage=stage, now=clock(), by=organiser)
    following = editing.publish_round(rnd=following, now=clock(), by=organiser, start_at=clock.later(hours=1))
    before = {str(match.entries) for match in following.matches.paired()}
    first, second = rnd.matches.paired().first().sides.all()
    MatchSide.objects.filter(pk=first.pk).update(points=second.points)
    MatchSide.objects.filter(pk=second.pk).update(points=first.points)
    consequences.pair_again(following, clock(), organiser, "a corrected board")
    assert {str(match.entries) for match in following.matches.paired()} != before
    assert [board.number for board in following.matches.of_boards()] == [1, 2, 1, 2]


def test_people_are_told_at_which_boards_they_sat(rnd):
    board = rnd.matches.of_boards().first()
    person = board.sides.first().member.user
    told = own_data.tell(person)
    assert [one["id"] for one in told["boards"]] == [board.public_id]
    assert [one["id"] for one in told["matches"]] == [board.parent.public_id]
