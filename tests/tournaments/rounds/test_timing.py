"""Due work of a round: every step once, at its time; a moved time moves the step."""

import uuid
from datetime import timedelta

import pytest

from duework import services as duework
from duework.models import DueWork, SkippedRow
from games.models import Play, Table
from notices.models import Notice as Told
from tests.tournaments.told import claim, told
from tournaments import errors
from tournaments.desk import selectors as desk
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Case, Match, MatchState, RoundState
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, timing
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


def test_a_round_with_a_set_start_reminds_starts_calls_time_and_seals(draft, organiser, clock):
    rnd = draft()
    claim()
    start = clock() + timedelta(hours=30)
    timing.set_times(rnd=rnd, starts_at=start, minutes=25, now=clock(), by=organiser)
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    assert "reminder" not in told("round:"), "nothing is due yet"
    for at, times in (
        (start - timedelta(hours=24), 1),
        (start - timedelta(hours=1), 2),
        (start - timedelta(minutes=5), 3),
    ):
        clock.now = at
        sweep_all(clock)
        assert sweep_all(clock) == 0
        assert told("round:").count("reminder") == times
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
    assert told().count("side_missing") == 1
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


@pytest.mark.parametrize("rule", ["flag", "forfeit"])
def test_a_live_table_at_which_nobody_has_played_is_the_directors(rule, draft, clock):
    """A case at the desk, once; never a double forfeit. Where one side has played, the rule is as before."""
    rnd = draft(mode="online", settings={"no_show": rule})
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    empty, half = rnd.matches.order_by("table_no")
    Play.objects.create(
        table=Table.objects.get(public_id=half.table), seq=1, cmd_id=uuid.uuid4(), seat=0, action={}, at=clock()
    )
    clock.later(minutes=10)
    sweep_all(clock)
    [case] = Case.objects.all()
    assert (case.match, case.kind, case.table, case.opened_by) == (empty, "no_show", empty.table, None)
    assert half.sides.filter(missing_since=None).count() == 1
    empty.refresh_from_db()
    assert (empty.state, empty.result_kind) == (MatchState.PLAYING, "")
    lines = [(line.match, line.kind, line.case) for line in desk.queue(rnd.stage.tournament)]
    assert lines == [(empty, "no_show", case), (half, "no_show", None)]
    Match.objects.filter(pk=empty.pk).update(state=MatchState.OVER)
    assert case not in [line.case for line in desk.queue(rnd.stage.tournament)], "settled with its result"
    link = Told.objects.filter(text="nobody_came").first().link
    assert link.endswith(f"/{case.public_id}/")


def test_no_double_forfeit_where_the_live_table_is_not_set_up(draft, organiser, clock):
    """In a mixed event the match is at a live table, and its round has begun; both are away."""
    rnd = draft(mode="mixed", settings={"no_show": "forfeit"})
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    away, hall = rnd.matches.order_by("table_no")
    rnd.matches.filter(pk=away.pk).update(is_live=True)
    for match in (away, hall):
        for side in match.sides.all():
            entering.mark_absent(entry=side.entry, now=clock(), by=organiser)
    clock.later(minutes=10)
    sweep_all(clock)
    assert [one.result_kind for one in rnd.matches.order_by("table_no")] == ["", "double_forfeit"]
    assert Case.objects.get().match == away


def test_a_match_that_cannot_be_flagged_keeps_no_other_back(draft, organiser, clock, monkeypatch):
    rnd = draft(players=6)
    editing.publish_round(rnd=rnd, now=clock())
    sweep_all(clock)
    matches = list(rnd.matches.order_by("table_no"))
    for match in matches:
        entering.mark_absent(entry=match.sides.first().entry, now=clock(), by=organiser)
    flag = timing._flag

    def flag_or_fail(match, *args):
        if match == matches[1]:
            raise KeyError("no such side")
        flag(match, *args)

    monkeypatch.setattr(timing, "_flag", flag_or_fail)
    clock.later(minutes=10)
    sweep_all(clock)
    assert [match.sides.first().missing_since is not None for match in matches] == [True, False, True]
    assert SkippedRow.objects.get().row == f"match {matches[1].public_id}"
