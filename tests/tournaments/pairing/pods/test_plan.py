"""Plans of all rounds, checked by counting."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.pods.seating import is_partition, met_twice, seats_differ_by
from tournaments.pairing.pods import BadPods, meetings, plan, repeats, shape_for, sizes
from tournaments.pairing.pods.bounds import least_repeats
from tournaments.pairing.pods.designs.starters import KNOWN

# Everybody meets everybody exactly once: 9 in threes over four rounds, the fifteen schoolgirls, and their like.
COMPLETE = [
    (9, 3, 4),
    (15, 3, 7),
    (21, 3, 10),
    (27, 3, 13),
    (16, 4, 5),
    (28, 4, 9),
    (40, 4, 13),
    (25, 5, 6),
    (49, 7, 8),
]
# Nobody meets twice.
CLEAN = [(12, 3, 4), (18, 3, 8), (24, 3, 11), (20, 4, 5), (24, 4, 7), (30, 5, 6), (36, 6, 3), (13, 3, 4), (200, 3, 6),
         (31, 4, 10), (43, 4, 12), (23, 3, 8), (28, 3, 11)]  # fmt: skip
# A repeated meeting cannot be avoided, and there are no more of them than there must be.
FORCED = [(5, 3, 5, 30), (6, 3, 3, 6), (8, 4, 7, 84), (10, 3, 3, 3), (11, 3, 3, 6), (27, 3, 20, 189), (3, 3, 4, 18),
          (12, 3, 5, 3), (13, 3, 5, 3), (14, 3, 5, 2), (36, 6, 4, 2)]  # fmt: skip
# Whether there is a plan with fewer is not known; the stored plans keep these numbers.
FEW = [(17, 3, 6, 1), (20, 3, 7, 1), (29, 3, 11, 2)]


def checked(count: int, size: int, rounds: int, seed: str = "a") -> int:
    """A plan whose rounds are checked by counting; its repeats."""
    found = plan(count, shape_for(size), rounds, seed)
    asked = sizes(count, shape_for(size))
    assert len(found.rounds) == rounds
    for one in found.rounds:
        assert is_partition(one, range(1, count + 1))
        assert tuple(sorted(map(len, one.tables))) == asked.tables
        assert len(one.byes) == asked.byes
    assert found.repeats == met_twice(found.rounds) >= found.least
    assert found.unmet == count * (count - 1) // 2 - len(meetings(found.rounds))
    assert found.seat_spread == seats_differ_by(found.rounds) <= 1
    byes = [sum(number in one.byes for one in found.rounds) for number in range(1, count + 1)]
    assert max(byes) - min(byes) <= 1
    return found.repeats


@pytest.mark.parametrize(("count", "size", "rounds"), COMPLETE)
def test_everybody_meets_everybody_exactly_once(count: int, size: int, rounds: int) -> None:
    assert checked(count, size, rounds) == 0
    assert plan(count, shape_for(size), rounds, "a").unmet == 0


@pytest.mark.parametrize(("count", "size", "rounds"), CLEAN)
def test_nobody_meets_twice(count: int, size: int, rounds: int) -> None:
    assert checked(count, size, rounds) == 0


@pytest.mark.parametrize(("count", "size", "rounds", "least"), FORCED)
def test_repeats_are_as_few_as_the_bound(count: int, size: int, rounds: int, least: int) -> None:
    assert checked(count, size, rounds) == least == plan(count, shape_for(size), rounds, "a").least


@pytest.mark.long
@pytest.mark.parametrize(("count", "size", "rounds", "most"), FEW)
def test_a_stored_plan_keeps_its_few_repeats(count: int, size: int, rounds: int, most: int) -> None:
    assert all(checked(count, size, rounds, seed) <= most for seed in "ab")


@pytest.mark.parametrize(("size", "count"), sorted(KNOWN))
def test_a_stored_starter_grows_into_as_many_rounds_as_there_can_be(size: int, count: int) -> None:
    most = {(30, 5): 6, (44, 4): 13}.get((count, size), (count - 1) // (size - 1))
    assert checked(count, size, most) == 0


@settings(max_examples=15)
@given(count=st.integers(15, 48), size=st.sampled_from([3, 4]), seed=st.text(max_size=3))
@example(count=26, size=3, seed="")
def test_a_club_night_of_four_rounds_has_no_repeat(count: int, size: int, seed: str) -> None:
    assert checked(count, size, 4, seed) == 0


@pytest.mark.parametrize(
    ("count", "size", "rounds", "apart"),
    [(17, 3, 5, 2), (26, 3, 6, 1), (22, 4, 5, 1), (200, 3, 6, 1), (1001, 3, 5, 2)],
)
def test_larger_tables_fall_to_everybody_about_equally_often(count: int, size: int, rounds: int, apart: int) -> None:
    """No repeat comes first; then nobody sits at the larger tables much more often than anybody else."""
    found = plan(count, shape_for(size), rounds, "b")
    smaller = min(map(len, found.rounds[0].tables))
    larger = [[n for table in one.tables if len(table) > smaller for n in table] for one in found.rounds]
    often = [sum(number in one for one in larger) for number in range(1, count + 1)]
    assert max(often) - min(often) <= apart
    assert found.repeats == 0


def test_the_same_seed_gives_the_same_plan_and_another_one_another() -> None:
    shape = shape_for(3)
    for count in (10, 15, 17, 90):
        assert plan(count, shape, 3, "x") == plan(count, shape, 3, "x") != plan(count, shape, 3, "y")


@settings(max_examples=25)
@given(count=st.integers(3, 14), size=st.integers(3, 7), rounds=st.integers(1, 4))
def test_no_plan_is_better_than_the_bound(count: int, size: int, rounds: int) -> None:
    shape = shape_for(size)
    if count >= shape.least:
        found = plan(count, shape, rounds)
        assert repeats(found.rounds) >= least_repeats(count, [sizes(count, shape).tables] * rounds)


@pytest.mark.parametrize(
    ("count", "rounds", "code"), [(2, 3, "few"), (9, 0, "rounds"), (9, 101, "rounds"), (10_001, 3, "many")]
)
def test_nonsense_is_refused(count: int, rounds: int, code: str) -> None:
    with pytest.raises(BadPods) as bad:
        plan(count, shape_for(3), rounds)
    assert bad.value.code == code


@pytest.mark.marathon
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("count", range(6, 61))
def test_every_number_of_players_over_many_rounds(count: int, size: int) -> None:
    for rounds in range(1, 15):
        checked(count, size, rounds)
