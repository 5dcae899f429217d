"""No legal pairing is an answer: who blocks, and each way out as an act with its reason."""

import pytest
from django.urls import reverse

from audit.models import AuditEntry
from tournaments import errors
from tournaments.event.selectors import finding
from tournaments.models import TournamentState
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import editing, pairing_requests, requests, ways_out
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def stuck(make_tournament, play_round, clock):
    """Two players who have met and have two more rounds to play."""
    tournament = make_tournament(players=2, rounds=3)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    return tournament


def test_the_answer_names_who_blocks_and_what_would_help(stuck):
    answer = rounds.blocked(finding.main_stage(stuck))
    assert answer.number == 2
    assert "Player 01 can meet nobody any more." in answer.witness
    assert [way.value for way in answer.ways] == ["rematch-1", "manual", "end"]


def test_the_page_of_the_ways_out_says_once_who_blocks(stuck, organiser, client):
    client.force_login(organiser)
    page = client.post(reverse("tournaments:pair", args=[stuck.slug]), follow=True)
    assert page.redirect_chain == [(reverse("tournaments:blocked", args=[stuck.slug]), 302)]
    assert page.content.decode().count("Player 01 can meet nobody any more.") == 1


def test_a_rematch_is_allowed_for_this_round_with_the_reason_on_record(stuck, organiser, clock):
    stage = finding.main_stage(stuck)
    with pytest.raises(errors.Invalid):
        ways_out.take_way_out(stage=stage, way="rematch", numbers=(1,), reason="", now=clock(), by=organiser)
    rnd = ways_out.take_way_out(
        stage=stage, way="rematch", numbers=(1,), reason="Only two came", now=clock(), by=organiser
    )
    assert rnd.matches.count() == 1
    assert AuditEntry.objects.filter(action="round.way_out", reason="Only two came").exists()
    assert editing.draft_warnings(rnd) == ["Player 01 and Player 02 have met already, in round 1."]
    again = pairing_requests.pair_again(rnd=rnd, version=rnd.version, now=clock(), by=organiser)
    assert again.matches.count() == 1, "what was waived is kept with the round"
    assert rounds.blocked(finding.main_stage(stuck)) is None


def test_the_stage_can_end_here(stuck, organiser, clock):
    stage = finding.main_stage(stuck)
    assert ways_out.take_way_out(stage=stage, way="end", reason="Enough", now=clock(), by=organiser) is None
    stuck.refresh_from_db()
    assert stuck.state == TournamentState.FINISHED


def test_a_hard_pair_is_lifted_for_one_round(make_tournament, organiser, clock):
    tournament = make_tournament(players=2, rounds=3)
    one, two = tournament.entries.all()
    requests.add_pair_rule(tournament=tournament, entries=[one, two], now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    answer = rounds.blocked(stage)
    assert [way.value for way in answer.ways] == ["hard-1-2", "manual", "end"]
    said = {"reason": "Nobody else", "now": clock(), "by": organiser}
    rnd = ways_out.take_way_out(stage=stage, way="hard", numbers=(1, 2), **said)
    assert rnd.matches.count() == 1
    assert editing.draft_warnings(rnd) == ["Player 01 and Player 02 must not meet."]


def test_a_second_bye_is_given_where_nothing_else_helps(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=3, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    for _ in range(3):
        play_round(tournament)
    stage = finding.main_stage(tournament)
    answer = rounds.blocked(stage)
    assert answer is not None
    rnd = ways_out.take_way_out(stage=stage, way="manual", reason="One more for fun", now=clock(), by=organiser)
    assert (rnd.matches.count(), len(editing.draft_warnings(rnd))) == (1, 2), "a rematch and a second bye"
    with pytest.raises(errors.Invalid):
        ways_out.take_way_out(stage=stage, way="magic", reason="x", now=clock(), by=organiser)
