"""Two who pair the same round at the same moment: one pairing, and the other is told."""

import pytest

from tournaments.event.selectors import finding
from tournaments.models import Match, PairingJob, PairingRun, Round, RoundSeat
from tournaments.results.services import recording
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import drafts, editing, pairing_requests, running
from tournaments.stages.services import progression as stages


@pytest.mark.django_db(transaction=True)
def test_a_race_to_pair_a_round_gives_one_pairing(race, make_tournament, clock):
    tournament = make_tournament(players=12)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    found = race(*[lambda: drafts.pair_round(stage=stage, now=clock())] * 4)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "Conflict", "Conflict", "Round"]
    assert [Model.objects.count() for Model in (Round, PairingRun, Match, RoundSeat)] == [1, 1, 6, 12]


@pytest.mark.django_db(transaction=True)
def test_a_race_to_pair_a_large_field_gives_one_job(race, make_tournament, clock, monkeypatch):
    monkeypatch.setattr(rounds, "LARGE", 6)
    tournament = make_tournament(players=12)
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    found = race(*[lambda: pairing_requests.pair_stage(stage=stage, now=clock())] * 4)
    assert set(found) == {PairingJob.objects.get()}


@pytest.mark.django_db(transaction=True)
def test_a_race_to_publish_gives_one_publication_and_one_start(race, make_tournament, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    found = race(*[lambda: editing.publish_round(rnd=rnd, version=1, now=clock())] * 3)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "Conflict", "Round"]


@pytest.mark.django_db(transaction=True)
def test_the_last_two_results_at_the_same_moment_close_the_round(race, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    rnd = drafts.pair_round(stage=finding.main_stage(tournament), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())

    def enter(match):
        return lambda: recording.record_result(match=match, points=(100, 1), by=organiser, now=clock())

    race(*(enter(match) for match in rnd.matches.all()))
    from duework.models import DueWork

    assert DueWork.objects.filter(kind="tournaments.close", done_at=None).count() == 1
