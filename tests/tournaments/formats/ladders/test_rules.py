"""Ladders: challenges, places taken, cooldown, silence, idle entries. Moments are days."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.ladders.rules import (
    Ladder,
    Rules,
    accept,
    challenge,
    decline,
    join,
    keep_time,
    leave,
    may_challenge,
    record,
)
from tournaments.formats.refusal import Refused

RULES = Rules(reach=2, answer_within=3, play_within=7, cooldown=14, idle_after=30)
ANN, BOB, CEM, DORA, EVE = range(1, 6)


@pytest.fixture
def ladder():
    found = Ladder()
    for entry in (ANN, BOB, CEM, DORA, EVE):
        found = join(found, entry, now=0)
    return found


def play(ladder, winner, by, to, now, rules=RULES):
    """A challenge made, accepted and played on one day."""
    ladder = accept(challenge(ladder, rules, by, to, now), rules, to, now)
    return record(ladder, winner, by + to - winner, now)


def test_who_wins_from_below_takes_the_place_and_those_between_move_down(ladder):
    assert play(ladder, DORA, by=DORA, to=BOB, now=1).order == (ANN, DORA, BOB, CEM, EVE)


def test_who_wins_from_above_stays(ladder):
    assert play(ladder, BOB, by=DORA, to=BOB, now=1).order == ladder.order


def test_a_challenge_reaches_so_many_places_up(ladder):
    assert may_challenge(ladder, RULES, EVE, now=1) == (CEM, DORA)
    assert may_challenge(ladder, RULES, ANN, now=1) == ()
    for by, to in ((EVE, BOB), (ANN, BOB), (ANN, ANN)):
        with pytest.raises(Refused) as refused:
            challenge(ladder, RULES, by, to, now=1)
        assert refused.value.code == "out_of_reach"


def test_one_open_challenge_for_each(ladder):
    asked = challenge(ladder, RULES, DORA, BOB, now=1)
    for by, to in ((CEM, BOB), (DORA, CEM), (EVE, DORA)):
        with pytest.raises(Refused) as refused:
            challenge(asked, RULES, by, to, now=1)
        assert refused.value.code == "busy"
    assert may_challenge(asked, RULES, CEM, now=1) == (ANN,)


def test_a_pair_cools_down_before_it_meets_again(ladder):
    played = play(ladder, BOB, by=CEM, to=BOB, now=10)
    with pytest.raises(Refused) as refused:
        challenge(played, RULES, CEM, BOB, now=23)
    assert refused.value.code == "cooldown"
    assert challenge(played, RULES, CEM, BOB, now=24).challenges[0].to == BOB
    assert BOB not in may_challenge(played, RULES, CEM, now=23)


def test_an_answer_comes_in_time_or_the_challenge_is_lost(ladder):
    asked = challenge(ladder, RULES, CEM, BOB, now=1)
    assert keep_time(asked, RULES, now=4) == asked
    late = keep_time(asked, RULES, now=5)
    assert late.order == (ANN, CEM, BOB, DORA, EVE)
    assert late.challenges == ()
    with pytest.raises(Refused) as refused:
        accept(asked, RULES, BOB, now=5)
    assert refused.value.code == "too_late"


def test_declining_is_as_good_as_silence(ladder):
    asked = challenge(ladder, RULES, CEM, BOB, now=1)
    assert decline(asked, RULES, BOB, now=2).order == (ANN, CEM, BOB, DORA, EVE)
    gentle = Rules(reach=2, answer_within=3, is_silence_lost=False)
    assert decline(asked, gentle, BOB, now=2).order == ladder.order
    assert keep_time(asked, gentle, now=9).order == ladder.order
    assert keep_time(asked, gentle, now=9).challenges == ()


def test_a_challenge_accepted_and_not_played_lapses(ladder):
    accepted = accept(challenge(ladder, RULES, CEM, BOB, now=1), RULES, BOB, now=2)
    assert keep_time(accepted, RULES, now=9) == accepted
    lapsed = keep_time(accepted, RULES, now=10)
    assert (lapsed.order, lapsed.challenges) == (ladder.order, ())


def test_only_an_accepted_challenge_is_played(ladder):
    asked = challenge(ladder, RULES, CEM, BOB, now=1)
    with pytest.raises(Refused) as refused:
        record(asked, CEM, BOB, now=1)
    assert refused.value.code == "no_challenge"
    with pytest.raises(Refused):
        accept(accept(asked, RULES, BOB, now=1), RULES, BOB, now=1)
    with pytest.raises(Refused):
        accept(ladder, RULES, BOB, now=1)


def test_idle_entries_drop(ladder):
    played = play(ladder, BOB, by=CEM, to=BOB, now=20)
    assert keep_time(played, RULES, now=30).order == (ANN, BOB, CEM, DORA, EVE)
    assert keep_time(played, RULES, now=31).order[:2] == (BOB, ANN)
    assert keep_time(played, RULES, now=200).idle_since[ANN] == 180
    bottom = Rules(idle_after=30, drop=0)
    assert keep_time(played, bottom, now=31).order == (BOB, CEM, ANN, DORA, EVE)


def test_whoever_waits_for_an_answer_is_not_idle(ladder):
    asked = challenge(ladder, Rules(idle_after=30), BOB, ANN, now=1)
    assert keep_time(asked, Rules(idle_after=30), now=32).order[:2] == (ANN, BOB)


def test_who_leaves_makes_room(ladder):
    asked = challenge(ladder, RULES, CEM, BOB, now=1)
    assert leave(asked, BOB) == Ladder((ANN, CEM, DORA, EVE), (), {}, {ANN: 0, CEM: 1, DORA: 0, EVE: 0})
    with pytest.raises(Refused) as refused:
        leave(ladder, 99)
    assert refused.value.code == "not_on_ladder"
    with pytest.raises(Refused):
        join(ladder, ANN, now=1)


STEPS = st.lists(st.tuples(st.integers(0, 9), st.sampled_from("casdp"), st.integers(1, 5), st.integers(1, 5)))


@given(steps=STEPS, silence=st.booleans(), drop=st.integers(0, 2))
def test_whatever_happens_everybody_keeps_one_place_and_time_is_kept_once(steps, silence, drop):
    rules = Rules(reach=3, answer_within=3, play_within=5, cooldown=4, idle_after=9, drop=drop, is_silence_lost=silence)
    ladder = Ladder()
    for entry in range(1, 6):
        ladder = join(ladder, entry, now=0)
    now = 0
    for passed, step, one, other in steps:
        at_once = keep_time(ladder, rules, now + passed)
        day_by_day = ladder
        for day in range(now, now + passed + 1):
            day_by_day = keep_time(day_by_day, rules, day)
        assert at_once == day_by_day == keep_time(at_once, rules, now + passed)
        ladder, now = at_once, now + passed
        with suppress(Refused):
            if step == "c":
                ladder = challenge(ladder, rules, one, other, now)
            elif step == "a":
                ladder = accept(ladder, rules, one, now)
            elif step == "d":
                ladder = decline(ladder, rules, one, now)
            elif step == "p":
                ladder = record(ladder, one, other, now)
        assert sorted(ladder.order) == [1, 2, 3, 4, 5]
        seats = [entry for open_one in ladder.challenges for entry in open_one.pair]
        assert len(seats) == len(set(seats))
