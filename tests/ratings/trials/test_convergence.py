"""The number of matches until players are ordered by skill: the effect of less noise, by our own systems in simulated
seasons."""

from math import sqrt
from random import Random

import pytest

from ratings import systems
from ratings.trials.convergence import orders, reached, season, tau

DEALS = 10


def test_tau_counts_pairs_in_the_right_order():
    assert tau([1, 2, 3], [10, 20, 30]) == 1
    assert tau([1, 2, 3], [30, 20, 10]) == -1
    assert tau([1, 2, 3], [10, 30, 20]) == pytest.approx(1 / 3)
    assert tau([1, 2, 3], [10, 10, 20]) == pytest.approx(2 / 3), "a tie is neither right nor wrong"


def test_a_goal_is_reached_between_two_points_or_never():
    assert reached([0.2, 0.6, 0.9], 10, 0.75) == pytest.approx(25)
    assert reached([0.2, 0.6], 10, 0.75) is None


def test_in_a_round_everybody_plays_once():
    matches = list(season(Random(1), [0.0] * 8, 3, DEALS, lambda difference: (1.0, 5.0, 2.0)))
    assert [sorted(player for one in some for player in (one.a, one.b)) for some in matches] == [list(range(8))] * 3
    assert {(one.margin, one.luck, one.deals) for some in matches for one in some} == {(5.0, 2.0, DEALS)}


def matches_needed(system, noise, *, luck=0.0, kind="played", seasons=24, rounds=260):
    """Of a player among 64 with skills of 1.5 points a deal, a match of ten deals a day; the variance of ten deals."""
    curves = []
    for seed in range(seasons):
        chance = Random(seed)
        skills = [chance.gauss(0, 1.5) for _ in range(64)]

        def tell(difference, chance=chance):
            cards = DEALS * chance.gauss(0, sqrt(luck))
            margin = DEALS * (difference + chance.gauss(0, sqrt(noise))) + cards
            return float(margin > 0), margin, cards

        curves.append(orders(system, skills, season(chance, skills, rounds, DEALS, tell, kind), 10))
    return reached([sum(at) / seasons for at in zip(*curves, strict=True)], 10, 0.8)


@pytest.mark.long
def test_half_the_noise_is_half_the_matches():
    """The table of decision 9, column “design”: margin 228, less luck 130, duplicate 95; a fixed K never."""
    sigma = {noise: sqrt(noise * DEALS) for noise in (49.0, 29.9, 25.3, 18.0)}
    margin = matches_needed(systems.system("margin", {"sigma": sigma[49.0]}), 49.0)
    less = matches_needed(systems.system("margin_luck", {"sigma": sigma[29.9]}), 29.9, luck=49.0 - 29.9, rounds=160)
    duplicate = matches_needed(systems.system("margin", {"duplicate": sigma[25.3]}), 25.3, kind="duplicate", rounds=130)
    both = matches_needed(
        systems.system("margin_luck", {"duplicate": sigma[18.0]}), 18.0, luck=25.3 - 18.0, kind="duplicate", rounds=130
    )
    assert margin == pytest.approx(228, rel=0.1)
    assert less == pytest.approx(130, rel=0.1)
    assert duplicate == pytest.approx(95, rel=0.1)
    assert both < 0.8 * duplicate < duplicate < less < margin, "the table's 51 is less than so much noise allows"
    assert matches_needed(systems.system("elo", {"k": 20.0}), 49.0, seasons=2) is None
