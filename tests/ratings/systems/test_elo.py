"""Elo with a falling K, a fixed K and FIDE's, and what must hold for each."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings import systems
from ratings.systems import RatedMatch, fold
from ratings.systems.elo import MATCHES, PEAK, RATING, Elo
from ratings.systems.formulas import fide

PLAYERS = range(8)
VARIETIES = ({}, {"k": 20.0}, {"k": "fide"}, {"k": "fide", "expectation": "fide_table", "rule400": "fide"})


def match(n: int, a: int = 0, b: int = 1, score: float = 1.0, **more) -> RatedMatch:
    return RatedMatch(id=n, finished_at=float(more.pop("at", n)), a=a, b=b, score_a=score, **more)


@st.composite
def histories(draw) -> list[RatedMatch]:
    """A club's matches: some share the second they ended in, some are byes or forfeits."""
    count = draw(st.integers(1, 40))
    pairs = st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS)).filter(lambda pair: pair[0] != pair[1])
    kinds = st.sampled_from(["played", "played", "casual", "abandoned", "adjusted", "bye", "forfeit"])
    rows = [
        (draw(pairs), draw(st.sampled_from([0.0, 0.5, 1.0])), draw(kinds), draw(st.integers(0, 9)))
        for _ in range(count)
    ]
    return [match(n, a, b, score, kind=kind, at=at * 1e6) for n, ((a, b), score, kind, at) in enumerate(rows)]


def test_k_decays_with_the_own_matches_and_never_below_its_least():
    system = Elo()
    assert system.rate(system.start(), system.start(), match(1))[2].a.k == pytest.approx(600 / 8**0.9)
    old = (1500.0, 5000.0, 1500.0, -1.0, 0.0)
    assert system.rate(old, system.start(), match(1))[2].a.k == 4.0


def test_fide_k_is_capped_by_the_matches_of_the_period():
    run, moved = fold(Elo(k="fide"), [match(n, 0, n) for n in range(1, 21)])
    ks = [one.step.k for one in moved if one.player == 0]
    assert ks[:17] == [40.0] * 17
    assert ks[17:] == [38.0, 36.0, 35.0]
    assert run.state(0)[MATCHES] == 20


def test_fide_k_is_ten_for_good():
    assert fide.k_factor(100, 2300, 2401) == 10
    assert fide.k_factor(100, 2250, 2401, age=16) == 10
    assert fide.k_factor(29, 2450, 2450) == 40


def test_rule400():
    ann, bob = (2700.0, 50.0, 2700.0, -1.0, 0.0), (1900.0, 50.0, 1900.0, -1.0, 0.0)
    assert Elo().expected(ann, bob) == pytest.approx(1 / 1.01)
    assert Elo(rule400="fide").expected(ann, bob) == pytest.approx(1 / 1.01)
    assert Elo(rule400="fide").expected(bob, ann) == pytest.approx(1 / 11)
    assert Elo(rule400="both").expected(ann, bob) == pytest.approx(10 / 11)


def test_halves_round_away_from_zero():
    assert [fide.rounded(value) for value in (2.5, -2.5, 2.4, -2.6)] == [3, -3, 2, -3]


@pytest.mark.parametrize(
    "params", [{"k": "lots"}, {"k": 0.0}, {"rule400": "x"}, {"expectation": "y"}, {"o": 0.0}, {"nonsense": 1}]
)
def test_wrong_parameters_are_refused(params):
    with pytest.raises((ValueError, TypeError)):
        systems.system("elo", params)


def test_systems_are_found_by_key():
    assert {"elo", "fibs", "glicko2", "margin"} <= set(systems.keys())
    assert systems.system("elo", {"k": 20.0}).identity()["k"] == 20.0
    with pytest.raises(systems.UnknownSystem):
        systems.system("crystal-ball")


@pytest.mark.parametrize("params", VARIETIES, ids=str)
@given(history=histories(), seed=st.integers(0, 99))
@settings(max_examples=30, deadline=None)
def test_shuffled_matches_give_the_same_run(params, history, seed):
    shuffled = random.Random(seed).sample(history, len(history))
    one, moved_one = fold(Elo(**params), history)
    two, moved_two = fold(Elo(**params), shuffled)
    assert (one.states, one.digest, moved_one) == (two.states, two.digest, moved_two)


@given(history=histories())
@settings(max_examples=30, deadline=None)
def test_equal_fixed_k_is_zero_sum(history):
    run, _ = fold(Elo(k=20.0), history)
    assert sum(state[RATING] - 1500 for state in run.states.values()) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("params", VARIETIES, ids=str)
@given(history=histories())
@settings(max_examples=30, deadline=None)
def test_the_sum_of_changes_is_the_change(params, history):
    run, moved = fold(Elo(**params), history)
    for player, state in run.states.items():
        own = [one for one in moved if one.player == player]
        assert sum(one.step.step for one in own) == pytest.approx(state[RATING] - 1500, abs=1e-6)
        assert state[MATCHES] == len(own)
        assert state[PEAK] == max(1500.0, *(one.after[RATING] for one in own))


def test_byes_forfeits_and_weight_nought_move_nothing():
    run, moved = fold(Elo(), [match(1, kind="bye"), match(2, kind="forfeit"), match(3, weight=0)])
    assert not moved
    assert not run.states


def test_a_match_out_of_order_is_refused_by_a_run_under_way():
    run, _ = fold(Elo(), [match(2)])
    with pytest.raises(ValueError, match="does not come after"):
        run.add(match(1))


def test_what_is_shown_is_provisional_under_twenty_matches_and_never_below_the_floor():
    system = Elo()
    assert system.shown((40.0, 19.0, 1500.0, 0.0, 1.0), 0.0) == systems.Shown(100.0, None, True)
    assert not system.shown((1600.0, 20.0, 1600.0, 0.0, 1.0), 0.0).provisional
