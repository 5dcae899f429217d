"""The clocks when a sitting is given up: a player who ran out of time has none left, and the last decision is
charged."""

import random
from dataclasses import replace

import pytest

from games import engine
from games.live.audience import looks
from games.live.setup import clock
from games.live.setup.terms import Terms
from games.live.sitting import sitting
from games.live.sitting.sitting import Sitting
from games.live.sitting.steps import Claim, Flag, Resign
from tests.games.live.audience.test_frames_hide import deck, terms

BANK = 600_000


def under_way(rules: str, control: clock.Control) -> tuple[Terms, Sitting]:
    """A deal just dealt, at a table with this clock."""
    fixed = replace(terms(rules), control=control)
    now, chance = sitting.opening(fixed), random.Random(1)
    while (due := sitting.due_chance(fixed, now)) is not None:
        now, _ = sitting.step(fixed, now, due(deck(fixed, chance)))
    return fixed, now


@pytest.mark.parametrize("rules", ["gin-pagat", "cutthroat", "battle-royal", "partnership", "conquian"])
def test_who_has_run_out_of_time_has_none_left(rules: str) -> None:
    """From the first decision on, for which the whole bank stood on the clock; the others keep what they had."""
    fixed, now = under_way(rules, clock.Control(BANK, 0, None))
    for seat in sitting.movers(fixed, now):
        over, _ = sitting.step(fixed, now, Flag(seat))
        assert over.left == tuple(0 if at == seat else BANK for at in range(len(fixed.seats)))
        shown = looks.clocks(fixed, over, (5_000,) * fixed.boards)
        assert shown is not None
        assert {name: left for board in shown for name, left in board.items() if name == "ABCDEFGH"[seat]} == {
            "ABCDEFGH"[seat]: 0
        }


def test_without_a_bank_there_is_nothing_to_show() -> None:
    fixed, now = under_way("gin-pagat", clock.Control(None, 0, 30_000))
    (seat,) = sitting.movers(fixed, now)
    over, _ = sitting.step(fixed, now, Flag(seat))
    assert over.left == (None, None)


@pytest.mark.parametrize("act", [Resign, Claim])
def test_the_time_of_the_last_decision_is_paid(act: type[Resign] | type[Claim]) -> None:
    """Whoever gives up or claims: the clock of who was thinking does not go back."""
    fixed, now = under_way("gin-pagat", clock.Control(BANK, 5_000, None))
    (mover,) = engine.to_act(fixed.rules, now.state)
    for seat in (0, 1):
        over, _ = sitting.step(fixed, now, act(seat), spent=240_000)
        assert over.ending is not None
        assert over.left[mover] == BANK - 240_000
        assert over.left[1 - mover] == BANK
