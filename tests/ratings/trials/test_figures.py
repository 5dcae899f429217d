"""Log loss, accuracy, Brier and calibration against figures worked out by hand."""

from math import log

import pytest

from ratings.trials import figures

# Ann is given 0.8 and wins, 0.6 and loses, 0.5 and ties.
EVENING = [(0.8, 1.0), (0.6, 0.0), (0.5, 0.5)]


def test_the_figures_of_three_matches():
    found = figures(EVENING)
    assert found.matches == 3
    assert found.log_loss == pytest.approx((-log(0.8) - log(0.4) + log(2)) / 3)
    assert found.brier == pytest.approx((0.04 + 0.36 + 0.0) / 3)
    assert found.accuracy == 0.5, "the tie is left out"


def test_calibration_looks_from_both_sides():
    # Bins of 0.8 and 0.2: predicted 0.8 and 0.2, actual 1 and 0: off by 0.2 each. Bins of 0.6 and 0.4: off by 0.6 each.
    # Bin of 0.5, twice: predicted 0.5, actual 0.5.
    found = figures(EVENING).ece
    assert found == pytest.approx((0.2 + 0.2 + 0.6 + 0.6 + 0.0) / 6)
    assert figures([(1.0 - p, 1.0 - s) for p, s in EVENING]).ece == pytest.approx(found)


def test_ties_alone_have_no_accuracy():
    assert figures([(0.7, 0.5)]).accuracy is None


def test_a_certainty_that_fails_is_dear_and_not_endless():
    assert 20 < figures([(1.0, 0.0)]).log_loss < 40


def test_nothing_to_test_is_said():
    with pytest.raises(ValueError, match="no match to test on"):
        figures([])
