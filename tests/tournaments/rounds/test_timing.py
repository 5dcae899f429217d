"""Due work of a round: every step once, at its time; a moved time moves the step."""

from datetime import timedelta

import pytest

from duework import services as duework
from duework.models import DueWork
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import MatchState, Notice, RoundState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, timing
from tournaments.signals import noticed
from tournaments.stages.services import progression as stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(make_tournament, organiser, clock):
    def make(players: int = 4, **conditions):
        tournament = make_tournament(players=players, **conditions)
        stages.begin(tournament=tournament, now=clock())
        return drafts.pair_round(stage=finding.main_stage(tournament), now=clock())

    return make


def sweep_all(clock) -> int:
    done = 0
    while found := duework.sweep(now=clock()):
        done += found
    return done


def told() -> list[str]:
    return [notice.kind for notice in Notice.objects.all()]


def test_a_round_with_a_set_start_reminds_starts_calls_time_and_seals(
    draft, organiser, clock, django_capture_on_commit_callbacks
):
    rnd, heard = draft(), []

    def hear(sender, notice, **_):
        heard.append(notice.kind)

    noticed.connect(hear)
    start = clock() + timedelta(hours=30)
    timing.set_times(rnd=rnd, starts_at=start, minutes=25, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock())
    assert sweep_all(clock) == 0, "nothing is due yet"
    for at, kinds in (
        (start - timedelta(hours=24), ["remind_24h"]),
        (start - timedelta(hours=1), ["remind_24h", "remind_1h"]),
        (start - timedelta(minutes=5), ["remind_24h", "remind_1h", "remind_5m"]),
    ):
        clock.now = at
        with django_capture_on_commit_callbacks(execute=True):
            assert sweep_all(clock) == 1
            assert sweep_all(clock) == 0
        assert told()[1:] == kinds == heard
    clock.now = start
    sweep_all(clock)
    rnd.refresh_from_db()
    assert (rnd.state, rnd.started_at) == (RoundState.RUNNING, start)
    assert rnd.ends_at == start + timedelta(minutes=25)
    clock.later(minutes=25)
    sweep_all(clock)
    sweep_all(clock)
    rnd.refresh_from_db()
    assert rnd.called_at == start + timedelta(minutes=25)
    assert told().count("time_called") == 1
    noticed.disconnect(hear)


def test_moving_a_time_moves_the_row(draft, organiser, clock):
    rnd = draft()
    start = clock() + timedelta(hours=2)
    timing.set_times(rnd=rnd, starts_at=start, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock())
    rows = DueWork.objects.filter(done_at=None).count()
    timing.set_times(rnd=rnd, starts_at=start + timedelta(hours=3), now=clock(), by=organiser, reason="Late bus")
    assert DueWork.objects.filter(done_at=None).count() == rows
    clock.now = start
    sweep_all(clock)
    rnd.refresh_from_db()
    assert rnd.state == RoundState.PUBLISHED
    clock.later(hours=3)
    sweep_all(clock)
    rnd.refresh_from_db()
    assert rnd.state == RoundState.RUNNING
    past = {"starts_at": clock() - timedelta(1)}
    for wrong, field in ((past, "starts_at"), ({"starts_at": None, "minutes": 0}, "minutes")):
        with pytest.raises(errors.Invalid) as caught:
            timing.set_times(rnd=rnd, now=clock(), **wrong)
        assert caught.value.field == field
    with pytest.raises(errors.Refusal):
        timing.set_times(rnd=rnd, starts_at=None, now=clock())


def test_who_is_not_there_after_the_grace_is_flagged_and_loses_nothing(draft, organiser, clock):
    rnd = draft()
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    match = rnd.matches.get(table_no=1)
    side = match.sides.first()
    entering.mark_absent(entry=side.entry, now=clock(), by=organiser)
    clock.later(minutes=10)
    sweep_all(clock)
    side.refresh_from_db()
    match.refresh_from_db()
    assert (side.missing_since, match.state) == (clock(), MatchState.PAIRED)
    assert told().count("no_show") == 1
    timing.clear_missing(match=match, order=side.order, now=clock(), by=organiser)
    side.refresh_from_db()
    assert side.missing_since is None
    timing.flag_missing(match=match, order=1, now=clock(), by=organiser)
    timing.flag_missing(match=match, order=1, now=clock(), by=organiser)
    assert match.sides.get(order=1).missing_since == clock()
    recording.record_result(match=match, points=(100, 40), by=organiser, now=clock())
    with pytest.raises(errors.Refusal):
        timing.flag_missing(match=match, order=1, now=clock(), by=organiser)


def test_the_tournaments_stated_rule_forfeits_who_does_not_come(draft, organiser, clock):
    rnd = draft(settings={"no_show": "forfeit", "grace_s": 300})
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    first, second = rnd.matches.order_by("table_no")
    absent = [first.sides.all()[1].entry, *(side.entry for side in second.sides.all())]
    for entry in absent:
        entering.mark_absent(entry=entry, now=clock(), by=organiser)
    clock.later(minutes=5)
    sweep_all(clock)
    first.refresh_from_db()
    second.refresh_from_db()
    assert [(one.result_kind, [side.points for side in one.sides.all()]) for one in (first, second)] == [
        ("forfeit", [2, 0]),
        ("double_forfeit", [0, 0]),
    ]
    clock.later(seconds=11)
    sweep_all(clock)
    rnd.refresh_from_db()
    assert rnd.state == RoundState.CLOSED


def test_at_a_live_table_who_has_not_played_is_flagged(draft, clock):
    rnd = draft(mode="online")
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    clock.later(minutes=10)
    sweep_all(clock)
    assert all(side.missing_since for match in rnd.matches.all() for side in match.sides.all())
    assert {match.state for match in rnd.matches.all()} == {MatchState.PLAYING}
