"""Two who pair the same round at the same moment: one pairing, and the other is told."""

import pytest

from tournaments import selectors, services
from tournaments.models import Match, PairingJob, PairingRun, Round, RoundSeat
from tournaments.selectors import pairing_jobs as large_fields


@pytest.mark.django_db(transaction=True)
def test_a_race_to_pair_a_round_gives_one_pairing(race, make_tournament, clock):
    tournament = make_tournament(players=12)
    services.begin(tournament=tournament, now=clock())
    stage = selectors.main_stage(tournament)
    found = race(*[lambda: services.pair_round(stage=stage, now=clock())] * 4)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "Conflict", "Conflict", "Round"]
    assert [Model.objects.count() for Model in (Round, PairingRun, Match, RoundSeat)] == [1, 1, 6, 12]


@pytest.mark.django_db(transaction=True)
def test_a_race_to_pair_a_large_field_gives_one_job(race, make_tournament, clock, monkeypatch):
    monkeypatch.setattr(large_fields, "LARGE", 6)
    tournament = make_tournament(players=12)
    services.begin(tournament=tournament, now=clock())
    stage = selectors.main_stage(tournament)
    found = race(*[lambda: services.pair_stage(stage=stage, now=clock())] * 4)
    assert set(found) == {PairingJob.objects.get()}


@pytest.mark.django_db(transaction=True)
def test_a_race_to_publish_gives_one_publication_and_one_start(race, make_tournament, clock):
    tournament = make_tournament(players=4)
    services.begin(tournament=tournament, now=clock())
    rnd = services.pair_round(stage=selectors.main_stage(tournament), now=clock())
    found = race(*[lambda: services.publish_round(rnd=rnd, version=1, now=clock())] * 3)
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "Conflict", "Round"]


@pytest.mark.django_db(transaction=True)
def test_the_last_two_results_at_the_same_moment_close_the_round(race, make_tournament, organiser, clock):
    tournament = make_tournament(players=4)
    services.begin(tournament=tournament, now=clock())
    rnd = services.pair_round(stage=selectors.main_stage(tournament), now=clock())
    services.publish_round(rnd=rnd, now=clock())
    services.start_round(rnd=rnd, now=clock())

    def enter(match):
        return lambda: services.record_result(match=match, points=(100, 1), by=organiser, now=clock())

    race(*(enter(match) for match in rnd.matches.all()))
    from duework.models import DueWork

    assert DueWork.objects.filter(kind="tournaments.close", done_at=None).count() == 1
