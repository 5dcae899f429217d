"""Hollywood gin: three columns at once, two of them win the game (S002, HOL-1..5)."""

from dataclasses import replace

from games.engine.options import Shutout
from games.engine.sheets.columns import COLUMNS
from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="hollywood",
    name="Hollywood gin",
    sheet=COLUMNS,
    columns=3,
    column_open="literal",
    column_settlement="best_of",
    next_dealer="alternate",
    gin_bonus=25,
    undercut_bonus=10,
    box_value=0,
    game_bonus=0,
    shutout=Shutout("none"),
)
