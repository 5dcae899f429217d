"""A match of any length that has begun, and its result by hand."""

import pytest

from tournaments import selectors, services
from tournaments.models import Match, Stage


@pytest.fixture
def match(make_tournament, organiser, clock):
    """The one match of a round that has begun."""

    def begin(mode="in_person", minutes=None, **stage):
        tournament = make_tournament(2, rounds=1, mode=mode, settings={"pace": "fast"})
        stage_row = selectors.main_stage(tournament)
        services.change_stage(stage=stage_row, settings={**stage, "minutes": minutes}, by=organiser, now=clock())
        services.begin(tournament=tournament, now=clock(), by=organiser)
        rnd = services.pair_round(stage=Stage.objects.get(pk=stage_row.pk), now=clock(), by=organiser)
        services.publish_round(rnd=rnd, now=clock(), by=organiser)
        services.start_round(rnd=rnd, now=clock())
        return Match.objects.get(round=rnd)

    return begin


@pytest.fixture
def enter(organiser, clock):
    def enter(match, **facts):
        return services.record_result(match=match, by=organiser, now=clock(), **facts)

    return enter
