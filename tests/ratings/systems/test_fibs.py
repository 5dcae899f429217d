"""FIBS: the longer the match, the likelier the better player wins."""

import pytest

from ratings.systems.fibs import Fibs
from ratings.systems.protocol import RatedMatch


def chance(**length: int) -> float:
    """What the better of two may expect in a match of this length."""
    return Fibs().expected((1600.0, 0.0), (1500.0, 0.0), RatedMatch(1, 0.0, 1, 2, 1.0, **length))


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        ({"expected_deals": 9, "deals": 4}, 9),  # what was agreed, whatever was played
        ({"deals": 4}, 4),
        ({}, 1),
    ],
)
def test_the_length_that_was_agreed_counts_else_the_deals_that_were_played(told: dict[str, int], counts: int) -> None:
    assert chance(**told) == chance(expected_deals=counts)
    assert chance(expected_deals=9) > chance(expected_deals=4) > chance(expected_deals=1) > 0.5
