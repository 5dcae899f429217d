"""Battle royal: three hands at once, gin 40, an undercut knocker loses 20, to 200 (R2)."""

from dataclasses import replace

from games.engine.royal.play import ROYAL_KERNEL
from games.engine.seatings.battle_royal import BATTLE_ROYAL
from games.engine.sheets.pairwise import PAIRWISE
from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="battle-royal",
    name="Battle royal",
    kernel=ROYAL_KERNEL,
    seating=BATTLE_ROYAL,
    sheet=PAIRWISE,
    gin_bonus=40,
    undercut_bonus=0,
    undercut_penalty=20,
    undercut_on_tie=True,
    target=200,
    stock_floor=3,
)
