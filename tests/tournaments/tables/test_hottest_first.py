"""Which table is worth a look first: near the target, close, strong players, in this order."""

import pytest

from tournaments.tables.selectors import heat

HOTTEST_FIRST = [
    ((95, 95), 100, (1500, 1500)),
    ((92, 81), 100, (1921, 1888)),
    ((92, 81), 100, (1500, 1500)),
    ((95, 60), 100, (2100, 2100)),
    ((45, 45), 100, (1500, 1500)),
    ((94, 10), 100, (1500, 1500)),
    ((0, 0), 100, (2000, 2000)),
    ((0, 0), 100, (2000, None)),
    ((0, 0), 100, (None, None)),
]


def test_tables_in_the_order_in_which_people_would_look():
    assert sorted(sorted(HOTTEST_FIRST, key=str), key=lambda table: -heat(*table)) == HOTTEST_FIRST


@pytest.mark.parametrize(
    ("points", "target", "ratings", "expected"),
    [
        ((80, 60), 100, (1000, 2000), 0.8 * 0.8 + 0.15),
        ((120, 20), 100, (None,), 0.0),  # beyond the target and a hundred apart
        ((300, 300), 500, (), 0.6),
        ((-20, -10), 100, (), 0.0),  # directors may take points away
        ((70, 10), None, (1500, 1700), 0.16),
    ],
)
def test_the_formula(points, target, ratings, expected):
    assert heat(points, target, ratings) == pytest.approx(expected)
