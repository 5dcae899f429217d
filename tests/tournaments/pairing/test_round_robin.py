"""Round robins: the Berger tables, double cycles, groups, withdrawals."""

from collections import Counter
from itertools import combinations

import pytest

from tournaments.pairing import Kind
from tournaments.pairing.lots import drawn
from tournaments.pairing.round_robin import Withdrawal, berger, by_lot, counted, snake, withdrawal

EVERY_SIZE = pytest.mark.parametrize("n", range(2, 41))


def written(rounds):
    return [" ".join(f"{first}-{second}" for first, second in one.pairs) for one in rounds]


def deals(rounds, number):
    """What the entry does in the rounds it plays: 1 deals first, 2 second, as one string."""
    return "".join("1" if pair[0] == number else "2" for one in rounds for pair in one.pairs if number in pair)


def test_the_table_of_six_is_the_federations():
    assert written(berger(6)) == [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]


def test_the_table_of_eight_is_the_federations():
    assert written(berger(8)) == [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ]


def test_with_five_who_would_meet_six_rests():
    rounds = berger(5)
    assert [one.rest for one in rounds] == [1, 4, 2, 5, 3]
    assert written(rounds)[0] == "2-5 3-4"


def test_a_double_round_robin_turns_the_last_two_rounds_and_then_first_and_second():
    rounds = berger(6, 2)
    assert written(rounds)[3:5] == ["3-6 4-2 5-1", "6-5 1-4 2-3"]
    assert written(rounds)[5:7] == ["6-1 5-2 4-3", "4-6 3-5 2-1"]
    assert written(rounds)[-1] == "6-3 2-4 1-5"
    assert [(one.number, one.cycle) for one in rounds] == [(k, 1 + (k > 5)) for k in range(1, 11)]


@EVERY_SIZE
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_all_meet_once_in_every_cycle(n, cycles):
    rounds = berger(n, cycles)
    for cycle in range(1, cycles + 1):
        mine = [one for one in rounds if one.cycle == cycle]
        met = Counter(frozenset(pair) for one in mine for pair in one.pairs)
        assert met == Counter(map(frozenset, combinations(range(1, n + 1), 2)))
        assert len(mine) == n + n % 2 - 1


@EVERY_SIZE
def test_everybody_has_one_place_in_every_round_and_rests_equally_often(n):
    rounds = berger(n, 2)
    for one in rounds:
        places = [number for pair in one.pairs for number in pair] + [one.rest] * (n % 2)
        assert sorted(places) == list(range(1, n + 1))
    assert Counter(one.rest for one in rounds) == (
        Counter(dict.fromkeys(range(1, n + 1), 2)) if n % 2 else {0: len(rounds)}
    )


@EVERY_SIZE
def test_nobody_deals_first_or_second_three_times_running(n):
    for cycles in (1, 2, 3, 4, 5):
        rounds = berger(n, cycles)
        for number in range(1, n + 1):
            assert "111" not in deals(rounds, number)
            assert "222" not in deals(rounds, number)


@EVERY_SIZE
def test_first_deals_are_shared_out(n):
    single, double = berger(n), berger(n, 2)
    for number in range(1, n + 1):
        assert abs(deals(single, number).count("1") - deals(single, number).count("2")) <= 1
        assert deals(double, number).count("1") == n - 1


@pytest.mark.parametrize(("n", "cycles"), [(1, 1), (0, 1), (4, 0)])
def test_a_round_robin_of_nobody_is_refused(n, cycles):
    with pytest.raises(ValueError, match="at least 2 entries and 1 cycle"):
        berger(n, cycles)


def test_groups_by_snake():
    assert snake(10, 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))
    assert snake(4, 1) == ((1, 2, 3, 4),)


def test_groups_by_lot_follow_the_seed():
    groups = by_lot(11, 3, "ab12")
    assert sorted(number for group in groups for number in group) == list(range(1, 12))
    assert sorted(map(len, groups)) == [3, 4, 4]
    assert groups == by_lot(11, 3, "ab12") != by_lot(11, 3, "ab13")


def test_a_lot_stays_the_same_whoever_else_is_in_the_hat():
    everybody = drawn(range(1, 20), "lot")
    assert drawn([n for n in range(1, 20) if n != 7], "lot") == tuple(n for n in everybody if n != 7)


@pytest.mark.parametrize("fill", [snake, lambda n, groups: by_lot(n, groups, "x")])
def test_groups_of_one_are_refused(fill):
    with pytest.raises(ValueError, match="5 entries do not fill 3 groups"):
        fill(5, 3)


@pytest.mark.parametrize(
    ("played", "scheduled", "outcome"),
    [
        (0, 7, Withdrawal.LEAVES),
        (3, 7, Withdrawal.LEAVES),
        (4, 7, Withdrawal.FORFEITS),
        (2, 6, Withdrawal.LEAVES),
        (3, 6, Withdrawal.FORFEITS),
        (7, 7, Withdrawal.FORFEITS),
    ],
)
def test_half_of_the_matches_decides_what_a_withdrawal_leaves(played, scheduled, outcome):
    assert withdrawal(played, scheduled) is outcome


def test_nobody_has_played_more_than_all():
    with pytest.raises(ValueError, match="8 of 7"):
        withdrawal(8, 7)


def test_the_results_of_who_left_early_leave_the_standings(night):
    ann, bob, cem = night.enter("Ann", "Bob", "Cem")
    bob.beats(cem)
    night.next_round()
    ann.beats(bob)
    night.next_round()
    without = counted(night.crosstable, gone=frozenset({ann.number}))
    assert set(without.rows) == {bob.number, cem.number}
    assert [result.kind for result in without.results(bob.number)] == [Kind.PLAYED, Kind.ZERO]
    assert (without.score(bob.number), without.score(cem.number)) == (2, 0)
    assert night.crosstable.score(ann.number) == 2, "the archive keeps everything"
