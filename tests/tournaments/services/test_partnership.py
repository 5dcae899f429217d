"""Partnership gin in person: an entry is a side of two or more at one table, its totals entered as of any match."""

import pytest

from ratings.models import RatedMatch
from tournaments import selectors, services

pytestmark = pytest.mark.django_db

PAIRS = "name,team\nAna,Aces\nAli,Aces\nBea,Bees\nBob,Bees"


def test_two_pairs_meet_at_one_table(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, variant="partnership", rounds=1)
    assert selectors.size_of(tournament).least == 2
    report = services.import_entries(tournament=tournament, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    assert (report.is_done, report.problems) == (True, ())
    services.check_in_all(tournament=tournament, now=clock(), by=organiser)
    services.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = services.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    services.publish_round(rnd=rnd, now=clock(), by=organiser)
    rnd = services.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    assert not match.boards.exists(), "one sheet for the whole table (PRT-3)"
    services.record_result(match=match, points=(130, 45), now=clock(), by=organiser)
    services.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert [row.points for row in selectors.standings(tournament)] == [1, 0]
    assert not RatedMatch.objects.exists(), "a rating belongs to one player"


def test_a_partnership_game_is_played_in_person_only(make_tournament):
    with pytest.raises(services.Invalid, match="choose “in person”"):
        make_tournament(players=0, variant="partnership", mode="online")
