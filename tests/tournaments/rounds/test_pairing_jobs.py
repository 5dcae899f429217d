"""A large field is paired by a job: queued at once, done in the background, one round in spite of changes meanwhile."""

import pytest

from audit.models import AuditEntry
from duework import processes
from duework import services as duework
from duework.models import DueWork
from tournaments import errors
from tournaments.entries.services import entering
from tournaments.event.selectors import finding
from tournaments.models import Entry, JobState, PairingJob, Round, RoundSeat
from tournaments.results.services import recording
from tournaments.rounds import selectors as rounds
from tournaments.rounds.services import (
    drafts,
    editing,
    jobs,
    pairing_process,
    pairing_requests,
    running,
    ways_out,
)
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings
from tournaments.standings.selectors.rows import facts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seven_are_many(monkeypatch):
    """From seven players on a field is large, and long work is done at once, in the hands of the test."""
    monkeypatch.setattr(rounds, "LARGE", 6)


@pytest.fixture
def begun(make_tournament, clock):
    tournament = make_tournament(players=12)
    stages.begin(tournament=tournament, now=clock())
    return tournament


def ask(tournament, clock, **said):
    return pairing_requests.pair_stage(stage=finding.main_stage(tournament), now=clock(), **said)


def meanwhile(monkeypatch, *acts):
    """Let each act happen once, while the pairing is being computed."""
    left, compute = list(acts), pairing_process.compute

    def computed(*facts):
        plan = compute(*facts)
        if left:
            left.pop(0)()
        return plan

    monkeypatch.setattr(pairing_process, "compute", computed)
    return left


def test_the_draft_appears_when_the_job_is_done_and_says_who_asked(begun, organiser, clock):
    job = ask(begun, clock, by=organiser)
    assert (job.state, job.number) == (JobState.WAITING, 1)
    assert not Round.objects.exists()
    duework.sweep(now=clock())
    job.refresh_from_db()
    assert (job.state, job.done, job.groups, job.round.state) == (JobState.DONE, 1, 1, "draft")
    assert RoundSeat.objects.filter(round=job.round).count() == 12
    assert AuditEntry.objects.get(action="round.pair").actor == organiser
    assert DueWork.objects.get(kind=jobs.KIND).done_at is not None
    assert rounds.pairing_job(begun) is None


def test_the_job_pairs_as_pairing_at_once_does(make_tournament, play_round, clock, monkeypatch):
    tournament = make_tournament(players=13, rounds=4)
    stages.begin(tournament=tournament, now=clock())
    play_round(tournament)
    play_round(tournament)
    ask(tournament, clock)
    duework.sweep(now=clock())
    by_job = Round.objects.get(number=3)
    pairs = rounds.desk_of(by_job).draft
    assert PairingJob.objects.get().groups == len({row.points for row in standings.standings(tournament)})
    monkeypatch.setattr(rounds, "LARGE", 300)
    again = pairing_requests.pair_again(rnd=by_job, version=1, now=clock())
    assert rounds.desk_of(again).draft == pairs


def test_a_small_field_is_paired_at_once(make_tournament, clock):
    tournament = make_tournament(players=6)
    stages.begin(tournament=tournament, now=clock())
    assert isinstance(ask(tournament, clock), Round)
    assert not PairingJob.objects.exists()


def test_two_clicks_and_two_organisers_have_one_job_and_one_round(begun, clock):
    assert ask(begun, clock) == ask(begun, clock)
    duework.sweep(now=clock())
    duework.sweep(now=clock.later(minutes=5))
    assert Round.objects.count() == 1
    with pytest.raises(errors.Conflict, match="already paired"):
        ask(begun, clock)


def test_who_withdraws_meanwhile_is_not_paired(begun, clock, monkeypatch):
    left = meanwhile(monkeypatch, lambda: entering.withdraw(entry=Entry.objects.get(name="Player 03"), now=clock()))
    ask(begun, clock)
    duework.sweep(now=clock())
    assert not left
    lines = rounds.desk_of(Round.objects.get()).lines
    playing = {entry.name for line in lines if line.table for entry, _points in line.seats}
    assert len(playing) == 10, "eleven are left, and one of them has the bye"
    assert "Player 03" not in playing


def test_a_result_that_comes_in_meanwhile_counts(begun, play_round, organiser, clock, monkeypatch):
    play_round(begun)
    rnd = drafts.pair_round(stage=finding.main_stage(begun), now=clock())
    editing.publish_round(rnd=rnd, now=clock())
    running.start_round(rnd=rnd, now=clock())
    open_match, *others = rnd.matches.all()
    for match in others:
        recording.record_result(match=match, points=(100, 60), by=organiser, now=clock())
    winner = open_match.sides.get(order=1).entry

    def enter():
        recording.record_result(match=open_match, points=(10, 120), by=organiser, now=clock())

    meanwhile(monkeypatch, enter)
    job = ask(begun, clock, open_reason="The last table sleeps on it")
    duework.sweep(now=clock())
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.text
    row = next(row for row in job.round.runs.get().input["entries"] if row["entry"] == winner.public_id)
    assert row["results"][1][2] == 2, "the win of round 2 and not a tie"


def test_what_never_comes_to_rest_is_a_clear_answer(begun, clock, monkeypatch):
    entries = [Entry.objects.get(name=f"Player {n:02}") for n in range(1, 6)]
    meanwhile(monkeypatch, *(lambda entry=entry: entering.mark_absent(entry=entry, now=clock()) for entry in entries))
    job = ask(begun, clock)
    duework.sweep(now=clock())
    job.refresh_from_db()
    assert (job.state, job.code) == (JobState.FAILED, "conflict")
    assert "pair again when it is quiet" in job.text
    assert not Round.objects.exists()
    assert rounds.pairing_job(begun) == job
    ask(begun, clock)
    duework.sweep(now=clock())
    assert Round.objects.count() == 1


def test_cancelled_before_and_while_it_is_done(begun, organiser, clock, monkeypatch):
    jobs.cancel_pairing(job=ask(begun, clock), now=clock(), by=organiser)
    duework.sweep(now=clock())
    assert not Round.objects.exists()
    job = ask(begun, clock)
    meanwhile(monkeypatch, lambda: jobs.cancel_pairing(job=job, now=clock(), by=organiser))
    duework.sweep(now=clock())
    assert not Round.objects.exists()
    assert [one.state for one in PairingJob.objects.all()] == [JobState.CANCELLED] * 2
    with pytest.raises(errors.Conflict, match="ended already"):
        jobs.cancel_pairing(job=job, now=clock())
    ask(begun, clock)
    duework.sweep(now=clock())
    assert Round.objects.count() == 1


class Killed(BaseException):
    """The worker ends here."""


def test_a_worker_killed_in_between_leaves_one_round(begun, clock, monkeypatch):
    def kill():
        raise Killed

    meanwhile(monkeypatch, kill)
    job = ask(begun, clock)
    with pytest.raises(Killed):
        duework.sweep(now=clock())
    assert duework.sweep(now=clock()) == 0, "its lease holds"
    work = DueWork.objects.get(kind=jobs.KIND)
    assert duework.sweep(now=work.lease_until) == 1
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert Round.objects.count() == 1


def test_who_lost_the_lease_writes_nothing(begun, clock, monkeypatch):
    """The first was thought dead; the second has paired when the first comes back with its answer."""
    second = lambda: duework.sweep(now=DueWork.objects.get(kind=jobs.KIND).lease_until)  # noqa: E731
    meanwhile(monkeypatch, second)
    job = ask(begun, clock)
    duework.sweep(now=clock())
    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert Round.objects.count() == 1


def test_a_process_that_breaks_is_tried_again_and_given_up_in_words(begun, clock, monkeypatch):
    def broken(*facts):
        raise processes.Broken("swiss")

    monkeypatch.setattr(pairing_process, "compute", broken)
    job = ask(begun, clock)
    for _turn in range(jobs.MOST_FAILURES + 1):
        work = DueWork.objects.get(kind=jobs.KIND)
        duework.sweep(now=max(clock(), work.lease_until or clock()))
    job.refresh_from_db()
    assert (job.state, job.code) == (JobState.FAILED, "broken")
    assert DueWork.objects.get(kind=jobs.KIND).done_at is not None


def test_the_process_says_how_far_it_is_and_stops_when_it_is_not_wanted(begun, play_round, clock):
    play_round(begun)
    play_round(begun)
    found = facts.facts_of(finding.main_stage(begun), to_pair=True).facts
    seen = []
    plan = pairing_process.compute("swiss", found, lambda done, of: seen.append((done, of)) or True)
    assert len(plan.tables) == 6
    groups = seen[-1][1]
    assert [step for step in seen if step[1]] == [(n, groups) for n in range(groups + 1)]
    assert pairing_process.compute("swiss", found, lambda done, of: done < 1) is None
    with pytest.raises(processes.Broken):
        pairing_process.compute("chess", found, lambda done, of: True)


def test_a_draft_stays_until_it_is_paired_anew(begun, organiser, clock, monkeypatch):
    ask(begun, clock)
    duework.sweep(now=clock())
    first = Round.objects.get()
    entering.withdraw(entry=Entry.objects.get(name="Player 02"), now=clock())
    job = pairing_requests.pair_again(rnd=first, version=first.version, now=clock())
    assert Round.objects.get() == first
    duework.sweep(now=clock())
    job.refresh_from_db()
    assert Round.objects.get() == job.round != first
    with pytest.raises(errors.Conflict):
        pairing_requests.pair_again(rnd=first, version=first.version, now=clock())

    def edit():
        two = Entry.objects.filter(seats__round=job.round)[:2]
        editing.edit_draft(rnd=job.round, version=1, now=clock(), by=organiser, reason="friends", table=(two[0], 99))

    meanwhile(monkeypatch, edit)
    late = pairing_requests.pair_again(rnd=job.round, version=1, now=clock())
    duework.sweep(now=clock())
    late.refresh_from_db()
    assert (late.state, late.code) == (JobState.FAILED, "conflict"), "a change by hand is not thrown away"
    assert Round.objects.get() == job.round


def test_an_automatic_tournament_goes_on_by_itself(make_tournament, clock):
    tournament = make_tournament(players=8, mode="online")
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    for _turn in range(4):
        duework.sweep(now=clock())
    assert Round.objects.get().state == "running"


def test_no_legal_pairing_is_an_answer_with_ways_out(make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=8, rounds=9)
    stages.begin(tournament=tournament, now=clock())
    for _round in range(7):
        play_round(tournament)
    job = ask(tournament, clock)
    duework.sweep(now=clock())
    job.refresh_from_db()
    assert (job.state, job.code) == (JobState.FAILED, "cannot_pair")
    answer = rounds.blocked(finding.main_stage(tournament))
    assert answer.witness == tuple(job.answer["witness"])
    way = next(one for one in answer.ways if one.way == "rematch")
    stage = finding.main_stage(tournament)
    ways_out.take_way_out(stage=stage, way=way.way, numbers=way.numbers, reason="We go on", now=clock(), by=organiser)
    duework.sweep(now=clock())
    assert Round.objects.filter(number=8, state="draft").exists()
