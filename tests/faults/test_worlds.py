"""A table's protocol keeps its promises in simulated worlds, and the worlds find faults that are planted there.

Twenty thousand worlds: `pytest -m marathon tests/faults`; another thousand: `FAULTS_SEED=7000 pytest tests/faults`.
"""

import os

import pytest

from tests.faults.planted import PLANTED
from tests.faults.world import Broken, World

FEW, MANY = 120, 20_000
FOUND_WITHIN = 400  # worlds
FIRST = int(os.environ.get("FAULTS_SEED", "0"))


def live(worlds: range) -> int:
    """Live through these worlds; the number of plays in all of them. Raises Broken, which names the world."""
    return sum(World(seed).live() for seed in worlds)


def test_every_promise_holds_in_every_world() -> None:
    assert live(range(FIRST, FIRST + FEW)) > 12 * FEW, "the tables are played at"


def test_the_same_seed_is_the_same_world() -> None:
    one, other = World(11), World(11)
    assert one.live() == other.live()
    assert [(row.cmd_id, row.action) for row in one.log.rows] == [(row.cmd_id, row.action) for row in other.log.rows]


@pytest.mark.marathon
def test_every_promise_holds_in_many_worlds() -> None:
    assert live(range(FIRST, FIRST + MANY)) > 12 * MANY


@pytest.mark.long
@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_found(planted: str) -> None:
    with PLANTED[planted](), pytest.raises(Broken):
        live(range(FOUND_WITHIN))
