"""Everybody acts on a ladder at the same moment: one challenge, one match, and one effect of each piece of due work."""

import pytest

from audit.models import AuditEntry
from duework import services as duework
from duework.models import DueWork
from notices.models import Notice
from tests.tournaments.racing import race
from tests.tournaments.told import claim
from tournaments.entries.services import entering
from tournaments.ladders.services import challenges
from tournaments.models import Challenge, Entry, LadderEvent, Match, Stage
from tournaments.results.services import recording
from tournaments.rounds.services import running
from tournaments.stages.services import progression as stages
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def four(make_tournament, organiser, clock):
    """A ladder of four, from the top."""
    tournament = make_tournament(players=4, rounds=None, template="ladder", options={})
    stages.begin(tournament=tournament, now=clock(), by=organiser)
    return list(Entry.objects.select_related("tournament").order_by("tpn"))


def challenging(by, to, clock):
    return lambda: challenges.make_challenge(challenger=by, challenged=to, now=clock(), by=None)


def order(stage: Stage) -> list[int]:
    return [row.entry.tpn for row in standings.overall(stage)]


def test_two_challenge_one_at_once_and_one_of_them_does(four, clock):
    ann, _bob, cem, dora = four
    found = race(challenging(cem, ann, clock), challenging(dora, ann, clock))
    assert sorted(type(one).__name__ for one in found) == ["Challenge", "Refusal"]
    assert Challenge.objects.count() == LadderEvent.objects.filter(kind="challenged").count() == 1


def test_a_double_tap_is_one_challenge(four, clock):
    found = race(*[challenging(four[2], four[0], clock)] * 4)
    assert [type(one).__name__ for one in found] == ["Challenge"] * 4
    assert Challenge.objects.count() == AuditEntry.objects.filter(action="challenge.make").count() == 1


def test_accepted_by_two_taps_is_one_match(four, clock):
    one = challenging(four[2], four[0], clock)()
    found = race(*[lambda: challenges.accept_challenge(challenge=one, now=clock(), by=None)] * 4)
    assert [type(answer).__name__ for answer in found] == ["Challenge"] * 4
    assert Match.objects.count() == LadderEvent.objects.filter(kind="accepted").count() == 1


def test_accepted_and_declined_at_once_is_one_of_the_two(four, clock):
    one = challenging(four[2], four[0], clock)()
    found = race(
        lambda: challenges.accept_challenge(challenge=one, now=clock(), by=None),
        lambda: challenges.decline_challenge(challenge=one, now=clock(), by=None),
    )
    assert sorted(type(answer).__name__ for answer in found) == ["Challenge", "Conflict"]
    assert (Challenge.objects.get().state == "accepted") == Match.objects.exists()


def test_any_number_of_sweepers_let_a_challenge_lapse_once(four, clock):
    challenging(four[2], four[0], clock)()
    claim()
    clock.later(days=4)
    race(*[lambda: duework.sweep(now=clock())] * 4)
    while duework.sweep(now=clock()):
        pass
    assert LadderEvent.objects.filter(kind="ended").count() == 1
    assert Notice.objects.filter(key__contains=":lapsed").count() == 2
    assert order(Stage.objects.get()) == [3, 1, 2, 4]


def test_the_same_task_delivered_again_does_nothing_more(four, clock):
    challenging(four[2], four[0], clock)()
    clock.later(days=40)
    while duework.sweep(now=clock()):
        pass
    before = list(LadderEvent.objects.values_list("number", "kind"))
    assert {"ended", "dropped"} <= {kind for _number, kind in before}
    DueWork.objects.filter(kind__contains="ladder").update(done_at=None)
    race(*[lambda: duework.sweep(now=clock(), limit=100)] * 3)
    while duework.sweep(now=clock()):
        pass
    assert list(LadderEvent.objects.values_list("number", "kind")) == before


def test_a_result_and_somebody_leaving_at_once_do_not_wait_for_each_other(four, clock, organiser):
    one = challenging(four[2], four[0], clock)()
    match = Match.objects.get(pk=challenges.accept_challenge(challenge=one, now=clock(), by=None).match_id)
    recording.record_result(match=match, points=(60, 100), now=clock(), by=organiser)
    clock.later(seconds=30)
    found = race(
        lambda: running.close_round(rnd=match.round, now=clock(), by=organiser),
        lambda: entering.withdraw(entry=four[1], now=clock(), by=organiser),
        lambda: challenging(four[3], four[2], clock)(),
    )
    assert [one for one in found if isinstance(one, Exception) and type(one).__name__ != "Refusal"] == []
    assert order(Stage.objects.get()) == [3, 1, 4]
