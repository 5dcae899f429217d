"""A table that ended while its message was lost: the next look at the running round records it."""

import pytest

from duework import services as duework
from games.models import Table
from tests.games import sittings
from tests.tournaments.whole_evenings import SHORT
from tournaments.models import MatchState
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_unreported_table_is_recorded_by_the_next_look(make_tournament, organiser, clock):
    tournament = make_tournament(players=2, rounds=1, template="round_robin", mode="online")
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    stage = tournament.stages.get()
    rnd = drafts.pair_round(stage=stage, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    Table.objects.filter(public_id=match.table).update(options=SHORT["pad"])
    sittings.play_out(Table.objects.get(public_id=match.table), level="novice", tell=False)
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING, "nobody told"
    clock.later(hours=2)
    while duework.sweep(now=clock()):
        pass
    match.refresh_from_db()
    assert match.state == MatchState.OVER
