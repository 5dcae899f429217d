"""A tournament at tables of three and more, and a round of it that runs."""

import pytest

from tournaments.event.selectors import finding
from tournaments.models import Stage
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages


@pytest.fixture
def make_pods(make_tournament, organiser, clock):
    """A tournament of cutthroat that has begun; in person, by score, unless said otherwise."""

    def make(players: int = 9, **conditions):
        conditions = {"variant": "cutthroat", "template": "pod_swiss", "rounds": 4, **conditions}
        tournament = make_tournament(players, **conditions)
        return stages.begin(tournament=tournament, now=clock(), by=organiser)

    return make


@pytest.fixture
def next_round(organiser, clock):
    """Pair the next round of the stage that is played, publish it, start it."""

    def play(tournament):
        stage = Stage.objects.get(pk=finding.main_stage(tournament).pk)
        rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
        editing.publish_round(rnd=rnd, now=clock(), by=organiser)
        return running.start_round(rnd=rnd, now=clock())

    return play
