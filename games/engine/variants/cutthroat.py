"""Cutthroat: three players, two play; who enters deals to the winner (R1, R2)."""

from dataclasses import replace

from games.engine.seatings.cutthroat import CUTTHROAT
from games.engine.sheets.pairwise import PAIRWISE
from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="cutthroat",
    name="Cutthroat",
    seating=CUTTHROAT,
    sheet=PAIRWISE,
    three_dealer="entering",
    undercut_on_tie=True,
)
