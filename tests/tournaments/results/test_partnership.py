"""Partnership gin in person: an entry is a side of two or more at one table, its totals entered as of any match. The
members of a side win and lose rating together, on a list of partnership."""

import pytest

from ratings import services as ratings
from ratings.models import RatedMatch
from tournaments.corrections.services import corrections
from tournaments.entries.services import entering
from tournaments.event.selectors import entry_sizes
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rating_changes import rating_gains

pytestmark = pytest.mark.django_db

PAIRS = "name,team\nAna,Aces\nAli,Aces\nBea,Bees\nBob,Bees"


def test_two_pairs_meet_at_one_table(make_tournament, organiser, clock):
    tournament = make_tournament(players=0, variant="partnership", rounds=1)
    assert entry_sizes.size_of(tournament).least == 2
    report = entering.import_entries(tournament=tournament, text=PAIRS, dry_run=False, now=clock(), by=organiser)
    assert (report.is_done, report.problems) == (True, ())
    entering.check_in_all(tournament=tournament, now=clock(), by=organiser)
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    rnd = drafts.pair_round(stage=tournament.stages.get(), now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock(), by=organiser)
    rnd = running.start_round(rnd=rnd, now=clock())
    match = rnd.matches.get()
    assert not match.boards.exists(), "one sheet for the whole table (PRT-3)"
    recording.record_result(match=match, points=(130, 45), now=clock(), by=organiser)
    running.close_round(rnd=rnd, now=clock.later(seconds=30))
    assert [row.points for row in standings.standings(tournament)] == [1, 0]
    rated = RatedMatch.objects.get()
    assert (rated.pool.key, rated.score_a, rated.margin, rated.label) == (
        "partnership",
        1.0,
        85,
        "Spring Open, round 1",
    )
    assert [(seat.player.name, seat.side, seat.place, seat.points, seat.margin) for seat in rated.seats.all()] == [
        ("Ana", 0, 1, 130, 85), ("Bea", 1, 2, 45, -85), ("Ali", 0, 1, 130, 85), ("Bob", 1, 2, 45, -85)
    ]  # fmt: skip
    seen = corrections.preview_correction(match=match, points=(45, 130))
    corrections.apply_correction(
        match=match,
        digest=seen.digest,
        reason="The slip was read upside down",
        by=organiser,
        now=clock(),
        points=(45, 130),
    )
    ratings.rate_pending(pool="partnership")
    gains = {one.player.name: one.change for one in rating_gains(tournament)}
    assert gains["Ana"] == gains["Ali"] == -gains["Bea"] == -gains["Bob"] < 0
