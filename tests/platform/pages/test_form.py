"""What a player's page says about their form: the streak, and the game they play most."""

from types import SimpleNamespace

import pytest

from pages.selectors.of_player import favourite, streak


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([], (0, 0)),
        ([1], (1, 1)),
        ([1, 1, 1, 0, 1], (1, 3)),
        ([0, 0, 1], (0, 2)),
        ([0.5, 1, 1], (0, 0)),
        ([1, 1, 0.5, 1], (1, 2)),
    ],
)
def test_a_streak_counts_from_the_latest_match_back(scores, expected):
    assert streak(SimpleNamespace(score=score) for score in scores) == expected


def test_the_favourite_game_is_the_one_played_most():
    tallies = [SimpleNamespace(rules=key, sittings=n) for key, n in (("colonel", 3), ("gin-pagat", 8), ("conquian", 0))]
    assert favourite(tallies).rules == "gin-pagat"
    assert favourite(tallies[2:]) is None
    assert favourite([]) is None
