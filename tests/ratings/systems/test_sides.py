"""Matches of more than two: three at a table are three meetings, partners win and lose together, and no points are
created."""

from itertools import permutations
from struct import iter_unpack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import systems
from ratings.systems import Columns, Fold, NotForSeveral, Place, RatedMatch, fold
from ratings.systems.elo import logistic
from ratings.systems.protocol import SEAT

ANN, BOB, CLEO, DORA = range(4)
tables = st.lists(st.tuples(st.permutations(range(6)), st.integers(2, 6), st.data()), min_size=1, max_size=12)


def match(number, *seats, at=1_700_000_000.0):
    """Seats as player, side and place."""
    places = tuple(Place(player, side, place, 10 - place) for player, side, place in seats)
    return RatedMatch(number, at + 3600 * number, places[0].player, places[1].player, 1.0, deals=4, seats=places)


def alone(number, *places):
    """Everybody for himself: the place that each came to."""
    return match(number, *((player, player, place) for player, place in enumerate(places)))


def ratings(matches, **params):
    run, _ = fold(systems.system("elo", params), matches)
    return {player: run.system.rating(state) for player, state in run.states.items()}


def changes(run_of, one, **params):
    """What a match did after others, by player."""
    before, after = ratings(run_of, **params), ratings([*run_of, one], **params)
    return {player: rating - before.get(player, 1500.0) for player, rating in after.items()}


def test_three_who_are_equal_meet_two_others_each():
    moved = ratings([alone(1, 1, 2, 3)], k=20.0)
    assert moved == {ANN: 1510.0, BOB: 1500.0, CLEO: 1490.0}  # 20 ÷ 2 × (two won, one and one, two lost; of each ½)


def test_four_at_one_table_and_two_of_them_tied():
    moved = ratings([alone(1, 1, 2, 2, 4)], k=30.0)
    assert moved == {ANN: 1515.0, BOB: 1500.0, CLEO: 1500.0, DORA: 1485.0}


def test_pair_by_pair_with_a_third_of_the_step_for_four():
    evening = [alone(1, 1, 2, 3, 4)]
    before = ratings(evening, k=60.0)
    moved = changes(evening, alone(2, 4, 1, 2, 3), k=60.0)
    hoped = sum(logistic(before[ANN] - before[other]) for other in (BOB, CLEO, DORA))
    assert moved[ANN] == pytest.approx(60 / 3 * (0 - hoped), abs=1e-9)


def test_two_are_rated_as_ever():
    two = RatedMatch(1, 1_700_000_001.0, ANN, BOB, 1.0)
    after = ratings([alone(0, 1, 2, 3), two])
    as_several = ratings([alone(0, 1, 2, 3), match(1, (ANN, 0, 1), (BOB, 1, 2), at=1_699_996_401.0)])
    assert after == pytest.approx(as_several, abs=1e-9)


def test_partners_move_together_by_the_mean_of_the_other_side():
    evening = [alone(1, 1, 2, 3, 4)]
    before = ratings(evening, k=80.0)
    moved = changes(evening, match(2, (ANN, 0, 2), (BOB, 1, 1), (DORA, 0, 2), (CLEO, 1, 1)), k=80.0)
    assert moved[ANN] == moved[DORA] == pytest.approx(-moved[BOB]) == pytest.approx(-moved[CLEO])
    own = [logistic(before[one] - (before[BOB] + before[CLEO]) / 2) for one in (ANN, DORA)]
    theirs = [logistic(before[one] - (before[ANN] + before[DORA]) / 2) for one in (BOB, CLEO)]
    hoped = (sum(own) / 2 + 1 - sum(theirs) / 2) / 2
    assert moved[ANN] == pytest.approx(80 * (0 - hoped), abs=1e-9)


def test_a_newcomer_and_an_old_hand_share_the_change_of_their_side():
    old = [alone(number, 1, 2, 3) for number in range(30)]
    moved = changes(old, match(99, (ANN, 0, 1), (BOB, 1, 2), (DORA, 0, 1), (CLEO, 1, 2)))
    assert moved[ANN] == pytest.approx(moved[DORA])
    assert moved[ANN] > 4 * 0.9, "the newcomer's large K is shared"


@given(rows=tables)
def test_equal_k_wins_what_it_loses(rows):
    matches = drawn(rows)
    run, moved = fold(systems.system("elo", {"k": 24.0}), matches)
    for number in {one.seq for one in moved}:
        total = sum(run.system.rating(one.after) - run.system.rating(one.before) for one in moved if one.seq == number)
        assert total == pytest.approx(0, abs=1e-6)


@given(rows=tables, turn=st.randoms(use_true_random=False))
def test_the_order_of_the_seats_moves_no_bit(rows, turn):
    matches = drawn(rows)
    turned = [one._replace(seats=tuple(turn.sample(one.seats, len(one.seats)))) for one in matches]
    assert ratings(matches) == ratings(turned)


@given(rows=tables)
def test_a_block_of_tables_is_its_tables_one_by_one(rows):
    matches = drawn(rows)
    one_by_one, moved = fold(systems.system("elo"), matches)
    at_once = Fold(systems.system("elo"))
    columns = Columns(*(list(column) for column in zip(*(one[:-1] for one in matches), strict=True)))
    out = at_once.figures(columns, b"".join(map(systems.line, matches)))
    assert at_once.states == one_by_one.states
    assert (at_once.digest, at_once.seq, at_once.last) == (one_by_one.digest, one_by_one.seq, one_by_one.last)
    rating = at_once.system.rating
    assert [row[:2] + row[3:] for row in iter_unpack(SEAT.format, out)] == [
        (rating(one.before), rating(one.after), one.step.expected, one.step.score, one.step.k) for one in moved
    ]


def test_who_sat_there_and_how_it_ended_is_in_the_digest():
    first = alone(1, 1, 2, 3)
    digests = {systems.line(first)}
    digests |= {systems.line(alone(1, *places)) for places in permutations((1, 2, 3))}
    digests.add(systems.line(first._replace(seats=(first.seats[0]._replace(margin=99), *first.seats[1:]))))
    digests.add(systems.line(first._replace(seats=())))
    assert len(digests) == 8


@pytest.mark.parametrize("key", sorted({*systems.keys()} - {"elo"}))
def test_the_other_systems_are_for_two(key):
    with pytest.raises(NotForSeveral, match=f"{key} rates matches of two only"):
        fold(systems.system(key), [alone(1, 1, 2, 3)])


def drawn(rows):
    """Tables of all kinds, one after the other, and a match of two here and there."""
    matches = []
    for number, (players, size, data) in enumerate(rows):
        if size == 2:
            matches.append(
                RatedMatch(number, 3600.0 * number, *players[:2], data.draw(st.sampled_from([0.0, 0.5, 1.0])))
            )
            continue
        sides = 2 if size in (4, 6) and data.draw(st.booleans()) else size
        places = [data.draw(st.integers(1, sides)) for _ in range(sides)]
        seats = [(player, seat % sides, places[seat % sides]) for seat, player in enumerate(players[:size])]
        matches.append(match(number, *seats, at=0.0))
    return matches
