"""Leagues: matches with windows, and how a time is agreed. Moments are hours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.league import (
    Accept,
    Appointment,
    Decline,
    Direct,
    Fixture,
    Propose,
    Settle,
    State,
    Window,
    Withdraw,
    apply,
    fixtures,
    fold,
    windows,
)
from tournaments.formats.refusal import Refused
from tournaments.pairing.round_robin import berger

ANN, BOB = 1, 2
WEEK = Window(open_from=100, due_by=268, settle_by=148, default_at=240)
QUEUE = Window(open_from=100, due_by=268, settle_by=148)


@pytest.fixture
def talk():
    return Appointment(fixture=Fixture(1, ANN, BOB, WEEK), notice=12)


def refusal(appointment, action, now):
    with pytest.raises(Refused) as refused:
        apply(appointment, action, now)
    return refused.value.code


def test_every_match_has_the_window_of_its_round():
    found = fixtures(berger(4), windows(3, opens=100, length=168, settle_after=48, default_after=140))
    assert len(found) == 6
    assert found[0] == Fixture(1, 1, 4, WEEK)
    assert {(one.round, one.window.open_from, one.window.due_by) for one in found} == {
        (1, 100, 268),
        (2, 268, 436),
        (3, 436, 604),
    }
    assert windows(0, opens=0, length=1, settle_after=0) == ()


def test_a_round_without_a_window_is_refused():
    with pytest.raises(ValueError, match="zip"):
        fixtures(berger(4), windows(2, opens=0, length=10, settle_after=5))


def test_a_window_is_in_order():
    with pytest.raises(ValueError, match="in this order"):
        Window(open_from=0, due_by=10, settle_by=11)
    with pytest.raises(ValueError, match="in this order"):
        Window(open_from=0, due_by=10, settle_by=5, default_at=4)


def test_before_anybody_speaks_no_time_holds(talk):
    assert (talk.state, talk.at, talk.is_default) == (State.OPEN, None, False)


def test_one_proposes_the_other_accepts(talk):
    agreed = fold(talk, [(90, Propose(ANN, 120)), (91, Propose(ANN, 130)), (95, Accept(BOB, 130))])
    assert (agreed.state, agreed.at, agreed.is_default, agreed.proposals) == (State.AGREED, 130, False, ())


def test_three_proposals_each(talk):
    asked = fold(talk, [(90, Propose(ANN, at)) for at in (120, 130, 140)])
    assert (asked.left(ANN), asked.left(BOB)) == (0, 3)
    assert refusal(asked, Propose(ANN, 150), 90) == "no_proposals_left"
    assert apply(asked, Propose(BOB, 150), 90).left(BOB) == 2


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Propose(3, 120), "not_yours"),
        (Propose(ANN, 90), "past"),
        (Propose(ANN, 99), "outside_window"),
        (Propose(ANN, 269), "outside_window"),
        (Propose(BOB, 110), "proposed_already"),
        (Accept(ANN, 110), "not_proposed"),
        (Accept(BOB, 111), "not_proposed"),
        (Accept(3, 110), "not_yours"),
        (Direct(90), "past"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(talk, action, code):
    asked = apply(talk, Propose(ANN, 110), 90)
    assert refusal(asked, action, 90) == code


def test_a_time_that_is_past_is_not_accepted(talk):
    assert refusal(apply(talk, Propose(ANN, 110), 90), Accept(BOB, 110), 110) == "past"


def test_a_match_is_moved_until_so_long_before(talk):
    agreed = fold(talk, [(90, Propose(ANN, 200)), (91, Accept(BOB, 200))])
    moved = fold(agreed, [(188, Propose(BOB, 220)), (188, Accept(ANN, 220))])
    assert (moved.at, moved.left(BOB)) == (220, 3)
    assert apply(agreed, Propose(BOB, 220), 188).at == 200, "the old time holds until the new one is accepted"
    assert refusal(agreed, Propose(BOB, 220), 189) == "too_late"
    assert refusal(apply(agreed, Propose(BOB, 220), 188), Accept(ANN, 220), 189) == "too_late"
    assert refusal(agreed, Propose(BOB, 200), 150) == "proposed_already"


def test_what_is_not_settled_in_time_has_its_default_time(talk):
    assert apply(talk, Settle(), 147) == talk
    settled = apply(talk, Settle(), 148)
    assert (settled.state, settled.at, settled.is_default) == (State.AGREED, 240, True)
    assert apply(settled, Settle(), 149) == settled
    moved = fold(settled, [(160, Propose(ANN, 230)), (161, Accept(BOB, 230))])
    assert (moved.at, moved.is_default) == (230, False)


def test_without_a_default_time_it_waits_for_the_director():
    waiting = apply(Appointment(fixture=Fixture(1, ANN, BOB, QUEUE)), Settle(), 148)
    assert waiting.state is State.QUEUED
    assert refusal(waiting, Propose(ANN, 200), 150) == "with_the_director"
    assert refusal(waiting, Accept(ANN, 200), 150) == "with_the_director"
    assert apply(waiting, Settle(), 150) == waiting
    assert apply(waiting, Direct(300), 150).at == 300


def test_a_time_that_is_agreed_stays_when_time_is_up(talk):
    agreed = fold(talk, [(90, Propose(ANN, 200)), (91, Accept(BOB, 200))])
    assert apply(agreed, Settle(), 148) == agreed
    assert apply(agreed, Direct(210), 195).at == 210


def test_what_is_declined_or_taken_back_counts_among_the_three(talk):
    asked = fold(talk, [(90, Propose(ANN, at)) for at in (120, 130, 140)])
    said_no = fold(asked, [(91, Decline(BOB, 120)), (92, Withdraw(ANN, 130))])
    assert [one.at for one in said_no.proposals] == [140]
    assert said_no.left(ANN) == 0
    assert refusal(said_no, Accept(BOB, 120), 93) == "not_proposed"
    assert refusal(said_no, Propose(ANN, 150), 93) == "no_proposals_left"
    assert apply(said_no, Propose(BOB, 120), 93).left(BOB) == 2, "the other may name the same time"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Decline(ANN, 120), "not_proposed"),
        (Decline(BOB, 121), "not_proposed"),
        (Withdraw(BOB, 120), "not_proposed"),
        (Withdraw(3, 120), "not_yours"),
    ],
)
def test_only_the_other_declines_and_only_who_proposed_takes_back(talk, action, code):
    assert refusal(apply(talk, Propose(ANN, 120), 90), action, 91) == code


ACTIONS = st.one_of(
    st.builds(Propose, st.integers(1, 3), st.integers(95, 275)),
    st.builds(Accept, st.integers(1, 3), st.integers(95, 275)),
    st.builds(Decline, st.integers(1, 3), st.integers(95, 275)),
    st.builds(Withdraw, st.integers(1, 3), st.integers(95, 275)),
    st.just(Settle()),
)


@given(steps=st.lists(st.tuples(st.integers(0, 20), ACTIONS)), has_default=st.booleans())
def test_whatever_they_do_an_agreed_time_lies_in_the_window(steps, has_default):
    one, now, log = Appointment(fixture=Fixture(1, ANN, BOB, WEEK if has_default else QUEUE), notice=6), 80, []
    for passed, action in steps:
        now += passed
        before = one
        try:
            one = apply(one, action, now)
        except Refused:
            assert one == before
            continue
        log.append((now, action))
        assert min(one.left(ANN), one.left(BOB)) >= 0
        assert (one.at is None) == (one.state is not State.AGREED)
        assert one.at is None or WEEK.open_from <= one.at <= WEEK.due_by
    assert fold(Appointment(fixture=one.fixture, notice=6), log) == one
