"""Time at a table: banks, limits, lag and grace."""

import pytest

from games.live.setup import clock
from games.live.table.presence import Presence, grace


def test_no_clock_without_a_bank_or_a_limit() -> None:
    assert clock.control({}) is None
    assert clock.control({"clock": None}) is None
    assert clock.control({"clock": {"increment_s": 5}}) is None


def test_the_smaller_of_bank_and_limit_holds() -> None:
    control = clock.control({"clock": {"bank_s": 300, "increment_s": 5, "move_s": 60}})
    assert control == clock.Control(300_000, 5_000, 60_000)
    assert clock.allowed(control, 300_000) == 60_000
    assert clock.allowed(control, 12_000) == 12_000
    assert clock.allowed(clock.Control(None, 0, 60_000), None) == 60_000


def test_a_turn_costs_its_time_less_lag_and_brings_the_increment() -> None:
    control = clock.Control(300_000, 5_000, None)
    assert clock.spend(control, 300_000, spent=4_000, lag=300, turn_ended=False) == 296_300
    assert clock.spend(control, 300_000, spent=4_000, lag=0, turn_ended=True) == 301_000
    assert clock.spend(control, 1_000, spent=4_000, lag=0, turn_ended=False) == 0
    assert clock.spend(clock.Control(None, 0, 60_000), None, spent=4_000, lag=0, turn_ended=True) is None


def test_faked_lag_wins_a_fifth_of_a_second_a_move_in_the_long_run() -> None:
    lag = clock.Lag()
    for _ in range(4):
        lag.measured(5_000)
    given = [lag.claim(60_000) for _ in range(100)]
    assert max(given) <= 1_000
    assert sum(given) <= clock.QUOTA_START + 100 * clock.QUOTA_GAIN


def test_honest_lag_is_given_back() -> None:
    lag = clock.Lag()
    assert lag.claim(5_000) == 0
    for trip in (90, 80, 200, 85):
        lag.measured(trip)
    assert [lag.claim(5_000) for _ in range(3)] == [80, 80, 80]
    assert lag.claim(30) == 30


def test_who_is_silent_is_away_and_who_has_no_socket_is_gone() -> None:
    seat = Presence()
    seat.came(100.0)
    assert [seat.word(now) for now in (100.0, 109.0, 111.0)] == ["here", "here", "away"]
    seat.heard(112.0)
    assert seat.word(113.0) == "here"
    seat.left(114.0)
    assert seat.word(114.0) == "gone"
    assert seat.grace_left(114.0, 600) == 80
    assert seat.grace_left(200.0, 600) == 0


@pytest.mark.parametrize(("bank", "seconds"), [(60, 40), (300, 80), (1200, 80), (1201, 120), (None, 120)])
def test_grace_grows_with_the_bank(bank: float | None, seconds: float) -> None:
    assert grace(bank) == seconds


def test_a_goodbye_shortens_the_grace_and_the_fourth_has_none() -> None:
    seat = Presence()
    seat.came(0.0)
    seat.bye()
    seat.left(1.0)
    assert seat.grace_left(1.0, 600) == 10
    for at in (20.0, 60.0, 100.0):
        seat.came(at)
        seat.left(at + 1)
    assert seat.grace_left(101.0, 600) == 0


def test_a_goodbye_of_one_tab_is_none_of_the_other() -> None:
    seat = Presence()
    seat.came(0.0)
    seat.came(1.0)
    seat.bye()
    seat.left(2.0)
    seat.left(60.0)
    assert seat.grace_left(60.0, 600) == 80
