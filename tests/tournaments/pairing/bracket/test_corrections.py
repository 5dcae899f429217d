"""A corrected result: who is seated again, and which results of others are left out."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Kind
from tournaments.pairing.bracket import (
    BadBracket,
    Contest,
    Feed,
    Result,
    Settings,
    State,
    build,
    play,
    standings,
)


@pytest.fixture
def eight(cup):
    """Eight after round one and one semifinal: 1 has beaten 8 and then 4."""
    found = cup(8, is_double=True)
    for winner, loser in ((1, 8), (4, 5), (2, 7), (3, 6), (1, 4)):
        found.beats(winner, loser)
    return found


def corrected(cup, key, winner):
    """The bracket before and after this result is turned round."""
    before = cup.now
    cup.results[key] = before.match(key).won_by(winner)
    return before, cup.now


def test_a_match_not_begun_takes_its_new_sides(eight):
    before, after = corrected(eight, "W1-3", 7)
    assert after.stale == ()
    assert [before.match(key).sides for key in ("W2-2", "L1-2")] == [(2, 3), (7, 6)]
    assert [after.match(key).sides for key in ("W2-2", "L1-2")] == [(7, 3), (2, 6)]


def test_a_match_that_others_played_is_open_again_and_its_result_left_out(eight):
    _, after = corrected(eight, "W1-1", 8)
    assert after.match("W2-1").sides == (8, 4)
    assert after.stale == ("W2-1",)
    assert after.match("W2-1").state is State.READY


def test_a_ruling_may_let_the_bracket_stand(eight):
    before, _ = corrected(eight, "W1-1", 8)
    eight.results["W1-1"] = replace(eight.results["W1-1"], advances=1)
    assert eight.now.stale == ()
    assert [match.sides for match in eight.now.matches] == [match.sides for match in before.matches]
    assert eight.match("W1-1").result.winner == 8


def test_a_match_is_played_again_by_those_who_belong_there(eight):
    corrected(eight, "W1-1", 8)
    del eight.results["W2-1"]
    assert eight.beats(4, 8) == "W2-1"
    assert eight.now.stale == ()


@pytest.mark.parametrize(
    ("key", "result", "message"),
    [
        ("W9-1", Result(sides=(1, 2), winner=1), "no match"),
        ("W1-1", Result(sides=(1, 1), winner=1), "two entries"),
        ("W1-1", Result(sides=(0, 4), winner=4), "two entries"),
        ("W1-1", Result(sides=(1, 4), winner=2), "the winner is one of"),
        ("W1-1", Result(sides=(1, 4), winner=1, advances=3), "the winner is one of"),
        ("W1-1", Result(sides=(1, 4), winner=0), "only a double forfeit"),
        ("W1-1", Result(sides=(1, 4), winner=1, kind=Kind.DOUBLE_FORFEIT), "only a double forfeit"),
    ],
)
def test_results_that_cannot_be_are_refused(key, result, message):
    with pytest.raises(BadBracket, match=message):
        play(build(4), {key: result})


def test_a_result_needs_both_sides(cup):
    with pytest.raises(BadBracket, match="two known sides"):
        cup(4).match("W2-1").won_by(1)
    with pytest.raises(BadBracket, match="not 3"):
        cup(4).match("W1-1").won_by(3)


SETTINGS = st.sampled_from(
    [
        Settings(third_place=True, placement=99),
        Settings(is_double=True),
        Settings(is_double=True, grand_final="single", placement=16),
        Settings(consolation=Feed(rounds=1, late_lines=3, late=(200, 201)), last_chance=Feed(rounds=0)),
        Settings(lot="ab", third_place=True),
    ]
)


@given(n=st.integers(3, 40), settings=SETTINGS, seed=st.integers(0, 10**6))
def test_whatever_is_corrected_the_bracket_runs_to_the_end_and_counts_everybody_once(n, settings, seed):
    """Results and double forfeits by chance; then an old result is turned round, what is stale taken out, and the rest
    played: no orphan, no double seat, standings of everybody."""
    luck = random.Random(seed)
    start, results = build(n, settings), {}

    def play_on():
        while ready := play(start, results).ready:
            for match in ready:
                results[match.key] = (
                    match.double_forfeit() if luck.random() < 0.1 else match.won_by(luck.choice(match.sides))
                )

    play_on()
    before = play(start, results)
    key = luck.choice(sorted(results))
    results[key] = before.match(key).won_by(luck.choice(results[key].sides))
    while stale := play(start, results).stale:
        for key in stale:
            del results[key]
        play_on()
    play_on()
    end = play(start, results)
    assert end.is_over
    assert sorted(line.entry for line in standings(end, Contest.MAIN)) == list(range(1, n + 1))
    seats = [(match.turn, side) for match in end.matches if match.state is State.OVER for side in match.sides]
    assert len(seats) == len(set(seats))
