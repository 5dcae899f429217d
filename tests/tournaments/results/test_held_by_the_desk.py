"""Where a call holds a round open, the head of its results says so, not only that all are in."""

import pytest
from django.urls import reverse

from tests.markup import tight
from tournaments.desk import services as desk
from tournaments.event.selectors import finding
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_paired_on", [False, True])
def test_an_open_call_holds_a_round_also_beside_a_draft(make_tournament, client, organiser, clock, is_paired_on):
    tournament = make_tournament(players=6, rounds=4)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    first = drafts.pair_round(stage=finding.main_stage(tournament), now=clock(), by=organiser)
    editing.publish_round(rnd=first, now=clock(), by=organiser)
    running.start_round(rnd=first, now=clock())
    if is_paired_on:
        stage = finding.main_stage(tournament)
        drafts.pair_round(stage=stage, now=clock(), by=organiser, open_reason="The bus leaves")
    desk.call_director(match=first.matches.first(), table="", words="Who dealt?", by=None, now=clock())
    for one in first.matches.all():
        recording.record_result(match=one, points=(40, 100), by=organiser, now=clock())
    client.force_login(organiser)
    shown = tight(client.get(reverse("tournaments:results", args=[tournament.slug, 1])).content.decode())
    assert "The round stays open until the desk is done:" in shown
    head = shown.split("Results of round 1</h2>")[1].split("</header>")[0]
    assert "All results are in, and the desk holds the round open" in head
    assert reverse("tournaments:desk", args=[tournament.slug]) in head
