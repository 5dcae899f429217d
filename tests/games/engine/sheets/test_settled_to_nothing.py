"""The gains and losses of a sitting's seats add up to zero, however it ends (GIN-37, 3P-20)."""

import random

import pytest

from games import engine
from games.engine.by_hand.typed_scores import settled
from tests.games.engine.by_hand.random_sittings import lengths_of, sitting

EVERY = [(key, length) for key in engine.VARIANTS for length in lengths_of(key)]
OF_SEVERAL = [key for key in engine.VARIANTS if engine.VARIANTS[key].seating.name not in ("two", "teams")]


@pytest.mark.parametrize(("key", "length"), EVERY)
def test_nobody_wins_what_nobody_loses(key, length):
    for seed in range(6):
        for calls in (False, True):
            book = sitting(random.Random(f"{key} {length} {seed}"), key, length, calls=calls)
            assert sum(book.final.net) == 0, (book.final, seed, calls)


def cut_short(seats, *points):
    """An open game of so many seats with these points."""
    blank = {"over": False, "winner": None, "net": (0,) * seats, "deals": 3, "deals_won": (1,) * seats}
    return engine.Game(points=points, totals=points, shutout=False, **blank)


def test_three_who_are_interrupted_settle_pair_by_pair_by_their_points():
    """3P-20: 60 to 25 to 5: the first has 35 from the second and 55 from the third, who pays the second 20."""
    assert engine.final_of([cut_short(3, 60, 25, 5)], None).net == (90, -15, -75)


def test_a_box_of_four_that_is_interrupted_settles_with_each_of_the_side():
    assert engine.final_of([cut_short(4, 40, 70, 70, 70)], None).net == (-90, 30, 30, 30)


@pytest.mark.parametrize("key", OF_SEVERAL)
def test_a_sitting_given_up_is_settled_as_one_whose_time_is_called(key):
    """A live table hands over the same settlement as a sheet with the same deals."""
    for seed in range(8):
        book = sitting(random.Random(seed), key, "game", calls=True)
        [game] = book.games
        final = engine.final_of(book.games, None)
        assert final.net == book.final.net
        assert sum(final.net) == 0
        if not game.over:
            assert all(
                final.net[seat] == sum(mine - other for other in game.points) for seat, mine in enumerate(game.points)
            )


@pytest.mark.parametrize("key", OF_SEVERAL)
def test_typed_scores_of_all_seats_settle_to_nothing_together(key):
    rules, rng = engine.VARIANTS[key], random.Random(key)
    for _ in range(200):
        seats = rng.choice(rules.seating.numbers(rules))
        if rules.sheet.name == "sides":
            box, side = rng.randint(-40, 400), rng.randint(-40, 400)
            scores = rng.sample([box, *[side] * (seats - 1)], seats)
        else:
            scores = [rng.choice([0, rng.randint(-40, 400)]) for _ in range(seats)]
        assert sum(settled(rules, scores)) == 0, scores


def test_nobody_pays_a_shutout_in_a_game_that_nobody_has_won():
    """3P-20, and 3P-6 once the first has reached 100."""
    rules = engine.VARIANTS["cutthroat"]
    assert settled(rules, [60, 25, 0]) == (95, -10, -85)
    assert settled(rules, [260, 25, 0]) == (495 + rules.shutout.value, -210, -285 - rules.shutout.value)


def test_all_of_a_chouette_may_be_level_when_time_is_called():
    rules = engine.VARIANTS["chouette"]
    for scores in ((0, 0, 0, 0), (30, 30, 30, 30)):
        assert engine.doubts(rules, engine.Entered(points=scores, to_target=False)) == ()
        assert settled(rules, scores) == (0, 0, 0, 0)
    assert [one.code for one in engine.doubts(rules, engine.Entered(points=(120, 120, 30, 30)))] == ["not_two_sides"]
