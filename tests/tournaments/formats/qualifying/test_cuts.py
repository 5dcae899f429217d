"""Cuts: who goes on, who plays off, with which seeds and which results."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.facts import Ranking
from tournaments.formats.qualifying.cuts import BadCut, Carry, Cut, Equal, PlayOff, carried, qualify
from tournaments.pairing import Crosstable, Kind, Result, Row, Standing
from tournaments.pairing.bracket import places


def table(*lines, group=0, keys=("MARGIN",), contest=""):
    """Standings from (number, points, margin), best first; those equal in both share the place."""
    found = []
    for k, (number, points, margin) in enumerate(lines, start=1):
        shares = found and (found[-1].points, found[-1].values) == (points, (Fraction(margin),))
        found.append(Standing(found[-1].place if shares else k, number, points, (Fraction(margin),)))
    return Ranking(group, keys, tuple(found), contest)


def bracket_table(*lines):
    """The standings of a bracket from (number, place)."""
    return Ranking(0, (), tuple(Standing(place, number, 0, ()) for number, place in lines))


SWISS = table((7, 8, 50), (3, 8, 20), (5, 6, 40), (1, 6, 10), (2, 6, -5), (6, 4, 0), (4, 2, 0), (8, 0, -115))


@pytest.mark.parametrize(
    ("cut", "order"),
    [
        (Cut(top=3), (7, 3, 5)),
        (Cut(top=12), (7, 3, 5, 1, 2, 6, 4, 8)),
        (Cut(percent=25), (7, 3)),
        (Cut(percent=30), (7, 3, 5)),
        (Cut(top=3, equal=Equal.ALL_IN), (7, 3, 5, 1, 2)),
        (Cut(top=2, equal=Equal.ALL_IN), (7, 3)),
    ],
)
def test_the_top_of_a_swiss(cut, order):
    assert qualify([SWISS], cut) == qualify([SWISS, table((9, 4, 4), contest="consolation")], cut)
    assert qualify([SWISS], cut).order == order
    assert qualify([SWISS], cut).play_offs == ()


def test_who_is_gone_is_passed_over():
    assert qualify([SWISS], Cut(top=3), gone={3}).order == (7, 5, 1)
    assert qualify([SWISS], Cut(percent=50), gone={3, 7}).order == (5, 1, 2)


def test_equal_points_play_off_for_the_places_left():
    found = qualify([SWISS], Cut(top=4, equal=Equal.PLAY_OFF))
    assert found.order == (7, 3)
    assert found.play_offs == (PlayOff((5, 1, 2), 2),)


def test_a_play_off_decides():
    found = qualify([SWISS], Cut(top=4, equal=Equal.PLAY_OFF), decided=[(2, 5, 1)])
    assert found.order == (7, 3, 2, 5)
    assert found.play_offs == ()


def test_who_is_equal_to_the_last_tie_break_plays_off_too():
    level = table((1, 4, 9), (2, 2, 5), (3, 2, 5), (4, 0, 0))
    assert qualify([level], Cut(top=2)).play_offs == (PlayOff((2, 3), 1),)
    assert qualify([level], Cut(top=2), decided=[(3, 2)]).order == (1, 3)
    assert qualify([level], Cut(top=3)).order == (1, 2, 3)


def test_losing_semifinalists_share_a_place_and_play_off():
    cup = bracket_table((1, 1), (2, 2), (3, 3), (4, 3), (5, 5))
    assert qualify([cup], Cut(top=3)).play_offs == (PlayOff((3, 4), 1),)
    assert qualify([cup], Cut(top=3, equal=Equal.ALL_IN)).order == (1, 2, 3, 4)


GROUPS = [
    table((1, 6, 30), (5, 4, 10), (9, 2, -10), group=1),
    table((2, 6, 12), (6, 4, 25), (10, 2, -2), group=2),
    table((3, 4, 40), (7, 4, 5), (11, 4, -50), group=3),
]


def test_the_best_of_each_group_and_the_best_runner_up():
    assert qualify(GROUPS, Cut(of_each=1)).order == (1, 2, 3)
    assert qualify(GROUPS, Cut(of_each=1, runners_up=1)).order == (1, 2, 3, 6)
    assert qualify(GROUPS, Cut(of_each=2)).order == (1, 2, 3, 6, 5, 7)


def test_groups_of_different_size_are_compared_by_the_match():
    small, large = table((1, 4, 0), (2, 2, 0), group=1), table((3, 4, 9), (4, 4, 0), (5, 3, 0), (6, 0, 0), group=2)
    assert qualify([small, large], Cut(of_each=1)).order == (1, 3)
    assert qualify([small, large], Cut(of_each=1, runners_up=1)).play_offs == ()
    assert qualify([small, large], Cut(of_each=1, runners_up=1)).order == (1, 3, 2)


def test_the_top_over_groups_takes_all_winners_first():
    assert qualify(GROUPS, Cut(top=4)).order == (1, 2, 3, 6)


def test_runners_up_wait_for_the_play_off_inside_a_group():
    cut = Cut(of_each=1, runners_up=1, equal=Equal.PLAY_OFF)
    waiting = qualify(GROUPS, cut)
    assert waiting.order == (1, 2)
    assert waiting.play_offs == (PlayOff((3, 7, 11), 1),)
    then = qualify(GROUPS, cut, decided=[(7, 3, 11)])
    assert then.order == (1, 2, 7)
    assert then.play_offs == (PlayOff((3, 6, 5), 1),)
    assert qualify(GROUPS, cut, decided=[(7, 3, 11), (5, 3, 6)]).order == (1, 2, 7, 5)


def test_a_low_tie_break_is_low_across_groups_too():
    one, two = (
        Ranking(g, ("DE", "TPN"), (Standing(1, n, 2, (None, Fraction(n))), Standing(2, n + 10, 0, (None, None))))
        for g, n in ((1, 8), (2, 3))
    )
    assert qualify([one, two], Cut(of_each=1)).order == (3, 8)


@pytest.mark.parametrize(
    ("cut", "field"),
    [
        (Cut(), "top"),
        (Cut(top=2, percent=10), "top"),
        (Cut(top=-1), "top"),
        (Cut(percent=101), "percent"),
        (Cut(top=4, runners_up=1), "runners_up"),
        (Cut(of_each=1, runners_up=-1), "runners_up"),
    ],
)
def test_cuts_that_cannot_be_are_refused_by_name(cut, field):
    with pytest.raises(BadCut) as refused:
        qualify(GROUPS, cut)
    assert refused.value.field == field


def test_there_is_no_cut_of_nothing():
    with pytest.raises(BadCut, match="no standings"):
        qualify([], Cut(top=2))


def met_in_round(order, one, other):
    lines = places(1 << (len(order) - 1).bit_length())
    a, b = (lines.index(order.index(number) + 1) for number in (one, other))
    return (a ^ b).bit_length()


def test_two_of_a_group_meet_in_the_final_at_the_earliest():
    groups = [table((n, 6, 9 - n), (n + 4, 4, n), (n + 8, 0, 0), group=n) for n in (1, 2, 3, 4)]
    plain = qualify(groups, Cut(of_each=2)).order
    assert plain == (1, 2, 3, 4, 8, 7, 6, 5)
    assert min(met_in_round(plain, n, n + 4) for n in (1, 2, 3, 4)) == 1
    apart = qualify(groups, Cut(of_each=2, is_apart=True)).order
    assert apart[:4] == (1, 2, 3, 4)
    assert [met_in_round(apart, n, n + 4) for n in (1, 2, 3, 4)] == [3, 3, 3, 3]


@given(groups=st.integers(2, 8), each=st.integers(1, 4), seed=st.integers(0, 1000))
def test_nobody_of_a_group_meets_in_round_one_where_it_can_be_helped(groups, each, seed):
    tables = [
        table(*((g + 10 * k, 2 * (4 - k), (seed * (g + 3 * k)) % 37) for k in range(5)), group=g)
        for g in range(1, groups + 1)
    ]
    order = qualify(tables, Cut(of_each=each, is_apart=True)).order
    assert sorted(order) == sorted(g + 10 * k for g in range(1, groups + 1) for k in range(each))
    assert [number // 10 for number in order] == sorted(number // 10 for number in order)
    for one in order:
        for other in order:
            if one < other and one % 10 == other % 10 and len(order) > 2:
                assert met_in_round(order, one, other) > 1


def played(opponent, points):
    return Result(kind=Kind.PLAYED, opponent=opponent, points=points)


THREE = Crosstable(
    {
        1: Row(number=1, results=(played(2, 2), played(3, 2))),
        2: Row(number=2, results=(played(1, 0), Result(kind=Kind.ZERO))),
        3: Row(number=3, results=(Result(kind=Kind.PAB, points=2), played(1, 0))),
    },
    rounds=2,
)


def test_nothing_is_carried_over():
    after = carried(THREE, {1, 3}, Carry.NONE)
    assert (after.rounds, after.score(1), after.met(1)) == (0, 0, frozenset())
    assert set(after.rows) == {1, 3}


def test_results_among_the_qualified_are_carried_over():
    after = carried(THREE, {1, 3}, Carry.QUALIFIED)
    assert (after.rounds, after.score(1), after.score(3), after.met(1)) == (2, 2, 0, {3})


def test_everything_is_carried_over_and_the_others_are_out():
    after = carried(THREE, {1, 3}, Carry.ALL)
    assert (after.rounds, after.score(1), after.score(3)) == (2, 4, 2)
    assert [number for number, row in after.rows.items() if row.is_available] == [1, 3]
