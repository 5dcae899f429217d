"""Color gin: a column for each suit, and a hand scores in the suits of its sets (S002, CGN-1..15)."""

from dataclasses import replace

from games.engine.options import Shutout
from games.engine.sheets.colours import COLOURS
from games.engine.variants import gin_pagat as base

RULES = replace(
    base.RULES,
    key="color",
    name="Color gin",
    sheet=COLOURS,
    suit_columns=True,
    suit_target=100,
    next_dealer="alternate",
    gin_bonus=20,
    undercut_bonus=10,
    box_value=0,
    game_bonus=0,
    shutout=Shutout("none"),
)
