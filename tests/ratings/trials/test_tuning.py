"""The downhill simplex finds the minimum of functions whose minimum is known, in the same way every time."""

import pytest

from ratings.trials import smallest


def banana(point):
    x, y = point
    return (1 - x) ** 2 + 100 * (y - x * x) ** 2


def test_it_walks_down_rosenbrocks_valley():
    point, value = smallest(banana, (-1.2, 1.0), (0.5, 0.5), most=600, tolerance=1e-14)
    assert value < 1e-8
    assert point == pytest.approx((1.0, 1.0), abs=1e-3)


def test_it_asks_no_more_than_agreed_and_answers_the_same():
    asked = []
    answers = [
        smallest(lambda point: asked.append(point) or banana(point), (-1.2, 1.0), (0.5, 0.5), most=40) for _ in "ab"
    ]
    assert answers[0] == answers[1]
    assert len(asked) <= 2 * 44


def test_in_one_direction():
    point, value = smallest(lambda point: (point[0] - 3) ** 2, (0.0,), (1.0,), tolerance=1e-12)
    assert point[0] == pytest.approx(3.0, abs=1e-4)
    assert value < 1e-8
