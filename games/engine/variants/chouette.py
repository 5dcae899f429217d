"""Chouette: the box plays against a side of two or more, led by its captain (R1, R2, T3)."""

from dataclasses import replace

from games.engine.seatings.chouette import CHOUETTE
from games.engine.sheets.sides import SIDES
from games.engine.variants import gin_rummy_com as base

RULES = replace(
    base.RULES,
    key="chouette",
    name="Chouette",
    seating=CHOUETTE,
    sheet=SIDES,
    chouette_box="fixed",
    undercut_on_tie=True,
)
