"""Double-clicks, two organisers at once, tasks delivered twice: one effect each, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import serializers
from django.db.models import Model

from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from notices.models import Notice
from ratings.models import RatedMatch
from tests.tournaments.told import claim, told
from tournaments.corrections.services import corrections
from tournaments.event.selectors import finding
from tournaments.ladders.services import challenges
from tournaments.models import (
    Bye,
    Entry,
    Match,
    MatchSide,
    MatchState,
    PairingRun,
    Round,
    RoundSeat,
    RoundState,
    Ruling,
    Stage,
    Tournament,
)
from tournaments.results.services import recording
from tournaments.rounds.services import drafts, editing, league_matches, running, timing
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

ROWS: tuple[type[Model], ...] = (
    Tournament, Stage, Entry, Round, RoundSeat, Match, MatchSide, Bye, PairingRun, Ruling, Notice, AuditEntry,
    RatedMatch,
)  # fmt: skip


def names(found: list[object]) -> list[str]:
    return sorted(type(one).__name__ for one in found)


def acts(*actions: str) -> list[int]:
    return [AuditEntry.objects.filter(action=action).count() for action in actions]


def everything() -> str:
    """All that is stored about tournaments and ratings, as text."""
    return "\n".join(serializers.serialize("json", rows.objects.order_by("pk")) for rows in ROWS)


def one_round_twice_at_once(race, make_tournament, organiser, clock, done: int) -> None:
    """Each of pair, publish, start and close asked for by two at the same moment."""
    tournament = make_tournament(players=5, rounds=2)
    claim()
    stages.begin(tournament=tournament, now=clock())
    stage = finding.main_stage(tournament)
    found = race(*[lambda: drafts.pair_round(stage=stage, by=organiser, now=clock())] * 2)
    assert names(found) == ["Conflict", "Round"], found
    rnd = Round.objects.get(stage=stage)
    assert (rnd.runs.count(), rnd.matches.count(), rnd.seats.count()) == (1, 2, 5)
    found = race(*[lambda: editing.publish_round(rnd=rnd, version=1, by=organiser, now=clock())] * 2)
    assert names(found) == ["Conflict", "Round"], found
    found = race(*[lambda: running.start_round(rnd=rnd, now=clock())] * 2)
    assert names(found) == ["Round", "Round"], found
    for match in rnd.matches.all():
        recording.record_result(match=match, points=(100, 20), by=organiser, now=clock())
    found = race(*[lambda: running.close_round(rnd=rnd, by=organiser, now=clock())] * 2)
    assert names(found) == ["Round", "Round"], found
    assert acts("round.pair", "round.publish", "round.start", "round.close") == [done] * 4
    assert RatedMatch.objects.count() == 2 * done
    assert told("round:").count("published") == done


@pytest.mark.django_db(transaction=True)
def test_pair_publish_start_and_close_at_the_same_moment_have_one_effect_each(race, make_tournament, organiser, clock):
    for done in range(1, 6):
        one_round_twice_at_once(race, make_tournament, organiser, clock, done)


@pytest.mark.marathon
@pytest.mark.django_db(transaction=True)
def test_two_hundred_times_two_at_once_have_one_effect_each(race, make_tournament, organiser, clock):
    for done in range(1, 201):
        one_round_twice_at_once(race, make_tournament, organiser, clock, done)


@pytest.mark.django_db(transaction=True)
def test_two_corrections_seen_at_the_same_moment_are_applied_once(race, make_tournament, play_round, organiser, clock):
    tournament = make_tournament(players=4)
    stages.begin(tournament=tournament, now=clock())
    match = play_round(tournament).matches.get(table_no=1)
    seen = corrections.preview_correction(match=match, points=(20, 100))
    act = {"points": (20, 100), "digest": seen.digest, "reason": "Typo", "by": organiser, "now": clock()}
    found = race(*[lambda: corrections.apply_correction(match=match, **act)] * 2)
    assert names(found) == ["Conflict", "Match"], found
    assert Ruling.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_sweepers_do_every_piece_of_due_work_once(race, make_tournament, organiser, clock):
    for _ in range(4):
        stages.begin(tournament=make_tournament(players=4, rounds=2), now=clock(), automatic=True)

    def sweep() -> int:
        done = 0
        while found := duework.sweep(now=clock()):
            done += found
        return done

    for _ in range(3):
        race(sweep, sweep)
    sweep()
    assert acts("round.pair", "round.publish", "round.start") == [4, 4, 4]
    assert set(Round.objects.values_list("state", flat=True)) == {RoundState.RUNNING}


HANDLERS = {**running.HANDLERS, **timing.HANDLERS, **league_matches.HANDLERS, **challenges.HANDLERS}


@pytest.mark.django_db
def test_every_task_delivered_twice_changes_nothing(make_tournament, organiser, clock):
    tournament = make_tournament(players=5, rounds=2)
    stages.begin(tournament=tournament, now=clock(), automatic=True)
    kinds: set[str] = set()

    def deliver_again() -> Iterator[str]:
        before = everything()
        for work in DueWork.objects.exclude(done_at=None).filter(kind__in=HANDLERS):
            HANDLERS[work.kind](work, clock())
            yield work.kind
        assert everything() == before

    for _ in range(2):
        while duework.sweep(now=clock()):
            kinds |= set(deliver_again())
        rnd = standings.current_round(tournament)
        clock.later(minutes=11)
        while duework.sweep(now=clock()):
            kinds |= set(deliver_again())
        for match in rnd.matches.exclude(state=MatchState.OVER):
            recording.record_result(match=match, points=(30, 101), by=organiser, now=clock())
        clock.later(minutes=2)
        while duework.sweep(now=clock()):
            kinds |= set(deliver_again())
    clock.now += timedelta(days=3)
    while duework.sweep(now=clock()):
        kinds |= set(deliver_again())
    assert {kind.removeprefix("tournaments.") for kind in kinds} >= {
        "pair", "publish", "start", "no_show", "close", "seal",
    }  # fmt: skip
