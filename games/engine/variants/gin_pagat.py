"""Gin as pagat.com has it (S004b): gin 20, undercut 10, level counts are an undercut, the loser deals."""

from games.engine.gin.play import GIN_KERNEL
from games.engine.options import Shutout
from games.engine.rules import RuleSet
from games.engine.seatings.two import TWO
from games.engine.sheets.pad import PAD

RULES = RuleSet(
    key="gin-pagat",
    name="Gin (Pagat)",
    kernel=GIN_KERNEL,
    seating=TWO,
    sheet=PAD,
    first_dealer="low_deals",
    next_dealer="loser",
    gin_bonus=20,
    undercut_bonus=10,
    undercut_on_tie=True,
    box_value=20,
    target=100,
    game_bonus=100,
    shutout=Shutout("add", 100),
    shutout_test="no_points",
)
