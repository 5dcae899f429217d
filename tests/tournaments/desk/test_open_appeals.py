"""A tournament with an open appeal does not end without a warning."""

import pytest
from django.urls import reverse

from accounts import services as accounts
from clubs import services as clubs
from clubs.models import Role
from tests.markup import tight
from tournaments import errors
from tournaments.desk import services as desk
from tournaments.evening.selectors import steps as evening
from tournaments.event.selectors import finding
from tournaments.models import Case, CaseKind, Match, Round, TableRuling, TournamentState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing
from tournaments.rounds.services import running as rounds_running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(make_tournament, organiser, clock):
    """The only round of a tournament for two runs, its result is in, and an appeal waits against a ruling of olga's."""
    tournament = make_tournament(players=2, rounds=1)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rounds_running.start_round(rnd=rnd, now=clock())
    match = Match.objects.get(round=rnd)
    recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    opened = {"opened_by": organiser, "opened_at": clock()}
    case = Case.objects.create(tournament=tournament, match=match, kind=CaseKind.CALL, table="T", **opened)
    ruling = TableRuling.objects.create(
        case=case, table="T", seq=3, words="The knock stands", reason="ten", by=organiser, at=clock()
    )
    player = match.sides.get(order=1).entry.members.get().user
    desk.appeal(ruling=ruling, words="I counted eleven", by=player, now=clock())
    desk.handle_case(case=case, outcome="Ruled", by=organiser, now=clock())
    return tournament


def test_the_last_round_closes_and_the_end_waits_for_the_decision(running, organiser, club, clock, confirm):
    rounds_running.close_round(rnd=standings.current_round(running), now=clock.later(seconds=30), by=organiser)
    running.refresh_from_db()
    assert running.state == TournamentState.RUNNING
    other = accounts.official(username="otto", name="Otto", email="otto@example.org", password="correct horse")
    clubs.add_member(club=club, user=other, role=Role.DIRECTOR)
    ruling = TableRuling.objects.get()
    desk.decide_appeal(ruling=ruling, is_upheld=True, decision="Ten it was", by=other, now=clock())
    confirm(running)
    assert running.state == TournamentState.FINISHED


def test_it_is_ended_before_the_decision_only_for_a_stated_reason(running, organiser, clock, client):
    rounds_running.close_round(rnd=standings.current_round(running), now=clock.later(seconds=30), by=organiser)
    running.refresh_from_db()
    with pytest.raises(errors.NeedsReason) as caught:
        stages.finish(tournament=running, now=clock(), by=organiser)
    assert "I counted eleven" in caught.value.warnings[0]
    client.force_login(organiser)
    refused = client.post(reverse("tournaments:finish", args=[running.slug]), follow=True).content.decode()
    assert "I counted eleven" in refused
    assert 'name="reason"' in refused
    answer = client.post(f"/api/v1/tournaments/{running.public_id}/finish/")
    assert (answer.status_code, answer.json()["type"]) == (409, "needs_reason")
    client.post(reverse("tournaments:finish", args=[running.slug]), {"reason": "The hall closes"})
    running.refresh_from_db()
    assert running.state == TournamentState.FINISHED


def test_every_page_of_the_evening_says_that_an_appeal_and_a_call_wait(running, organiser, client):
    Case.objects.update(handled_at=None)
    client.force_login(organiser)
    page = client.get(reverse("tournaments:results", args=[running.slug, 1]))
    running.refresh_from_db()
    night = evening.night(running, list(Round.objects.filter(stage__tournament=running)))
    assert (night["open_calls"], night["open_appeals"]) == (1, 1)
    text = tight(page.content.decode())
    assert "An appeal is not decided yet" in text
    assert '2<span class="visually-hidden">wait</span>' in text


def test_who_plays_a_match_is_told_that_another_decides(running, organiser, club, client):
    player = Match.objects.get().sides.get(order=0).entry.members.get().user
    club.memberships.update_or_create(user=player, defaults={"role": Role.DIRECTOR})
    Case.objects.update(handled_at=None)
    case = reverse("tournaments:case", args=[running.slug, Case.objects.get().public_id])
    client.force_login(player)
    own = client.get(reverse("tournaments:desk", args=[running.slug])).content.decode()
    assert own.count("another official decides") == 2, "at the call and at the appeal"
    assert case not in own
    client.force_login(organiser)
    assert case in client.get(reverse("tournaments:desk", args=[running.slug])).content.decode()
