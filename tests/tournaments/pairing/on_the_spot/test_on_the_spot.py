"""Arenas: who meets whom next, and the points of a game."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.on_the_spot import Score, Waiting, after, pairs


def points_of(games: str) -> list[int]:
    """The points after each of these games: w won, d drawn, l lost."""
    score, found = Score(), []
    for letter in games:
        score = after(score, {"w": True, "d": None, "l": False}[letter])
        found.append(score.points)
    return found


def test_a_win_is_worth_two_a_draw_one():
    assert points_of("wdl") == [2, 3, 3]


def test_after_two_wins_in_a_row_games_count_twice_until_one_is_not_won():
    assert points_of("wwwwlw") == [2, 4, 8, 12, 12, 14]
    assert points_of("wwdw") == [2, 4, 6, 8], "the draw still counts twice, and ends the row"


def test_more_points_then_more_wins_then_fewer_games():
    leader, second = Score(points=6, games=5, wins=3), Score(points=6, games=4, wins=2)
    assert sorted([Score(points=6, games=6, wins=3), second, leader, Score(points=7)], key=lambda one: one.key) == [
        Score(points=7), leader, Score(points=6, games=6, wins=3), second,
    ]  # fmt: skip


def test_who_waited_longest_takes_the_nearest_in_points():
    waiting = [
        Waiting(number=1, points=8, waited_s=9), Waiting(number=2, points=0, waited_s=5),
        Waiting(number=3, points=6, waited_s=1), Waiting(number=4, points=1, waited_s=1),
    ]  # fmt: skip
    assert pairs(waiting, others_play=True) == [(1, 3), (2, 4)]


def test_nobody_meets_their_last_opponent_while_somebody_else_may_come():
    two = [Waiting(number=1, last=2, waited_s=3), Waiting(number=2, last=1, waited_s=2)]
    assert pairs(two, others_play=True) == []
    assert pairs(two, others_play=False) == [(1, 2)], "nobody else can come"
    patient = [Waiting(number=1, last=2, waited_s=15), Waiting(number=2, last=1, waited_s=2)]
    assert pairs(patient, others_play=True) == [(1, 2)]


waiting_people = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 40), st.floats(0, 60), st.none() | st.integers(0, 9)),
    unique_by=lambda one: one[0], max_size=10,
).map(lambda rows: [Waiting(number=n, points=p, waited_s=w, last=last) for n, p, w, last in rows])  # fmt: skip


@given(waiting_people, st.booleans())
def test_everybody_sits_at_most_once_and_nobody_waits_beside_somebody_who_fits(waiting, others_play):
    found = pairs(waiting, others_play=others_play)
    seated = [number for pair in found for number in pair]
    assert len(set(seated)) == len(seated)
    assert set(seated) <= {one.number for one in waiting}
    left = [one for one in waiting if one.number not in seated]
    for one in left:
        for other in left:
            if one != other:
                assert other.number == one.last or one.number == other.last
    if not others_play:
        assert len(left) <= 1
    assert found == pairs(reversed(waiting), others_play=others_play), "the order of the list decides nothing"
